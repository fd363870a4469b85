"""An inverted index: for each term the rows that have it, and its BM25 weight there. Knows no quotations, no files.

`Postings` scores every row. `ByRow`, the same turned round, scores a few rows of very many.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_K1, _B = 1.2, 0.75  # BM25's usual constants


@dataclass(frozen=True, slots=True)
class Postings:
    """For each term the rows that have it, ascending, and its weight there: one slice of two long arrays."""

    vocabulary: dict[str, int]
    starts: npt.NDArray[np.int64]  # (n_terms + 1,)
    rows: npt.NDArray[np.int32]  # (n_postings,)
    weights: npt.NDArray[np.float32]  # (n_postings,)
    size: int

    @classmethod
    def build(cls, documents: Iterable[Iterable[str]]) -> "Postings":
        """Index the terms of documents; row i is the i-th document."""
        vocabulary: dict[str, int] = {}
        term_of, ends = array("q"), array("q", [0])
        for document in documents:
            term_of.extend(vocabulary.setdefault(term, len(vocabulary)) for term in document)
            ends.append(len(term_of))
        lengths = np.diff(ends)
        size = len(lengths)
        in_row = np.repeat(np.arange(size), lengths)
        width = max(size, 1)
        pairs, counts = np.unique(np.asarray(term_of) * width + in_row, return_counts=True)  # by term, then row
        terms, rows = np.divmod(pairs, width)
        found_in = np.bincount(terms, minlength=len(vocabulary))  # how many documents have the term
        rarity = np.log1p((size - found_in + 0.5) / (found_in + 0.5))
        longer = lengths / max(lengths.sum() / width, 1)  # than the mean
        damped = counts * (_K1 + 1) / (counts + _K1 * (1 - _B + _B * longer[rows]))
        starts = np.concatenate([[0], np.cumsum(found_in)])
        return cls(vocabulary, starts, rows.astype(np.int32), (damped * rarity[terms]).astype(np.float32), size)

    def of(self, term: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Return the rows that have a term, ascending, and its weight in each."""
        place = self.vocabulary.get(term)
        part = slice(0) if place is None else slice(self.starts[place], self.starts[place + 1])
        return self.rows[part], self.weights[part]

    def rarest(self, terms: Iterable[str], most: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Return the rows and weights of the rarest of the terms, as many terms as have `most` rows together."""
        parts = sorted(map(self.of, self.vocabulary.keys() & set(terms)), key=lambda part: len(part[0]))
        taken = int(np.searchsorted(np.cumsum([len(rows) for rows, _ in parts]), most, side="right"))
        rows, weights = zip((self.rows[:0], self.weights[:0]), *parts[:taken], strict=True)
        return np.concatenate(rows), np.concatenate(weights)

    def wanted(self, terms: Iterable[str]) -> npt.NDArray[np.bool_]:
        """Tell for each term of the vocabulary whether it is one of these."""
        chosen = np.zeros(len(self.vocabulary), dtype=np.bool_)
        chosen[[self.vocabulary[term] for term in self.vocabulary.keys() & set(terms)]] = True
        return chosen

    def scores(self, terms: Iterable[str]) -> npt.NDArray[np.float32]:
        """Return for every row the sum of the weights of the terms, each counted once."""
        known = sorted(self.vocabulary.keys() & set(terms))  # sorted: a sum of floats depends on its order
        if not known:
            return np.zeros(self.size, dtype=np.float32)
        rows, weights = (np.concatenate(parts) for parts in zip(*map(self.of, known), strict=True))
        return np.bincount(rows, weights, minlength=self.size).astype(np.float32)  # (size,)


@dataclass(frozen=True, slots=True)
class ByRow:
    """For each row its terms, as places in the vocabulary, and their weights: one slice of two long arrays."""

    starts: npt.NDArray[np.int64]  # (n_rows + 1,)
    terms: npt.NDArray[np.int32]  # (n_postings,)
    weights: npt.NDArray[np.float32]  # (n_postings,)

    @classmethod
    def turned(cls, postings: Postings) -> "ByRow":
        """Turn postings round."""
        order = np.argsort(postings.rows, kind="stable")
        terms = np.repeat(np.arange(len(postings.vocabulary), dtype=np.int32), np.diff(postings.starts))
        lengths = np.bincount(postings.rows, minlength=postings.size)
        return cls(np.concatenate([[0], np.cumsum(lengths)]), terms[order], postings.weights[order])

    def scores(self, wanted: npt.NDArray[np.bool_], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
        """Return for each of the rows the sum of the weights of its terms that are wanted, (n_rows,)."""
        lengths = self.starts[rows + 1] - self.starts[rows]
        ends = np.cumsum(lengths)
        at = np.arange(ends[-1] if len(rows) else 0) + np.repeat(self.starts[rows] - ends + lengths, lengths)
        found = np.flatnonzero(wanted[self.terms[at]])
        of = np.repeat(np.arange(len(rows)), lengths)[found]
        return np.bincount(of, self.weights[at[found]], minlength=len(rows)).astype(np.float32)
