"""Rank the quotations of one language for a query. No LSP types, no I/O."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.collection import Collection
from epigraph.ranking.explanation import Clue, explain
from epigraph.ranking.filters import Filter, passing
from epigraph.ranking.folding import fold
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.suggestion import CHANNELS, Reason, Suggestion
from epigraph.text.query import Hint, Query

_CANDIDATES = 256  # the best of each channel that go on to fusion

Rows = NDArray[np.intp]
Scores = NDArray[np.float32]


class Ranker:
    """The channels over one collection, and how they are joined."""

    def __init__(
        self, collection: Collection, semantic: SemanticChannel, lexical: LexicalIndex, fusion: Fusion
    ) -> None:
        self.collection = collection
        self.semantic = semantic
        self._lexical = lexical
        self._fusion = fusion
        self._passing = lru_cache(maxsize=64)(lambda wanted: passing(collection.quotes, wanted))

    def recommend(self, query: Query, k: int, wanted: Filter, exclude: AbstractSet[str]) -> list[Suggestion]:
        """Return the k best sayings that satisfy the filter; ties keep collection order."""
        rows, channels = self._channels(query, _narrowed(wanted, query.hint), exclude)
        if not len(rows):
            return []
        scores = self._fusion.score(channels)
        order = np.argsort(-scores, kind="stable")
        best = fold(rows[order].tolist(), self.collection.quotes, k)
        shared = self._lexical.shared(_words(query), best)
        return [
            self._suggestion(
                row, float(scores[at]), {name: float(channels[name][at]) for name in CHANNELS}, words, query
            )
            for row, at, words in zip(best, np.searchsorted(rows, best), shared, strict=True)
        ]

    def explain(self, query: Query, quote_id: str) -> list[Clue]:
        """Return the words of the context that speak most for a quotation; none for one that is not there."""
        row = self.collection.row_of.get(quote_id)
        return [] if row is None else explain(query, self.semantic.encoder, self.semantic.matrix[row])

    def _channels(self, query: Query, wanted: Filter, exclude: AbstractSet[str]) -> tuple[Rows, dict[str, Scores]]:
        """Return the candidates in collection order and what each channel gives them."""
        lexical = self._lexical.scores(_words(query))  # (n_quotes,)
        if wanted == Filter() and not query.hint.words:
            vector, nearest = self.semantic.nearest(query, _CANDIDATES)
            rows = np.union1d(nearest, _largest(lexical, _CANDIDATES))
        else:  # few may be left, so score all that are
            vector = self.semantic.vector(query)
            rows = np.flatnonzero(self._passing(wanted))
        row_of = self.collection.row_of
        rows = np.setdiff1d(rows, [row_of[quote_id] for quote_id in exclude if quote_id in row_of])
        return rows, {
            "semantic": self.semantic.scores(vector, rows),
            "lexical": lexical[rows],
            "hint": self._hinted(query.hint.words)[rows].astype(np.float32),
        }

    def _hinted(self, words: str) -> NDArray[np.bool_]:
        """Tell which quotations the hint's words name by topic or by author."""
        if not words:
            return np.zeros(len(self.collection), dtype=np.bool_)
        return self._passing(Filter(topic=words)) | self._passing(Filter(author=words))

    def _suggestion(
        self, row: int, score: float, channels: dict[str, float], shared: tuple[str, ...], query: Query
    ) -> Suggestion:
        reasons = [Reason("semantic", channels["semantic"])]
        if shared:
            reasons.append(Reason("lexical", channels["lexical"], shared))
        if channels["hint"]:
            reasons.append(Reason("hint", channels["hint"], (query.hint.words,)))
        quote = self.collection[row]
        return Suggestion(quote, score, tuple(reasons), self.collection.variants_of(quote))


def _words(query: Query) -> str:
    return f"{query.left} {query.right} {query.hint.words}"


def _narrowed(wanted: Filter, hint: Hint) -> Filter:
    """Return the filter with what the placeholder itself asks for."""
    return replace(wanted, author=hint.author or wanted.author, topic=hint.topic or wanted.topic)


def _largest(scores: Scores, k: int) -> Rows:
    k = min(k, len(scores))
    return np.argpartition(-scores, k - 1)[:k] if k else np.array([], dtype=np.intp)
