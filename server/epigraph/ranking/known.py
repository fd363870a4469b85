"""Channels of known uses: how like the context is to those in which a saying stood, and how often it was used.

All wordings of a saying share its known uses: who looks for one wording is served by what is known of another.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.model.bundle import Bundle
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.quotes.collection import Collection
from epigraph.ranking.semantic import product

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class KnownUses:
    """The known uses of a bundle's rows, and which of these rows speaks for each quotation of a collection."""

    projection: Scores  # (dimension, m)
    contexts: Scores  # (n_contexts, m), rows of length 1, those of one quotation together
    used: NDArray[np.intp]  # (n_used,): the bundle's rows that have contexts, ascending
    starts: NDArray[np.intp]  # (n_used,): the first context of each
    usage: Postings
    source: NDArray[np.intp]  # (n_quotes,): the bundle's row for each quotation, or one past the last for none
    known: Scores  # (n_quotes,): 1 where there are contexts, else 0
    prior: Scores  # (n_quotes,)

    @classmethod
    def over(cls, bundle: Bundle, collection: Collection) -> "KnownUses":
        """Join what a bundle remembers to the quotations of a collection; it knows nothing of a person's own."""
        row_of = {quote_id: row for (quote_id, _), row in bundle.rows.items()}
        nowhere = len(bundle.rows)
        source = np.array([row_of.get(quote.saying, nowhere) for quote in collection], dtype=np.intp)
        return cls.from_memory(bundle.memory, source)

    @classmethod
    def from_memory(cls, memory: Memory, source: NDArray[np.intp]) -> "KnownUses":
        """Prepare a memory whose rows speak for quotations as `source` says."""
        used, starts = np.unique(memory.rows, return_index=True)
        has_contexts = np.zeros(len(memory.uses) + 1, dtype=np.float32)
        has_contexts[used] = 1
        uses = np.append(memory.uses, 0)
        return cls(
            projection=memory.projection.astype(np.float32),
            contexts=_normalised(memory.vectors.astype(np.float32)),
            used=used.astype(np.intp),
            starts=starts,
            usage=memory.usage,
            source=source,
            known=has_contexts[source],
            prior=np.log1p(uses[source]).astype(np.float32),
        )

    def memory_scores(self, vector: Scores) -> Scores:
        """Return for every quotation the best cosine of a context's vector with its known contexts, 0 without any."""
        best = np.zeros(self.usage.size + 1, dtype=np.float32)  # (n_rows + 1,)
        if len(self.used):
            cosines = product(self.contexts, _normalised(vector @ self.projection))  # (n_contexts,)
            best[self.used] = np.maximum.reduceat(cosines, self.starts)
        return best[self.source]

    def usage_scores(self, terms: set[str]) -> Scores:
        """Return for every quotation how much the terms of a context weigh in its known contexts, 0 without any."""
        return np.append(self.usage.scores(terms), np.float32(0))[self.source]


def _normalised(vectors: Scores) -> Scores:
    """Return vectors of length 1; a vector without length stays as it is."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Scores = vectors / np.maximum(length, np.finfo(np.float32).tiny)
    return result
