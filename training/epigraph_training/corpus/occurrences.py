"""Where quotations stand in a text: as a whole, with a few slips, or some sentences of them in a row.

Case, punctuation, apostrophes and spelling do not count (`epigraph.quotes.words`). Each sentence is sought, and
sentences of one quotation that follow each other make one occurrence. A long quotation may depart from its words after
its beginning, by as much as the server takes for slips. Of occurrences that overlap the longest stays.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, chain

from epigraph.quotes.alignment import Known, matches
from epigraph.quotes.quote import Quote
from epigraph.quotes.words import Words, wording, words
from epigraph.text.query import Language
from epigraph_training.corpus.sieve import Sieve

_SHORTEST_PART: dict[Language, int] = {"en": 5, "zh": 7}  # words; fewer of a longer quotation are anybody's
_SHORTEST_WITH_SLIPS: dict[Language, int] = {"en": 8, "zh": 10}
_SENTENCE = re.compile(r"[^.!?;。！？；…]+(?:[.!?;。！？；…]+[”’\"')\]]*|\Z)")
_VERSE = re.compile(r"[^，。！？；：、]+[，。！？；：、]*")  # a line of a classical text is quoted as a sentence is
_CONTRACTIONS = (("can not", "cant"), ("will not", "wont"), ("shall not", "shant"), (" will", "ll"), (" have", "ve"))
_LEAD = 40  # characters before the first symbol: words that have none, and an opening


@dataclass(frozen=True, slots=True)
class Sought:
    """A quotation as it is searched: its sentences, the keys of all words, and after which of them sentences end."""

    quote: Quote
    known: Known
    sentences: tuple[str, ...]
    keys: tuple[str, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, quote: Quote) -> "Sought":
        """Cut a quotation into sentences."""
        pattern = _VERSE if quote.period == "classical" else _SENTENCE
        sentences = [sentence for sentence in pattern.findall(quote.text) if wording(sentence)]
        keys = [wording(sentence) for sentence in sentences]
        ends = accumulate(len(found) for found in keys)
        return cls(quote, Known.of(quote), tuple(sentences), tuple(chain.from_iterable(keys)), tuple(ends))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A quotation at text[start:end], from its first word to its last; `keys` are the words found.

    `whole`: all of it, word for word; else a part, or with slips.
    """

    quote: Quote
    start: int
    end: int
    keys: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """The sentences first..last of a quotation, the last one not included."""

    sought: Sought
    first: int
    last: int

    @property
    def start(self) -> int:
        return self.sought.ends[self.first - 1] if self.first else 0

    @property
    def keys(self) -> tuple[str, ...]:
        return self.sought.keys[self.start : self.sought.ends[self.last - 1]]

    @property
    def spellings(self) -> set[str]:
        """How it is written, how with its contractions in full, and how with all that it could have."""
        written, full = " ".join(self.sought.sentences[self.first : self.last]), " ".join(self.keys)
        contracted = reduce(lambda text, change: text.replace(*change), _CONTRACTIONS, full)
        return {written, full, contracted}


class Searcher:
    """Finds all quotations in one pass."""

    def __init__(self, quotes: Iterable[Quote], language: Language) -> None:
        self._pieces = [piece for quote in quotes for piece in _pieces(Sought.of(quote), language)]
        spelled = ((row, text) for row, piece in enumerate(self._pieces) for text in piece.spellings)
        self._sieve = Sieve(spelled, language)

    @property
    def unsought(self) -> list[Quote]:
        """The quotations that are too short to be sought."""
        rows = self._sieve.rows
        whole = (row for row, piece in enumerate(self._pieces) if len(piece.keys) == len(piece.sought.keys))
        return [self._pieces[row].sought.quote for row in whole if row not in rows]

    def may_find(self, text: str) -> bool:
        """Return whether a quotation may stand in a text: if not, none does."""
        return next(self._sieve.candidates(text), None) is not None

    def find(self, text: str) -> list[Occurrence]:
        """Return the quotations in a text, in the text's order."""
        candidates = self._sieve.candidates(text)
        found = {found for at, row in candidates if (found := _at(self._pieces[row], text, at))}
        return _longest(found, len(text))


def _pieces(sought: Sought, language: Language) -> Iterator[_Piece]:
    if len(sought.keys) > 1:
        yield _Piece(sought, 0, len(sought.ends))
    if len(sought.ends) > 1:
        pieces = (_Piece(sought, at, at + 1) for at in range(len(sought.ends)))
        yield from (piece for piece in pieces if len(piece.keys) >= _SHORTEST_PART[language])


def _at(piece: _Piece, text: str, at: int) -> Occurrence | None:
    """Return the occurrence of a piece, joined with its neighbours, whose first symbol stands at an offset."""
    if wording(text[_word_start(text, at) : at + _LEAD])[0] not in piece.keys:
        return None  # most end here, before anything costs time
    # twice as long: spaces, marks and line breaks stand between the words
    reach = 2 * len(piece.sought.quote.text) + _LEAD
    begin = max(0, at - _LEAD - (reach if piece.first else 0))
    near = words(text[begin : at + reach])
    word = _run(near, piece.keys, at - begin)
    if word is None:
        return _with_slips(piece, near, begin, at)
    first, last = _joined(piece, near.keys, word)
    joined = _Piece(piece.sought, first, last)
    start, end = near.span(word - piece.start + joined.start, word - piece.start + joined.start + len(joined.keys))
    whole = len(joined.keys) == len(piece.sought.keys)
    return Occurrence(piece.sought.quote, begin + start, begin + end, joined.keys, whole)


def _with_slips(piece: _Piece, near: Words, begin: int, at: int) -> Occurrence | None:
    """Return the occurrence of a long quotation that begins as it should and departs from its words later."""
    known = piece.sought.known
    if len(piece.keys) < len(known.keys) or len(known.keys) < _SHORTEST_WITH_SLIPS[known.quote.language]:
        return None
    word = bisect_right(near.ends, at - begin)
    if near.keys[word] not in known.keys:
        return None
    start = word - known.keys.index(near.keys[word])
    # it was the sieve that found the start: no seeds need to be counted
    match = next(matches(known, Counter({start: len(known.keys)}), near), None)
    if match is None:
        return None
    first, last = near.span(match.first, match.last)
    return Occurrence(known.quote, begin + first, begin + last, tuple(near.keys[match.first : match.last]), whole=False)


def _word_start(text: str, at: int) -> int:
    """Return where the word over an offset begins; a Chinese character is a word."""
    if not text[at].isascii():
        return at
    while at and (text[at - 1].isalnum() or text[at - 1] in "'’"):
        at -= 1
    return at


def _run(near: Words, keys: tuple[str, ...], at: int) -> int | None:
    """Return the word at which the keys begin, where they stand over an offset."""
    length = len(keys)
    for word in range(len(near.keys) - length + 1):
        if near.starts[word] > at:
            return None
        if near.ends[word + length - 1] > at and tuple(near.keys[word : word + length]) == keys:
            return word
    return None


def _joined(piece: _Piece, near: Sequence[str], word: int) -> tuple[int, int]:
    """Return the sentences that a piece makes with those of its quotation that stand right beside it."""
    keys, ends = piece.sought.keys, (0, *piece.sought.ends)
    origin = word - piece.start  # the word at which the whole would begin

    def stands(sentence: int) -> bool:
        start, end = ends[sentence], ends[sentence + 1]
        return origin + start >= 0 and tuple(near[origin + start : origin + end]) == keys[start:end]

    first, last = piece.first, piece.last
    while first > 0 and stands(first - 1):
        first -= 1
    while last < len(ends) - 1 and stands(last):
        last += 1
    return first, last


def _longest(found: Iterable[Occurrence], length: int) -> list[Occurrence]:
    """Return the occurrences without those that overlap a longer one, in the text's order."""
    taken = bytearray(length)
    kept = []
    for one in sorted(found, key=lambda one: (-len(one.keys), not one.whole, one.start, one.quote.id)):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
