"""The words beside a gap: the one definition that training and serving share. Takes prose, knows no markup.

English: 40 words, a word being a run between white space. Chinese: 50 characters that are not white space; a
Latin word or a number at the far end is taken whole, so a window may be a little longer. No window is longer
than 1,000 characters, which only a text without words reaches. White space, over lines and paragraphs, is folded
to one space, and to none between two Chinese characters or a character and a mark, where a line break is no space.
"""

import re

from epigraph.text.markup.scan import GONE
from epigraph.text.normal import CJK
from epigraph.text.query import Language

WINDOW_WORDS = 40
WINDOW_CHARACTERS = 50
WINDOW_LIMIT = 1_000

_FIRST_PIECE = 512
# a lone surrogate or a control character is nothing that a tokenizer could read
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")
_WIDE = rf"(?:{CJK}|[—‘’“”…\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])"
_WIDE_GAP = re.compile(rf"(?<={CJK}) (?={_WIDE})|(?<={_WIDE}) (?={CJK})")
_WORDS = re.compile(rf"(?:\S+ ?){{0,{WINDOW_WORDS}}}")
_LATIN_RUN_OR_CHARACTER = re.compile(r"[A-Za-z0-9À-ɏ]+|\S")


def left_window(prose_before: str, language: Language) -> str:
    """Return the last words before a gap."""
    size = _FIRST_PIECE
    while True:
        # the rules read the same in both directions: the left window is the right one of the mirrored text
        window, full = _head(prose_before[-size:][::-1], language)
        if full or size >= len(prose_before):
            return window[::-1]
        size *= 4


def right_window(prose_after: str, language: Language) -> str:
    """Return the first words after a gap."""
    size = _FIRST_PIECE
    while True:
        window, full = _head(prose_after[:size], language)
        if full or size >= len(prose_after):
            return window
        size *= 4


def fold(prose: str) -> str:
    """Return prose as one line: what vanishes gone, white space folded."""
    return _WIDE_GAP.sub("", _SPACE.sub(" ", prose.replace(GONE, "")).strip(" "))


def _head(piece: str, language: Language) -> tuple[str, bool]:
    """Return the window at the start of a piece, and whether more of the text could not change it."""
    line = fold(piece)
    end = _words_end(line) if language == "en" else _characters_end(line)
    return line[: min(end, WINDOW_LIMIT)].rstrip(" "), min(end, WINDOW_LIMIT) < len(line)


def _words_end(line: str) -> int:
    match = _WORDS.match(line)
    return match.end() if match else 0


def _characters_end(line: str) -> int:
    count = 0
    for unit in _LATIN_RUN_OR_CHARACTER.finditer(line):
        count += len(unit[0])
        if count >= WINDOW_CHARACTERS:
            return unit.end()
    return len(line)
