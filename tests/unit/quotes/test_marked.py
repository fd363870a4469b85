"""Words in quotation marks."""

import pytest

from epigraph.quotes.marked import in_marks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“WORDS”", True),
        ("« WORDS »", True),
        ("「WORDS。」", True),
        ('he said "WORDS," and left', True),
        ("``WORDS.''", True),
        ("“\u2060WORDS\u2060!”", True),
        ("“…WORDS…”", True),
        ("WORDS", False),
        ("“WORDS go on”", False),
        ("“go on WORDS”", False),
        ('"yes" WORDS "no"', False),
    ],
)
def test_marks_must_stand_on_both_sides(text: str, expected: bool) -> None:
    """Right before and right after, but for a stop; a straight mark must touch."""
    start = text.index("WORDS")
    assert in_marks(text, start, start + len("WORDS")) is expected
