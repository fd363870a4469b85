"""Lines and columns as the protocol defines them, by splitting and encoding: an oracle without code of ours."""

import re
from collections.abc import Iterable

from lsprotocol.types import Position, Range, TextEdit

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def place(text: str, offset: int, encoding: str) -> Position:
    """Return the position of an offset."""
    codec, size = _UNITS[encoding]
    lines = re.split(r"\r\n|\r|\n", text[:offset])
    return Position(len(lines) - 1, len(lines[-1].encode(codec)) // size)


def span(text: str, start: int, end: int, encoding: str) -> Range:
    """Return the range of two offsets."""
    return Range(place(text, start, encoding), place(text, end, encoding))


def offset(text: str, position: Position, encoding: str) -> int:
    """Return the offset of a position, which must be one that the text has."""
    codec, size = _UNITS[encoding]
    lines = re.split(r"(\r\n|\r|\n)", text)  # text and line end in turn
    before = "".join(lines[: 2 * position.line])
    encoded = lines[2 * position.line].encode(codec)
    assert position.character * size <= len(encoded), "a column beyond the line"
    return len(before) + len(encoded[: position.character * size].decode(codec))


def applied(text: str, edits: Iterable[TextEdit], encoding: str) -> str:
    """Return a text after edits, which must not overlap."""
    spans = [(offset(text, one.range.start, encoding), offset(text, one.range.end, encoding), one) for one in edits]
    done = len(text)
    for start, end, edit in sorted(spans, key=lambda found: found[:2], reverse=True):
        assert start <= end <= done, "edits that overlap"
        text, done = text[:start] + edit.new_text + text[end:], start
    return text
