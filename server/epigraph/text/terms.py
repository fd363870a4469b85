"""The terms of a text, by which words meet in an index. One definition for the server and for the export."""

import re
import unicodedata
from collections.abc import Iterator

from epigraph.text.normal import CJK, normalise

_STEM = 6  # letters kept of a word: "forgive", "forgiveness" and "forgiving" meet
_WORD = re.compile(rf"({CJK}+)|(\w+)")
_PIECE = re.compile(rf"{CJK}|[^\W_]+|[^\w\s\"“”„‘’‚'«»‹›「」『』]")  # a Chinese character, a word, a mark
_NEAR = 120  # characters on each side in which the pieces beside a gap are looked for
_BEFORE, _AFTER = 4, 3  # pieces that are taken on each side
_ENDS = frozenset(".!?。")  # of a sentence: beyond, nothing tells what the grammar of the place admits


def terms_of(text: str) -> Iterator[str]:
    """Yield the terms of a text: words cut to their first letters, Chinese as pairs of characters."""
    return (term for _, term in words_of(text))


def words_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word of a text, or pair of Chinese characters, and its term."""
    for chinese, word in _WORD.findall(normalise(text)):
        if word:
            yield word, word[:_STEM]
        for start in range(len(chinese) - 1):
            pair = chinese[start : start + 2]
            yield pair, pair


def terms_beside(left: str, right: str) -> Iterator[str]:
    """Yield the terms right beside a gap: the last one to four pieces before it, the first one to three after it.

    Pieces are words, marks and Chinese characters, so that the grammar of the place shows: what can follow "advised him
    to" is not what can follow a colon. Quotation marks are none: a gap may have them or be given them.
    """
    before, after = _pieces(left[-_NEAR:])[-_BEFORE:], _pieces(right[:_NEAR])[:_AFTER]
    for count in range(1 if _ENDS.intersection(before[-1:]) else len(before)):
        yield f"{' '.join(before[-count - 1 :])} _"
    for count in range(1 if _ENDS.intersection(after[:1]) else len(after)):
        yield f"_ {' '.join(after[: count + 1])}"


def _pieces(text: str) -> list[str]:
    return _PIECE.findall(unicodedata.normalize("NFKC", text).casefold())
