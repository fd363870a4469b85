"""Simplified and traditional script."""

import pytest

from epigraph.text.script import is_traditional, to_simplified, to_traditional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("憂國憂民，後來居上", True),
        ("忧国忧民，后来居上", False),
        ("山水", False),
        ("", False),
        ("Only English", False),
    ],
)
def test_script_goes_by_the_characters_of_one_script_only(text: str, expected: bool) -> None:
    """Characters that both scripts share say nothing."""
    assert is_traditional(text) is expected


def test_scripts_convert_both_ways() -> None:
    """A text comes back from the other script, and phrases are converted as phrases."""
    assert to_traditional("后来，皇后") == "後來，皇后"
    assert to_simplified(to_traditional("愿中国青年都摆脱冷气")) == "愿中国青年都摆脱冷气"


def test_what_is_not_chinese_stays() -> None:
    """NUL, emoji and lone surrogates pass through."""
    assert to_simplified("a\x00憂\ud800😀") == "a\x00忧\ud800😀"
