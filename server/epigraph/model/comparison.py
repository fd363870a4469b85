"""How like a context's vector is to those of the known contexts of a bundle: one run of memory.onnx."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import COMPARISON
from epigraph.model.providers import CPU
from epigraph.model.sessions import first_line, open_graph

Vectors: TypeAlias = npt.NDArray[np.float32]
Compare: TypeAlias = Callable[[Vectors], Vectors]  # (dimension,) -> (n_contexts,): cosines

_THREADS = 1  # a run is shorter than the wait for another thread


def open_comparison(bundle: Bundle) -> Compare:
    """Open the graph of a bundle's known contexts, on the CPU whatever the encoders run on: it is small."""
    if COMPARISON not in bundle.manifest.files:
        return lambda _: np.zeros(0, np.float32)
    session = open_graph(bundle, COMPARISON, CPU, _THREADS)

    def compare(vector: Vectors) -> Vectors:
        cosines: Vectors = session.run(["cosines"], {"vector": vector[None]})[0][0]
        return cosines

    _try(compare, bundle)
    return compare


def _try(compare: Compare, bundle: Bundle) -> None:
    """Raise BundleError unless a vector of the encoders gets a number from every known context."""
    file, dimension, expected = bundle.path / COMPARISON, bundle.manifest.dimension, (bundle.memory.contexts,)
    try:
        cosines = compare(np.ones(dimension, np.float32))
        good = cosines.shape == expected and bool(np.isfinite(cosines).all())
    except Exception as error:  # ONNX Runtime has its own for each of name, type and shape
        raise BundleError(
            f"{file}: no cosines of a vector of dimension {dimension} ({first_line(error)}); run the export again"
        ) from error
    if not good:
        raise BundleError(
            f"{file}: cosines of shape {cosines.shape}, expected finite ones of {expected}; run the export again"
        )
