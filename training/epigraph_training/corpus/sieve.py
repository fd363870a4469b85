"""Where in a text a quotation may begin: one fast pass for all of them, which misses few and promises nothing.

The automaton does not read the text but what of it hardly any printing changes. English: the consonants, for it is
vowels, z and apostrophes that spellings differ in. Chinese: the characters, each for its group of variants. Only the
first symbols of a quotation are sought; who asks must compare the words.
"""

import string
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import Protocol

import ahocorasick_rs
import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.words import wording
from epigraph.text.query import Language

Positions = NDArray[np.intp]

_SYMBOLS: dict[Language, int] = {"en": 12, "zh": 6}  # sought of each quotation: enough to be rare, few for the cache
_BLOCK = 1 << 13  # characters whose positions are worked out at a time: most blocks have no hit
_SHORTEST: dict[Language, int] = {"en": 4, "zh": 3}  # fewer stand everywhere

_LETTERS = bytes.maketrans(string.ascii_letters.encode(), (string.ascii_lowercase * 2).replace("z", "s").encode())
_ALPHABET = (string.ascii_letters + string.digits).translate(str.maketrans("", "", "aeiouAEIOU")).encode()
_GONE = bytes(set(range(256)).difference(_ALPHABET))
_IS_KEPT = bytes(code not in _GONE for code in range(256))


class Alphabet(Protocol):
    """What of a text the automaton reads."""

    def symbols(self, text: str) -> bytes:
        """Return the symbols of a text, `width` bytes each."""

    def positions(self, text: str) -> Positions:
        """Return where in the text each symbol stands."""

    width: int


class _English:
    width = 1

    def symbols(self, text: str) -> bytes:
        return text.encode("ascii", "replace").translate(_LETTERS, _GONE)

    def positions(self, text: str) -> Positions:
        return np.flatnonzero(np.frombuffer(text.encode("ascii", "replace").translate(_IS_KEPT), np.bool_))


class _Chinese:
    width = 2

    def symbols(self, text: str) -> bytes:
        codes = self._codes(text)
        kept: NDArray[np.uint16] = codes[codes != 0]
        return kept.tobytes()

    def positions(self, text: str) -> Positions:
        return np.flatnonzero(self._codes(text))

    def _codes(self, text: str) -> NDArray[np.uint16]:
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        # clipped: beyond the table there is no Chinese but rare characters
        return _characters().take(points, mode="clip")


@cache
def _characters() -> NDArray[np.uint16]:
    """Return for each code point the Chinese character by which recognition compares it, or 0."""
    table = np.zeros(0xFB00, "<u2")
    for first, last in ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFAFF)):
        for point in range(first, last):
            key = ord(wording(chr(point))[0])
            table[point] = key if key < len(table) else 0
    return table


class Sieve:
    """An automaton over the first symbols of texts, each with its row; a row may have several ways to be written."""

    def __init__(self, texts: Iterable[tuple[int, str]], language: Language) -> None:
        self._alphabet: Alphabet = _English() if language == "en" else _Chinese()
        width = self._alphabet.width
        rows: dict[bytes, set[int]] = defaultdict(set)
        for row, text in texts:
            pattern = self._alphabet.symbols(text)[: width * _SYMBOLS[language]]
            if len(pattern) >= width * _SHORTEST[language]:
                rows[pattern].add(row)
        self._rows = list(rows.values())
        kind = ahocorasick_rs.Implementation
        # over two-byte symbols a deterministic one would not fit into a cache
        implementation = kind.DFA if width == 1 else kind.ContiguousNFA
        self._automaton = ahocorasick_rs.BytesAhoCorasick(list(rows), implementation=implementation)

    @property
    def rows(self) -> frozenset[int]:
        """The rows of the texts that are long enough to be sought."""
        return frozenset(row for rows in self._rows for row in rows)

    def candidates(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the first symbol of a text may stand, and the text's row."""
        width = self._alphabet.width
        blocks = [text[at : at + _BLOCK] for at in range(0, len(text), _BLOCK)]
        symbols = [self._alphabet.symbols(block) for block in blocks]
        ends = list(accumulate(len(part) for part in symbols))
        positions = cache(lambda block: self._alphabet.positions(blocks[block]))
        for pattern, start, _ in self._automaton.find_matches_as_indexes(b"".join(symbols), overlapping=True):
            if start % width == 0:
                block = bisect_right(ends, start)
                symbol = (start - ends[block] + len(symbols[block])) // width
                at = block * _BLOCK + int(positions(block)[symbol])
                yield from ((at, row) for row in self._rows[pattern])
