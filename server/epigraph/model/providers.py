"""Which ONNX Runtime execution provider to use, and how a session on it is made. The one importer of onnxruntime."""

import contextlib
import importlib
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, TypeAlias

from epigraph.errors import RuntimeMissingError

Provider: TypeAlias = Literal["auto", "cpu", "cuda", "rocm", "directml", "coreml"]

CPU = "CPUExecutionProvider"

_NAMES: dict[str, str] = {
    "cuda": "CUDAExecutionProvider",
    "rocm": "MIGraphXExecutionProvider",
    "directml": "DmlExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "cpu": CPU,
}
# CoreML comes with every macOS wheel, wanted or not, and does not take int8 graphs: it is used on request only
_AUTO = ("cuda", "rocm", "directml", "cpu")
# where a matrix may stay between requests; the other providers read it from main memory
_DEVICES = {"CUDAExecutionProvider": "cuda", "DmlExecutionProvider": "dml"}
_NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"
_PACKAGES = ("onnxruntime", "onnxruntime-gpu", "onnxruntime-directml", "onnxruntime-rocm", "onnxruntime-migraphx")


def runtime() -> Any:  # noqa: ANN401 - onnxruntime has no types
    """Import ONNX Runtime, late, for it takes longer than the rest of a `--help`; and without its telemetry.

    It would make an id for this machine and send to its maker how it is used.
    """
    os.environ[_NO_TELEMETRY] = "1"  # read once, at the import
    try:
        ort = importlib.import_module("onnxruntime")
    except ImportError as error:
        raise RuntimeMissingError(
            f"ONNX Runtime cannot be imported ({error}), ranking needs it; run: pip install 'epigraph-ls[cpu]'"
        ) from error
    ort.disable_telemetry_events()  # what there is on Windows in older versions, which do not know the variable
    return ort


def runtime_packages() -> dict[str, str]:
    """Return the installed packages that provide ONNX Runtime, with versions; more than one break each other."""
    found = {}
    for package in _PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def candidates(provider: Provider) -> list[str]:
    """Return the providers to try, best first; raise RuntimeMissingError where the wanted one is not there."""
    available = runtime().get_available_providers()
    if provider == "auto":
        return [_NAMES[short] for short in _AUTO if _NAMES[short] in available]
    if _NAMES[provider] in available:
        return [_NAMES[provider]]
    there = ", ".join(short for short, name in _NAMES.items() if name in available)
    package = {"cpu": "epigraph-ls[cpu]", "cuda": "epigraph-ls[gpu]", "directml": "onnxruntime-directml"}
    remedy = f"run: pip install '{package[provider]}'" if provider in package else "install an ONNX Runtime that has it"
    raise RuntimeMissingError(
        f"provider {provider} is not available, ONNX Runtime has {there}; {remedy}, or choose auto"
    )


def device_of(provider: str) -> str:
    """Return the device on which a provider's tensors live, as OrtValue names it."""
    return _DEVICES.get(provider, "cpu")


def default_threads() -> int:
    """Return half the processors, about the physical cores, between 2 and 4: an editor needs the others."""
    processors = os.cpu_count() or 1
    return min(processors, max(2, min(4, processors // 2)))


def open_session(graph: bytes, provider: str, threads: int) -> Any:  # noqa: ANN401 - onnxruntime has no types
    """Make a session on a provider; RuntimeMissingError where ONNX Runtime silently left the provider out."""
    ort = runtime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3  # its warnings about nodes left to the CPU say nothing to a writer
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = provider != _NAMES["directml"]  # DirectML refuses memory patterns
    if provider == _NAMES["cuda"]:
        # finds CUDA among pip's packages; what it has to say it prints, and stdout is the protocol
        with contextlib.redirect_stdout(sys.stderr):
            ort.preload_dlls()
    session = ort.InferenceSession(graph, options, providers=list(dict.fromkeys([provider, CPU])))
    if provider not in session.get_providers():
        raise RuntimeMissingError(
            f"{provider} is installed but did not start, ONNX Runtime uses {session.get_providers()}"
        )
    return session
