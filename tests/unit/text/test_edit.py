"""Edits and the line they reach into."""

import pytest

from epigraph.text.edit import Edit, line_beside


def test_an_edit_changes_its_range_only() -> None:
    """What stands outside of the range stays."""
    assert Edit(2, 4, "xyz").apply("abcdef") == "abxyzef"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_line_ends_at_every_line_break_of_editors(newline: str) -> None:
    """LF, CRLF and CR end a line; U+2028 does not."""
    text = f"first{newline}be\u2028foreGAPafter{newline}last"
    start = text.index("GAP")
    assert line_beside(text, start, start + 3) == ("be\u2028fore", "after")
