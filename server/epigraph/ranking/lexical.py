"""Lexical channel: BM25 of the context's words against each quotation's gloss, topics and text."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from epigraph.model.postings import ByRow, Postings
from epigraph.quotes.quote import Quote
from epigraph.quotes.topics import TOPICS
from epigraph.text.terms import terms_of

_COMMON = 0.02  # a word that more of the quotations have tells nothing


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """The terms of each quotation; row i is the i-th. Where they are very many, also the other way round."""

    postings: Postings
    by_row: ByRow | None = None

    @classmethod
    def build(cls, quotes: Sequence[Quote]) -> "LexicalIndex":
        """Index the quotations."""
        return cls(Postings.build(_document(quote) for quote in quotes))

    def scores(self, terms: set[str], rows: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return the BM25 score of some rows for the terms of a context, (n_rows,)."""
        if self.by_row is None:
            return self.postings.scores(terms)[rows]
        return self.by_row.scores(self.postings.wanted(terms), rows)

    def shared(self, words: Mapping[str, str], rows: Sequence[int], most: int = 4) -> list[tuple[str, ...]]:
        """Return for each row the telling ones of some words that its quotation shares, the weightiest first.

        `words` gives the term of each word.
        """
        wanted = np.array(rows, dtype=np.int32)
        weighed: list[dict[str, float]] = [{} for _ in rows]
        for word, term in words.items():
            having, weights = self.postings.of(term)
            if not 0 < len(having) <= self.postings.size * _COMMON + 1:
                continue
            places = having.searchsorted(wanted)  # (n_rows,)
            for i in np.flatnonzero(having.take(places, mode="clip") == wanted):
                weighed[i][word] = float(weights[places[i]])
        return [tuple(sorted(words, key=lambda word: -words[word])[:most]) for words in weighed]

    def unindexed(self, words: Mapping[str, str], quote: Quote, most: int = 4) -> tuple[tuple[str, ...], float]:
        """Return the telling words that a quotation of another collection shares, and about its BM25 score here.

        It is taken to have each term once and to be of mean length, where BM25 is the sum of the terms' rarity.
        """
        terms, size = _terms(quote), self.postings.size
        shared = {word: len(self.postings.of(term)[0]) for word, term in words.items() if term in terms}
        telling = sorted((word for word in shared if shared[word] <= size * _COMMON + 1), key=lambda word: shared[word])
        rarity = {words[word]: math.log1p((size - found + 0.5) / (found + 0.5)) for word, found in shared.items()}
        return tuple(telling[:most]), sum(rarity.values())


@lru_cache(maxsize=2_000)  # a sample of a team's quotations comes with every query
def _terms(quote: Quote) -> frozenset[str]:
    return frozenset(_document(quote))


def _document(quote: Quote) -> Iterator[str]:
    yield from terms_of(f"{quote.text} {quote.gloss}")
    for topic in quote.topics:
        yield from _topic_terms(topic)


@cache
def _topic_terms(topic: str) -> tuple[str, ...]:
    return tuple(terms_of(" ".join((topic, *TOPICS.get(topic, ())))))
