"""Lines and columns against oracles: Python's own codecs, and a text that is split by hand."""

import re
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind, Range

from epigraph.lsp import positions
from epigraph.lsp.positions import Lines

UTF8, UTF16, UTF32 = PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32
UNITS = {UTF8: ("utf-8", 1), UTF16: ("utf-16-le", 2), UTF32: ("utf-32-le", 4)}

texts = st.text(st.sampled_from("ab\r\n\u2028\x0b\x85é引😀"), max_size=30)
encodings = st.sampled_from(sorted(UNITS))


def place_by_codec(text: str, offset: int, encoding: PositionEncodingKind) -> Position:
    """Return the position of an offset, found by splitting and encoding what stands before it."""
    codec, size = UNITS[encoding]
    lines = re.split(r"\r\n|\r|\n", text[:offset])
    return Position(len(lines) - 1, len(lines[-1].encode(codec)) // size)


@given(texts, encodings, st.data())
def test_positions_are_those_of_the_codecs(text: str, encoding: PositionEncodingKind, data: st.DataObject) -> None:
    """An offset has the line and column that encoding the text before it gives, and the way back leads to it."""
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n" and offset:
        return  # the client cannot name what is between these two
    lines = Lines.of(text, encoding)
    position = lines.position(offset)
    assert position == place_by_codec(text, offset, encoding)
    assert lines.offset(position) == offset


@given(texts, encodings, st.integers(0, 50), st.integers(0, 50))
def test_any_position_is_an_offset_of_its_line(
    text: str, encoding: PositionEncodingKind, line: int, column: int
) -> None:
    """A position beyond its line is the line's end, one beyond the text is the text's end."""
    lines = re.split(r"\r\n|\r|\n", text)
    offset = Lines.of(text, encoding).offset(Position(line, column))
    if line >= len(lines):
        assert offset == len(text)
    else:
        found = place_by_codec(text, offset, encoding)
        assert found.line == line
        assert found.character <= column


@pytest.mark.parametrize(
    ("encoding", "column", "offset"),
    [(UTF16, 1, 0), (UTF16, 2, 1), (UTF8, 3, 0), (UTF8, 4, 1), (UTF32, 1, 1)],
)
def test_a_column_inside_of_a_character_is_before_it(encoding: PositionEncodingKind, column: int, offset: int) -> None:
    """Half a surrogate pair, or a part of a UTF-8 sequence, does not split the character."""
    assert Lines.of("😀", encoding).offset(Position(0, column)) == offset


def test_only_cr_lf_and_crlf_end_a_line() -> None:
    """U+2028, VT, FF and NEL stay in their lines, as the protocol wants it."""
    assert Lines.of("a\u2028b\x0bc\x0cd\x85e\rf\ng\r\nh", UTF16).starts == (0, 10, 12, 15)


@given(texts, texts, st.data())
def test_the_lines_of_an_edited_text_are_those_of_the_text(text: str, new: str, data: st.DataObject) -> None:
    """Whatever an edit parts or joins, also a CR and a LF at its borders, no line is lost and none is made up."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    edited = Lines.of(text, UTF16).edited(start, end, new)
    assert edited == Lines.of(text[:start] + new + text[end:], UTF16)


def test_an_edit_looks_for_line_ends_only_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of a thousand changes of a long document must not read the document a thousand times."""
    lines = Lines.of("a line\n" * 1_000, UTF16)
    monkeypatch.setattr(positions, "_starts", looked := Mock(side_effect=positions._starts))
    assert lines.edited(3_500, 3_502, "B\nl").position(3_503).line == 501
    assert [call.args[1:] for call in looked.call_args_list] == [(3_499, 3_503)]


def test_a_range_that_is_turned_round_is_set_right() -> None:
    """Whatever the order of its ends, a range is the text between them."""
    assert Lines.of("one two", UTF16).span(Range(Position(0, 5), Position(0, 1))) == (1, 5)
