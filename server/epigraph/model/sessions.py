"""A graph of a bundle as a session of ONNX Runtime. Knows nothing of what a graph computes."""

from typing import Any

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.providers import CPU, open_session


def open_graph(bundle: Bundle, graph: str, provider: str, threads: int) -> Any:  # noqa: ANN401 - onnxruntime has no types
    """Open a verified graph on a provider; BundleError where the CPU refuses it."""
    content = bundle.read_graph(graph)
    try:
        return open_session(content, provider, threads)
    except Exception as error:
        if provider != CPU:
            raise  # perhaps the graph is good and the device is not: the CPU will tell
        raise BundleError(
            f"{bundle.path / graph}: ONNX Runtime refuses it ({first_line(error)}); run the export again"
        ) from error


def first_line(error: Exception) -> str:
    """Return what an error says, without the pages that may follow."""
    return next(iter(str(error).splitlines()), type(error).__name__)
