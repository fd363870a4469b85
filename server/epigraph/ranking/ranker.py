"""Rank the quotations of one language for a query. No LSP types, no I/O."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.collection import Collection
from epigraph.ranking.explanation import Clue, explain
from epigraph.ranking.filters import Filter, passing
from epigraph.ranking.folding import fold, saying_numbers
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.known import KnownUses
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.suggestion import CHANNELS, Channel, Reason, Suggestion
from epigraph.text.query import Hint, Query
from epigraph.text.terms import terms_of

Scores = NDArray[np.float32]


class Ranker:
    """The channels over one collection, and how they are joined."""

    def __init__(
        self,
        collection: Collection,
        semantic: SemanticChannel,
        lexical: LexicalIndex,
        known: KnownUses,
        fusion: Fusion,
    ) -> None:
        self.collection = collection
        self.semantic = semantic
        self.fusion = fusion
        self._lexical = lexical
        self._known = known
        self._sayings = saying_numbers(collection)
        self._passing = lru_cache(maxsize=64)(lambda wanted: passing(collection.quotes, wanted))

    def recommend(self, query: Query, k: int, wanted: Filter, exclude: AbstractSet[str]) -> list[Suggestion]:
        """Return the k best sayings that satisfy the filter; ties keep collection order."""
        rows = self._candidates(_narrowed(wanted, query.hint), exclude)
        channels = self.all_channels(query)
        totals = self.fusion.totals(channels)[rows]
        best = fold(totals, self._sayings[rows])  # one place a saying: wordings do not compete with each other
        scores = self.fusion.probabilities(totals[best])[:k].tolist()
        chosen = rows[best[:k]].tolist()
        shared = self._lexical.shared(_words(query), chosen)
        return [
            self._suggestion(row, score, {name: float(channels[name][row]) for name in CHANNELS}, words, query)
            for row, score, words in zip(chosen, scores, shared, strict=True)
        ]

    def all_channels(self, query: Query) -> dict[Channel, Scores]:
        """Return what each channel gives every quotation of the collection.

        All of them, not the nearest few: a probability is a share of what all candidates have.
        """
        terms = set(terms_of(_words(query)))
        vector, semantic = self.semantic.scores(query)
        return {
            "semantic": semantic,
            "memory": self._known.memory_scores(vector),
            "known": self._known.known,
            "lexical": self._lexical.scores(terms),
            "usage": self._known.usage_scores(terms),
            "prior": self._known.prior,
            "hint": self._hinted(query.hint.words).astype(np.float32),
        }

    def explain(self, query: Query, quote_id: str) -> list[Clue]:
        """Return the words of the context that speak most for a quotation; none for one that is not there."""
        row = self.collection.row_of.get(quote_id)
        return [] if row is None else explain(query, self.semantic.encoder, self.semantic.matrix[row])

    def _candidates(self, wanted: Filter, exclude: AbstractSet[str]) -> NDArray[np.intp]:
        """Return the rows that may be suggested, in collection order."""
        allowed = self._passing(wanted).copy()
        row_of = self.collection.row_of
        allowed[[row_of[quote_id] for quote_id in exclude if quote_id in row_of]] = False
        return np.flatnonzero(allowed)

    def _hinted(self, words: str) -> NDArray[np.bool_]:
        """Tell which quotations the hint's words name by topic or by author."""
        if not words:
            return np.zeros(len(self.collection), dtype=np.bool_)
        return self._passing(Filter(topic=words)) | self._passing(Filter(author=words))

    def _suggestion(
        self, row: int, score: float, channels: dict[Channel, float], shared: tuple[str, ...], query: Query
    ) -> Suggestion:
        words = {"lexical": shared, "hint": (query.hint.words,)}
        reasons = tuple(Reason(name, value, words.get(name, ())) for name, value in channels.items() if value)
        quote = self.collection[row]
        return Suggestion(quote, score, score >= self.fusion.abstain, reasons, self.collection.variants_of(quote))


def _words(query: Query) -> str:
    return f"{query.left} {query.right} {query.hint.words}"


def _narrowed(wanted: Filter, hint: Hint) -> Filter:
    """Return the filter with what the placeholder itself asks for."""
    return replace(wanted, author=hint.author or wanted.author, topic=hint.topic or wanted.topic)
