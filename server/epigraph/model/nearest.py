"""The rows of a matrix that are nearest to a vector, found without looking at all of them. The one importer of usearch.

A graph of neighbours (HNSW) over the vectors as int8, built once, kept in a file and read through a memory map. usearch
comes with the extra [large]; without it every row is looked at.
"""

import importlib
import importlib.util
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

logger = logging.getLogger(__name__)

# measured in docs/speed.md: more of each finds more of the nearest, and takes longer
_CONNECTIVITY = 16
_EXPANSION_BUILD = 128
_EXPANSION_SEARCH = 512
_CHUNK = 20_000  # vectors added between two reports of progress


def can_index() -> bool:
    """Tell whether usearch is installed."""
    return importlib.util.find_spec("usearch") is not None


@dataclass(frozen=True, slots=True)
class NearestRows:
    """A graph of neighbours, in memory or in a file."""

    graph: Any  # usearch.index.Index, which has no types

    @classmethod
    def build(cls, vectors: npt.NDArray[np.float16], threads: int) -> "NearestRows":
        """Link the rows of a matrix; how far it is goes to the log."""
        graph = _index(vectors.shape[1])
        for start in range(0, len(vectors), _CHUNK):
            some = vectors[start : start + _CHUNK].astype(np.float32)
            graph.add(np.arange(start, start + len(some), dtype=np.uint64), some, threads=threads)
            logger.info("%d of %d quotations indexed", start + len(some), len(vectors))
        return cls(graph)

    @classmethod
    def view(cls, path: Path, dimension: int) -> "NearestRows":
        """Map a file that `save` wrote."""
        graph = _index(dimension)
        graph.view(str(path))
        return cls(graph)

    def save(self, path: Path) -> None:
        """Write the graph, with the vectors as int8 in it, to a file."""
        self.graph.save(str(path))

    def find(self, vector: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.intp]:
        """Return about the k nearest rows, nearest first."""
        # one thread: a single search has no use for more, and an editor has
        return np.asarray(self.graph.search(vector, k, threads=1).keys).astype(np.intp)


def _index(dimension: int) -> Any:  # noqa: ANN401 - usearch has no types
    return importlib.import_module("usearch.index").Index(
        ndim=dimension,
        metric="ip",  # of vectors of length 1, the cosine
        dtype="i8",
        connectivity=_CONNECTIVITY,
        expansion_add=_EXPANSION_BUILD,
        expansion_search=_EXPANSION_SEARCH,
    )
