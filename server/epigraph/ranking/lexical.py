"""Lexical channel: BM25 of the context's words against each quotation's gloss, topics and text."""

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.quote import Quote
from epigraph.quotes.topics import TOPICS
from epigraph.text.normal import CJK, normalise

_K1, _B = 1.2, 0.75  # BM25's usual constants
_STEM = 6  # letters kept of a word: "forgive", "forgiveness" and "forgiving" meet
_COMMON = 0.02  # a word that more of the quotations have tells nothing
_TERM = re.compile(rf"({CJK}+)|(\w+)")


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """For each term the rows that have it, ascending, and its weight there: one slice of two long arrays."""

    vocabulary: dict[str, int]
    starts: NDArray[np.int64]  # (n_terms + 1,)
    rows: NDArray[np.int32]  # (n_postings,)
    weights: NDArray[np.float32]  # (n_postings,)
    size: int

    @classmethod
    def build(cls, quotes: Sequence[Quote]) -> "LexicalIndex":
        """Index the quotations; row i is quotes[i]."""
        vocabulary: dict[str, int] = {}
        term_of, lengths = array("q"), np.zeros(len(quotes), dtype=np.int64)
        for place, quote in enumerate(quotes):
            before = len(term_of)
            term_of.extend(vocabulary.setdefault(term, len(vocabulary)) for term in _document(quote))
            lengths[place] = len(term_of) - before
        size = max(len(quotes), 1)
        in_row = np.repeat(np.arange(len(quotes)), lengths)
        postings, counts = np.unique(np.asarray(term_of) * size + in_row, return_counts=True)  # by term, then row
        terms, rows = np.divmod(postings, size)
        found_in = np.bincount(terms, minlength=len(vocabulary))  # how many quotations have the term
        rarity = np.log1p((len(quotes) - found_in + 0.5) / (found_in + 0.5))
        longer = lengths / max(lengths.sum() / size, 1)  # than the mean
        damped = counts * (_K1 + 1) / (counts + _K1 * (1 - _B + _B * longer[rows]))
        starts = np.concatenate([[0], np.cumsum(found_in)])
        return cls(vocabulary, starts, rows.astype(np.int32), (damped * rarity[terms]).astype(np.float32), len(quotes))

    def scores(self, text: str) -> NDArray[np.float32]:
        """Return the BM25 score of every row for the words of a text."""
        scores = np.zeros(self.size, dtype=np.float32)  # (n_quotes,)
        for term in self.vocabulary.keys() & set(terms_of(text)):
            rows, weights = self._posting(term)
            scores[rows] += weights
        return scores

    def shared(self, text: str, rows: Sequence[int], most: int = 4) -> list[tuple[str, ...]]:
        """Return for each row the telling words of a text that its quotation shares, the weightiest first."""
        wanted = np.array(rows, dtype=np.int32)
        weighed: list[dict[str, float]] = [{} for _ in rows]
        for word in _words(text):
            having, weights = self._posting(word[:_STEM])
            if not 0 < len(having) <= self.size * _COMMON + 1:
                continue
            places = having.searchsorted(wanted)  # (n_rows,)
            for i in np.flatnonzero(having.take(places, mode="clip") == wanted):
                weighed[i][word] = float(weights[places[i]])
        return [tuple(sorted(words, key=lambda word: -words[word])[:most]) for words in weighed]

    def _posting(self, term: str) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        place = self.vocabulary.get(term)
        part = slice(0) if place is None else slice(self.starts[place], self.starts[place + 1])
        return self.rows[part], self.weights[part]


def terms_of(text: str) -> Iterator[str]:
    """Yield the terms of a text: words cut to their first letters, Chinese as pairs of characters."""
    return (word[:_STEM] for word in _words(text))


def _words(text: str) -> Iterator[str]:
    for chinese, word in _TERM.findall(normalise(text)):
        if word:
            yield word
        for start in range(len(chinese) - 1):
            yield chinese[start : start + 2]


def _document(quote: Quote) -> Iterator[str]:
    yield from terms_of(f"{quote.text} {quote.gloss}")
    for topic in quote.topics:
        yield from _topic_terms(topic)


@cache
def _topic_terms(topic: str) -> tuple[str, ...]:
    return tuple(terms_of(" ".join((topic, *TOPICS.get(topic, ())))))
