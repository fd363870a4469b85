"""What a bundle remembers of known uses: vectors and weighed terms of the contexts in which quotations stood. No text.

The file is told in docs/bundle.md.
"""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from epigraph.errors import BundleError
from epigraph.model.postings import Postings

_ARRAYS: dict[str, tuple[type[np.generic], int]] = {  # name: type and number of dimensions
    "projection": (np.float16, 2),
    "vectors": (np.int8, 2),
    "rows": (np.int32, 1),
    "uses": (np.int32, 1),
    "terms": (np.uint8, 1),
    "term_starts": (np.int32, 1),
    "term_rows": (np.int32, 1),
    "term_weights": (np.float16, 1),
}

_Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Memory:
    """The known uses of the quotations in a bundle's rows; those of a saying are kept at its best-known wording."""

    projection: npt.NDArray[np.float16]  # (dimension, m): from a context's vector to those that are kept
    vectors: npt.NDArray[np.int8]  # (n_contexts, m), 127 times rows of length 1
    rows: npt.NDArray[np.int32]  # (n_contexts,), ascending: the quotation that stood in the context
    uses: npt.NDArray[np.int32]  # (n_quotes,): how often it was found in use
    usage: Postings  # terms of the contexts, by quotation

    @classmethod
    def none(cls, dimension: int, size: int) -> "Memory":
        """Return the memory of a bundle that knows no uses of its quotations."""
        return cls(
            projection=np.zeros((dimension, 1), np.float16),
            vectors=np.zeros((0, 1), np.int8),
            rows=np.zeros(0, np.int32),
            uses=np.zeros(size, np.int32),
            usage=Postings({}, np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32), size),
        )


def memory_bytes(memory: Memory) -> bytes:
    """Return the content of memory.npz."""
    usage, content = memory.usage, io.BytesIO()
    arrays: _Arrays = {
        "projection": memory.projection,
        "vectors": memory.vectors,
        "rows": memory.rows,
        "uses": memory.uses,
        "terms": np.frombuffer("\n".join(usage.vocabulary).encode(), np.uint8),
        "term_starts": usage.starts,
        "term_rows": usage.rows,
        "term_weights": usage.weights,
    }
    np.savez(content, allow_pickle=False, **{name: arrays[name].astype(kind) for name, (kind, _) in _ARRAYS.items()})
    return content.getvalue()


def read_memory(file: Path, content: bytes, dimension: int, size: int) -> Memory:
    """Return what memory.npz holds for `size` quotations; BundleError where its parts do not agree."""
    arrays = _arrays(file, content)
    terms = arrays["terms"].tobytes().decode("utf-8", errors="replace")
    vocabulary = {term: place for place, term in enumerate(terms.split("\n") if terms else [])}
    for expected, holds in _expectations(arrays, len(vocabulary), dimension, size).items():
        if not holds:
            raise BundleError(f"{file}: expected {expected}; run the export again")
    return Memory(
        projection=arrays["projection"],
        vectors=arrays["vectors"],
        rows=arrays["rows"],
        uses=arrays["uses"],
        usage=Postings(
            vocabulary,
            arrays["term_starts"].astype(np.int64),
            arrays["term_rows"],
            arrays["term_weights"].astype(np.float32),
            size,
        ),
    )


def _arrays(file: Path, content: bytes) -> _Arrays:
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays: _Arrays = {name: found[name] for name in _ARRAYS}
    except Exception as error:  # of numpy, of the parser of its headers, of zip, or of memory for a forged size
        raise BundleError(f"{file}: not a memory of known uses ({error}); run the export again") from error
    for name, (kind, sides) in _ARRAYS.items():
        if (found_kind := arrays[name].dtype) != kind or arrays[name].ndim != sides:
            raise BundleError(
                f"{file}: {name} is {found_kind} of {arrays[name].ndim} dimensions, "
                f"expected {kind.__name__} of {sides}; run the export again"
            )
    return arrays


def _expectations(arrays: _Arrays, n_terms: int, dimension: int, size: int) -> dict[str, bool]:
    """Return what must hold of the arrays together, and whether it does."""
    kept = arrays["projection"].shape[1]
    rows, starts = arrays["rows"], arrays["term_starts"]
    return {
        f"a projection from {dimension} dimensions, as the manifest says": arrays["projection"].shape[0] == dimension,
        f"vectors of the projection's {kept} dimensions": arrays["vectors"].shape[1] == kept,
        "finite numbers": all(np.isfinite(arrays[name]).all() for name in ("projection", "term_weights")),
        "one row for each vector": len(rows) == len(arrays["vectors"]),
        f"rows from 0 to {size - 1}": _within(rows, size) and _within(arrays["term_rows"], size),
        "rows in ascending order": bool(np.all(np.diff(rows) >= 0)),
        f"uses of {size} quotations, 0 or more": len(arrays["uses"]) == size and bool(np.all(arrays["uses"] >= 0)),
        "one weight for each posting": len(arrays["term_rows"]) == len(arrays["term_weights"]),
        "distinct terms with a slice each": len(starts) == n_terms + 1
        and bool(np.all(np.diff(starts) >= 0))
        and starts[0] == 0
        and starts[-1] == len(arrays["term_rows"]),
    }


def _within(rows: npt.NDArray[Any], size: int) -> bool:
    return not len(rows) or (int(rows.min()) >= 0 and int(rows.max()) < size)
