"""What a bundle remembers of known uses: which quotations stood in how many contexts, and the weighed terms of these.

The file is told in docs/bundle.md. The vectors of the contexts are in a graph, which `comparison.py` opens.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from epigraph.errors import BundleError
from epigraph.model.postings import Postings

_POSTINGS = ("usage", "beside")  # what of a memory is an index of terms, kept as four arrays
_TYPES: dict[str, type[np.generic]] = {"rows": np.int32, "written": np.int32, "uses": np.int32}
for _kind in _POSTINGS:
    _TYPES |= {
        f"{_kind}_terms": np.uint8,
        f"{_kind}_starts": np.int32,
        f"{_kind}_rows": np.int32,
        f"{_kind}_weights": np.float16,
    }

_Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Memory:
    """The known uses of the quotations in a bundle's rows; those of a saying are kept at its best-known wording."""

    rows: npt.NDArray[np.int32]  # (n_found,), ascending: the quotation that stood in the context
    written: npt.NDArray[np.int32]  # (n_written,), ascending: the quotation for which the context was written
    uses: npt.NDArray[np.int32]  # (n_quotes,): how often it was found in use
    usage: Postings  # terms of the contexts, by quotation
    beside: Postings  # those right beside the gap

    @classmethod
    def none(cls, size: int) -> "Memory":
        """Return the memory of a bundle that knows no uses of its quotations."""
        empty = Postings({}, np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32), size)
        nothing = np.zeros(0, np.int32)
        return cls(rows=nothing, written=nothing, uses=np.zeros(size, np.int32), usage=empty, beside=empty)

    @property
    def contexts(self) -> int:
        """How many contexts are known, found or written; those found come first where they are compared."""
        return len(self.rows) + len(self.written)


def memory_bytes(memory: Memory) -> bytes:
    """Return the content of memory.npz."""
    arrays: _Arrays = {"rows": memory.rows, "written": memory.written, "uses": memory.uses}
    for kind, postings in (("usage", memory.usage), ("beside", memory.beside)):
        arrays |= {
            f"{kind}_terms": np.frombuffer("\n".join(postings.vocabulary).encode(), np.uint8),
            f"{kind}_starts": postings.starts,
            f"{kind}_rows": postings.rows,
            f"{kind}_weights": postings.weights,
        }
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **{name: arrays[name].astype(type_) for name, type_ in _TYPES.items()})
    return content.getvalue()


def read_memory(file: Path, content: bytes, size: int) -> Memory:
    """Return what memory.npz holds for `size` quotations; BundleError where its parts do not agree."""
    arrays = _arrays(file, content)
    rows, written, uses = arrays["rows"], arrays["written"], arrays["uses"]
    _expect(
        file,
        {
            f"rows from 0 to {size - 1}": _within(rows, size) and _within(written, size),
            "rows in ascending order": bool(np.all(np.diff(rows) >= 0) and np.all(np.diff(written) >= 0)),
            f"uses of {size} quotations, 0 or more": len(uses) == size and bool(np.all(uses >= 0)),
        },
    )
    usage, beside = (_postings(file, arrays, kind, size) for kind in _POSTINGS)
    return Memory(rows, written, uses, usage, beside)


def _postings(file: Path, arrays: _Arrays, kind: str, size: int) -> Postings:
    """Return an index of terms over `size` rows from its four arrays."""
    text, starts, rows, weights = (arrays[f"{kind}_{name}"] for name in ("terms", "starts", "rows", "weights"))
    terms = text.tobytes().decode("utf-8", errors="replace")
    vocabulary = {term: place for place, term in enumerate(terms.split("\n") if terms else [])}
    _expect(
        file,
        {
            f"{kind}: finite weights": bool(np.isfinite(weights).all()),
            f"{kind}: rows from 0 to {size - 1}": _within(rows, size),
            f"{kind}: one weight for each posting": len(rows) == len(weights),
            f"{kind}: distinct terms with a slice each": len(starts) == len(vocabulary) + 1
            and bool(np.all(np.diff(starts) >= 0))
            and starts[0] == 0
            and starts[-1] == len(rows),
        },
    )
    return Postings(vocabulary, starts.astype(np.int64), rows, weights.astype(np.float32), size)


def _arrays(file: Path, content: bytes) -> _Arrays:
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays: _Arrays = {name: found[name] for name in _TYPES}
    except Exception as error:  # of numpy, of the parser of its headers, of zip, or of memory for a forged size
        raise BundleError(f"{file}: not a memory of known uses ({error}); run the export again") from error
    for name, expected in _TYPES.items():
        if arrays[name].dtype != expected or arrays[name].ndim != 1:
            raise BundleError(
                f"{file}: {name} is {arrays[name].dtype} of {arrays[name].ndim} dimensions, "
                f"expected {expected.__name__} of 1; run the export again"
            )
    return arrays


def _expect(file: Path, expectations: Mapping[str, bool]) -> None:
    """Raise BundleError with the first expectation that does not hold."""
    for expected, holds in expectations.items():
        if not holds:
            raise BundleError(f"{file}: expected {expected}; run the export again")


def _within(rows: npt.NDArray[Any], size: int) -> bool:
    return not len(rows) or (int(rows.min()) >= 0 and int(rows.max()) < size)
