"""The terms of a text, by which words meet in an index. One definition for the server and for the export."""

import re
from collections.abc import Iterator

from epigraph.text.normal import CJK, normalise

_STEM = 6  # letters kept of a word: "forgive", "forgiveness" and "forgiving" meet
_WORD = re.compile(rf"({CJK}+)|(\w+)")


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
