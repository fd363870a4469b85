"""Turn a client's lines and columns into offsets, and back. The one place that knows position encodings.

A line ends at CR, LF or CRLF and nowhere else; a column counts UTF-8, UTF-16 or UTF-32 units, as negotiated.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from lsprotocol import types

Encoding = types.PositionEncodingKind | str

_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = "\U00010000"  # the first character that takes two UTF-16 units


@dataclass(frozen=True, slots=True)
class Lines:
    """A text, where its lines start, and how the client counts columns."""

    text: str
    encoding: Encoding
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, encoding: Encoding) -> "Lines":
        """Find the lines of a text."""
        return cls(text, encoding, (0, *(end.end() for end in _LINE_END.finditer(text))))

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


def _characters(line: str, column: int, encoding: Encoding) -> int:
    """Return how many characters of a line stand before a column; inside of a character is before it."""
    if _is_one_to_one(line, encoding):
        return min(column, len(line))
    return bisect_right(list(accumulate(_width(char, encoding) for char in line)), column)


def _units(line: str, encoding: Encoding) -> int:
    return len(line) if _is_one_to_one(line, encoding) else sum(_width(char, encoding) for char in line)


def _is_one_to_one(line: str, encoding: Encoding) -> bool:
    """Return whether each character of a line is one unit."""
    if encoding == types.PositionEncodingKind.Utf8:
        return line.isascii()
    return encoding == types.PositionEncodingKind.Utf32 or line.isascii() or max(line) < _ASTRAL


def _width(char: str, encoding: Encoding) -> int:
    if encoding == types.PositionEncodingKind.Utf8:
        return len(char.encode())
    return 2 if char >= _ASTRAL else 1
