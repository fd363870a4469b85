"""Which of very many quotations are scored for a query, and how many each of them stands for. No I/O.

The candidates are those that one of the channels puts high. A score is a share of what all quotations have, so the
others must count too: a sample, drawn once, stands for them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.model.nearest import NearestRows
from epigraph.model.postings import Postings
from epigraph.ranking.folding import highest

EXACT = 50_000  # so many are all scored: it takes little longer than to choose
NEAREST = 800
_TERMS = 200
_POSTINGS = 5_000  # of the rarest terms, in which the most fitting are looked for
_SAMPLE = 256

Rows = NDArray[np.intp]
Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shortlist:
    """What finds the candidates of a collection, and the sample that stands for the others."""

    nearest: NearestRows
    postings: Postings
    sample: Rows

    @classmethod
    def over(cls, nearest: NearestRows, postings: Postings) -> "Shortlist":
        """Draw the sample, the same for the same collection."""
        draw = np.random.default_rng(postings.size)
        return cls(nearest, postings, draw.choice(postings.size, min(_SAMPLE, postings.size), replace=False))

    def choose(self, vector: Scores, terms: set[str], others: Iterable[Rows], allowed: NDArray[np.bool_]) -> "Choice":
        """Return the rows to score: the nearest, those with the rarest terms, others that are given, the sample."""
        found = np.unique(np.concatenate([self.nearest.find(vector, NEAREST), self._by_terms(terms), *others]))
        candidates = found[allowed[found]]
        sample = np.setdiff1d(self.sample[allowed[self.sample]], candidates)
        rest = np.count_nonzero(allowed) - len(candidates)
        rows = np.concatenate([candidates, sample])
        shares = np.ones(len(rows), dtype=np.float32)
        shares[len(candidates) :] = rest / max(1, len(sample))
        order = np.argsort(rows)  # ties keep collection order
        return Choice(rows[order], shares[order])

    def _by_terms(self, terms: set[str]) -> Rows:
        """Return the rows that have most of the rarest terms."""
        rows, weights = self.postings.rarest(terms, _POSTINGS)
        found, of = np.unique(rows, return_inverse=True)
        weighed = np.bincount(of, weights, minlength=len(found)).astype(np.float32)
        return found[highest(weighed, _TERMS)].astype(np.intp)


@dataclass(frozen=True, slots=True)
class Choice:
    """The rows to score, ascending, and how many quotations each stands for."""

    rows: Rows
    shares: Scores

    @classmethod
    def of_all(cls, allowed: NDArray[np.bool_]) -> "Choice":
        """Choose every row that is allowed."""
        rows = np.flatnonzero(allowed)
        return cls(rows, np.ones(len(rows), dtype=np.float32))
