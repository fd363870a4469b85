"""Terms of contexts as sparse vectors, for the systems that count words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from epigraph.text.terms import terms_of

_TERMS, _RARITY = "terms", "rarity"


@dataclass(frozen=True, slots=True)
class Features:
    """The terms that count, and how rare each is."""

    terms: tuple[str, ...]
    rarity: NDArray[np.float32]  # (n_terms,)

    @classmethod
    def learned(cls, texts: Sequence[str], least: int, most: int) -> "Features":
        """Take the terms that at least so many texts have, the most frequent of them."""
        found_in = Counter(term for text in texts for term in set(terms_of(text)))
        ordered = sorted(found_in.items(), key=lambda found: (-found[1], found[0]))
        common = [(term, count) for term, count in ordered[:most] if count >= least]
        rarity = [np.log(1 + len(texts) / count) for _, count in common]
        return cls(tuple(term for term, _ in common), np.array(rarity, dtype=np.float32))

    def present(self, texts: Iterable[str]) -> Any:  # noqa: ANN401 - scipy has no types
        """Return 1 for each term that a text has, (n_texts, n_terms), sparse."""
        number = {term: place for place, term in enumerate(self.terms)}
        rows = [sorted({number[term] for term in terms_of(text) if term in number}) for text in texts]
        starts = np.cumsum([0, *map(len, rows)])
        columns = np.array([term for row in rows for term in row], dtype=np.int64)
        return csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape=(len(rows), len(self.terms)))

    def weighed(self, texts: Iterable[str]) -> Any:  # noqa: ANN401
        """Return vectors of length 1, weighed by rarity, (n_texts, n_terms), sparse."""
        return unit(self.present(texts).multiply(self.rarity).tocsr())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what a file keeps."""
        return {_TERMS: np.array(self.terms), _RARITY: self.rarity}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Features":
        """Take what a file kept."""
        return cls(tuple(arrays[_TERMS].tolist()), arrays[_RARITY])


def unit(matrix: Any) -> Any:  # noqa: ANN401
    """Return a sparse matrix with rows of length 1; empty rows stay."""
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    scale = csr_matrix((1 / np.maximum(length, 1e-9), (np.arange(len(length)),) * 2), shape=(len(length),) * 2)
    return (scale @ matrix).tocsr().astype(np.float32)


def sparse_arrays(name: str, matrix: Any) -> dict[str, NDArray[Any]]:  # noqa: ANN401
    """Return what a file keeps of a sparse matrix."""
    parts = {"data": matrix.data, "indices": matrix.indices, "indptr": matrix.indptr, "shape": np.array(matrix.shape)}
    return {f"{name}_{part}": values for part, values in parts.items()}


def sparse_from(arrays: Mapping[str, NDArray[Any]], name: str) -> Any:  # noqa: ANN401
    """Take a sparse matrix that a file kept."""
    parts = tuple(arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr"))
    return csr_matrix(parts, shape=tuple(arrays[f"{name}_shape"]))


def save_arrays(folder: Path, file: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays into a file of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / file, allow_pickle=False, **arrays)


def load_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read the arrays of a file."""
    with np.load(path, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}
