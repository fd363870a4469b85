"""Turn a client's lines and columns into offsets, and back. The one place that knows position encodings.

A line ends at CR, LF or CRLF and nowhere else; a column counts UTF-8, UTF-16 or UTF-32 units, as negotiated.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol import types

Encoding = types.PositionEncodingKind | str

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNITS: dict[Encoding, tuple[str, int]] = {  # the codec of an encoding, and the bytes of one unit
    types.PositionEncodingKind.Utf8: ("utf-8", 1),
    types.PositionEncodingKind.Utf16: ("utf-16-le", 2),
}


@dataclass(frozen=True, slots=True)
class Lines:
    """A text without lone surrogates, where its lines start, and how the client counts columns."""

    text: str
    encoding: Encoding
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, encoding: Encoding) -> "Lines":
        """Find the lines of a text."""
        return cls(text, encoding, (0, *_starts(text, 0, len(text))))

    def edited(self, start: int, end: int, new: str) -> "Lines":
        """Return the lines with new text at start:end; the others are moved, not looked for again."""
        text = self.text[:start] + new + self.text[end:]
        if self.text.startswith("\n", end):
            end, new = end + 1, new + "\n"  # it may join a CR before it
        moved = len(text) - len(self.text)
        return Lines(
            text,
            self.encoding,
            (
                *self.starts[: max(1, bisect_left(self.starts, start))],
                *_starts(text, max(0, start - 1), start + len(new)),  # a CR before the edit may join a LF of it
                *[later + moved for later in self.starts[bisect_right(self.starts, end) :]],
            ),
        )

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; beyond a line is its end, beyond the text is the text's end."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        return start + _characters(self.text[start : self._end(position.line)], position.character, self.encoding)

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset; one between CR and LF is the end of their line."""
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        before = self.text[start : min(offset, self._end(line))]
        return types.Position(line, _units(before, self.encoding))

    def span(self, range_: types.Range) -> tuple[int, int]:
        """Return the offsets of a range, in order whatever the client's."""
        start, end = sorted((self.offset(range_.start), self.offset(range_.end)))
        return start, end

    def range(self, start: int, end: int) -> types.Range:
        """Return the range of two offsets."""
        return types.Range(self.position(start), self.position(end))

    def _end(self, line: int) -> int:
        """Return where a line's text ends, before its CR or LF."""
        if line + 1 == len(self.starts):
            return len(self.text)
        end = self.starts[line + 1] - 1
        return end - 1 if self.text[end] == "\n" and self.text[end - 1 : end] == "\r" else end


def _starts(text: str, start: int, end: int) -> Iterator[int]:
    """Return where lines start after the line ends in a part of a text."""
    return (found.end() for found in _LINE_END.finditer(text, start, end))


# all by codecs, never character by character: a line may have millions of them, and the editor waits
def _characters(line: str, column: int, encoding: Encoding) -> int:
    """Return how many characters of a line stand before a column; inside of a character is before it."""
    if line.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return min(column, len(line))
    codec, size = _UNITS[encoding]
    return len(line.encode(codec)[: column * size].decode(codec, errors="ignore"))


def _units(line: str, encoding: Encoding) -> int:
    if line.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return len(line)
    codec, size = _UNITS[encoding]
    return len(line.encode(codec)) // size
