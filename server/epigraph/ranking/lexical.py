"""Lexical channel: BM25 of the context's words against each quotation's gloss, topics and text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from epigraph.model.postings import Postings
from epigraph.quotes.quote import Quote
from epigraph.quotes.topics import TOPICS
from epigraph.text.terms import terms_of, words_of

_COMMON = 0.02  # a word that more of the quotations have tells nothing


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """The terms of each quotation; row i is the i-th."""

    postings: Postings

    @classmethod
    def build(cls, quotes: Sequence[Quote]) -> "LexicalIndex":
        """Index the quotations."""
        return cls(Postings.build(_document(quote) for quote in quotes))

    def scores(self, terms: set[str]) -> NDArray[np.float32]:
        """Return the BM25 score of every row for the terms of a context."""
        return self.postings.scores(terms)

    def shared(self, text: str, rows: Sequence[int], most: int = 4) -> list[tuple[str, ...]]:
        """Return for each row the telling words of a text that its quotation shares, the weightiest first."""
        wanted = np.array(rows, dtype=np.int32)
        weighed: list[dict[str, float]] = [{} for _ in rows]
        for word, term in words_of(text):
            having, weights = self.postings.of(term)
            if not 0 < len(having) <= self.postings.size * _COMMON + 1:
                continue
            places = having.searchsorted(wanted)  # (n_rows,)
            for i in np.flatnonzero(having.take(places, mode="clip") == wanted):
                weighed[i][word] = float(weights[places[i]])
        return [tuple(sorted(words, key=lambda word: -words[word])[:most]) for words in weighed]


def _document(quote: Quote) -> Iterator[str]:
    yield from terms_of(f"{quote.text} {quote.gloss}")
    for topic in quote.topics:
        yield from _topic_terms(topic)


@cache
def _topic_terms(topic: str) -> tuple[str, ...]:
    return tuple(terms_of(" ".join((topic, *TOPICS.get(topic, ())))))
