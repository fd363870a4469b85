"""The language of a text."""

import pytest

from epigraph.text.language import language_of
from epigraph.text.normal import normalise


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Time flies", "en"),
        ("光阴似箭", "zh"),
        ("他说 OK 好的呀", "zh"),
        ("the word 道 in English", "en"),
        ("123", "en"),
    ],
)
def test_the_main_script_tells_the_language(text: str, expected: str) -> None:
    """Chinese characters are weighed against Latin words."""
    assert language_of(text) == expected


def test_without_words_the_default_holds() -> None:
    """Digits, Hangul and lone surrogates are neither Chinese nor English."""
    assert language_of("12 한국어 \ud800", default="zh") == "zh"
    assert language_of("12 한국어 \ud800") == "en"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Don’t Stop!", "dont stop"), ("ＡＢＣ １", "abc 1"), ("天 地，玄黄", "天地玄黄"), ("a_b", "a b")],
)
def test_case_width_and_punctuation_do_not_count(one: str, other: str) -> None:
    """Two ways to write the same words are the same text."""
    assert normalise(one) == normalise(other)
