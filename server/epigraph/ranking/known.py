"""Channels of known uses: how like the context is to those in which a saying stood, and how often it was used.

All wordings of a saying share its known uses: who looks for one wording is served by what is known of another.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.model.bundle import Bundle
from epigraph.model.comparison import Compare, open_comparison
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.quotes.collection import Collection
from epigraph.ranking.folding import highest

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Contexts:
    """Where the contexts of each row are among some that are compared."""

    used: NDArray[np.intp]  # (n_used,): the rows that have contexts, ascending
    starts: NDArray[np.intp]  # (n_used,): the first context of each

    @classmethod
    def of(cls, rows: NDArray[np.int32]) -> "Contexts":
        """Take the row of each context, ascending."""
        used, starts = np.unique(rows, return_index=True)
        return cls(used.astype(np.intp), starts)

    def best(self, cosines: Scores, size: int) -> Scores:
        """Return the best cosine of each of `size` rows, 0 without a context, and 0 for one more row."""
        best = np.zeros(size + 1, dtype=np.float32)  # (size + 1,)
        best[self.used] = np.maximum.reduceat(cosines, self.starts)
        return best


@dataclass(frozen=True, slots=True)
class KnownUses:
    """The known uses of a bundle's rows, and which of these rows speaks for each quotation of a collection.

    Quotations that the bundle has not share one more row, after the last, of which nothing is known.
    """

    compare: Compare  # a context's vector to its cosines with the known contexts, those found first, then those written
    found: Contexts
    written: Contexts
    n_found: int
    usage: Postings
    beside: Postings
    source: NDArray[np.intp]  # (n_quotes,): the bundle's row for each quotation, or one past the last for none
    linked: NDArray[np.intp]  # (n_linked,): the quotations that have a row of the bundle
    known: Scores  # (n_rows + 1,): 1 where there are contexts, else 0
    prior: Scores  # (n_rows + 1,)

    @classmethod
    def over(cls, bundle: Bundle, collection: Collection) -> "KnownUses":
        """Join what a bundle remembers to the quotations of a collection; it knows nothing of a person's own."""
        row_of = {quote_id: row for (quote_id, _), row in bundle.rows.items()}
        nowhere = len(bundle.rows)
        source = np.array([row_of.get(quote.saying, nowhere) for quote in collection], dtype=np.intp)
        return cls.from_memory(bundle.memory, open_comparison(bundle), source)

    @classmethod
    def from_memory(cls, memory: Memory, compare: Compare, source: NDArray[np.intp]) -> "KnownUses":
        """Prepare a memory whose rows speak for quotations as `source` says."""
        found, written = Contexts.of(memory.rows), Contexts.of(memory.written)
        has_contexts = np.zeros(len(memory.uses) + 1, dtype=np.float32)
        has_contexts[found.used] = has_contexts[written.used] = 1
        return cls(
            compare=compare,
            found=found,
            written=written,
            n_found=len(memory.rows),
            usage=memory.usage,
            beside=memory.beside,
            source=source,
            linked=np.flatnonzero(source < len(memory.uses)),
            known=has_contexts,
            prior=np.log1p(np.append(memory.uses, 0)).astype(np.float32),
        )

    def memory_scores(self, vector: Scores) -> tuple[Scores, Scores]:
        """Return for every row of the bundle the best cosines of a context's vector with its contexts.

        First those with contexts that were found, then those with written ones; 0 without any. One more row, the last,
        is for the quotations that the bundle has not.
        """
        cosines, size = self.compare(vector), self.usage.size
        found, written = cosines[: self.n_found], cosines[self.n_found :]
        return self.found.best(found, size), self.written.best(written, size)

    def usage_scores(self, terms: set[str]) -> Scores:
        """Return for every row of the bundle, and one more, how much the terms weigh in its known contexts."""
        return np.append(self.usage.scores(terms), np.float32(0))  # (n_rows + 1,)

    def beside_scores(self, terms: set[str]) -> Scores:
        """Return for every row of the bundle, and one more, how much the terms beside a gap weigh in its own."""
        return np.append(self.beside.scores(terms), np.float32(0))  # (n_rows + 1,)

    def foremost(self, scores: Scores, k: int = 100) -> NDArray[np.intp]:
        """Return the k quotations that have most of what a channel gave the bundle's rows."""
        return self.linked[highest(scores[self.source[self.linked]], k)]
