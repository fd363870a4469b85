"""The rows of a matrix that are nearest to a vector, found without looking at all of them. The one importer of usearch.

A graph of neighbours (HNSW) over the vectors as int8, on their principal axes only: these hold what tells near from
far, and a fraction of the numbers is compared. It is built once, kept in files and read through a memory map. usearch
comes with the extra [large]; without it every row is looked at.
"""

import importlib
import importlib.util
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

logger = logging.getLogger(__name__)

_GRAPH, _AXES = "nearest.usearch", "nearest_axes.npy"

# chosen with bench/growth.py: more of each finds more of the nearest, and takes longer
_DIMENSION = 128
_CONNECTIVITY = 16
_EXPANSION_BUILD = 128
_SEEN = 20_000  # vectors from which the axes are taken
_CHUNK = 20_000  # vectors added between two reports of progress

Vectors = npt.NDArray[np.float32]


def can_index() -> bool:
    """Tell whether usearch is installed."""
    return importlib.util.find_spec("usearch") is not None


@dataclass(frozen=True, slots=True)
class NearestRows:
    """A graph of neighbours, in memory or in a file, and the axes on which it has the vectors."""

    graph: Any  # usearch.index.Index, which has no types
    axes: Vectors  # (dimension, m)

    @classmethod
    def build(
        cls, vectors: npt.NDArray[np.float16], threads: int, check: Callable[[], None] = lambda: None
    ) -> "NearestRows":
        """Link the rows of a matrix; how far it is goes to the log, and what `check` raises on the way ends it."""
        axes = _principal_axes(vectors)
        graph = _index(axes.shape[1])
        for start in range(0, len(vectors), _CHUNK):
            check()
            some = _on_axes(vectors[start : start + _CHUNK].astype(np.float32), axes)
            graph.add(np.arange(start, start + len(some), dtype=np.uint64), some, threads=threads)
            logger.info("%d of %d quotations indexed", start + len(some), len(vectors))
        return cls(graph, axes)

    @classmethod
    def view(cls, folder: Path) -> "NearestRows":
        """Map the files that `save` wrote."""
        axes = np.load(folder / _AXES, allow_pickle=False)
        graph = _index(axes.shape[1])
        graph.view(str(folder / _GRAPH))
        return cls(graph, axes)

    def save(self, folder: Path) -> None:
        """Write the axes, and the graph with the vectors as int8 in it."""
        np.save(folder / _AXES, self.axes)
        self.graph.save(str(folder / _GRAPH))

    def find(self, vector: Vectors, k: int) -> npt.NDArray[np.intp]:
        """Return about the k nearest rows, nearest first; the more are asked for, the surer are the first of them."""
        # one thread: a single search has no use for more, and an editor has
        return np.asarray(self.graph.search(_on_axes(vector, self.axes), k, threads=1).keys).astype(np.intp)


def _principal_axes(vectors: npt.NDArray[np.float16]) -> Vectors:
    """Return the directions, (dimension, m), in which a sample of the vectors is longest."""
    seen = vectors[:: max(1, len(vectors) // _SEEN)].astype(np.float32)
    _, axes = np.linalg.eigh(seen.T @ seen)  # the longest last
    return np.ascontiguousarray(axes[:, -_DIMENSION:])


def _on_axes(vectors: Vectors, axes: Vectors) -> Vectors:
    """Return vectors on the axes, of length 1."""
    found = vectors @ axes
    length = np.linalg.norm(found, axis=-1, keepdims=True)
    result: Vectors = found / np.maximum(length, np.finfo(np.float32).tiny)
    return result


def _index(dimension: int) -> Any:  # noqa: ANN401 - usearch has no types
    return importlib.import_module("usearch.index").Index(
        ndim=dimension,
        metric="ip",  # of vectors of length 1, the cosine
        dtype="i8",
        connectivity=_CONNECTIVITY,
        expansion_add=_EXPANSION_BUILD,
    )
