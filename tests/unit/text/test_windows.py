"""The windows beside a gap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.text.markup.scan import GONE
from epigraph.text.query import LANGUAGES, Language
from epigraph.text.windows import WINDOW_CHARACTERS, WINDOW_LIMIT, WINDOW_WORDS, fold, left_window, right_window
from unit.text.strategies import texts

NUMBERS = [f"w{number}" for number in range(100)]


def test_english_windows_have_forty_words() -> None:
    """The last 40 words before the gap, the first 40 after it, over lines and paragraphs."""
    text = "\n\n".join(NUMBERS)
    assert left_window(text, "en") == " ".join(NUMBERS[-WINDOW_WORDS:])
    assert right_window(text, "en") == " ".join(NUMBERS[:WINDOW_WORDS])


def test_chinese_windows_have_fifty_characters() -> None:
    """White space is not counted, and a line break between Chinese characters is no space."""
    text = "天地玄黄，\n宇宙洪荒。" * 20
    joined = text.replace("\n", "")
    assert left_window(text, "zh") == joined[-WINDOW_CHARACTERS:]
    assert right_window(text, "zh") == joined[:WINDOW_CHARACTERS]


def test_a_latin_word_at_the_far_end_is_taken_whole() -> None:
    """A Chinese window is rather a little longer than cuts a word or a number."""
    assert left_window("甲Shakespeare" + "乙" * 45, "zh") == "Shakespeare" + "乙" * 45
    assert right_window("乙" * 49 + "1984年", "zh") == "乙" * 49 + "1984"


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("", ""),
        (" \r\n\t\u2028 ", ""),
        ("a\x00b \ud800c", "a b c"),
        (f"em{GONE}phasis", "emphasis"),
        ("中文 word\n中 文", "中文 word 中文"),
        ("他说： “好”", "他说： “好”"),
        ("😀 é", "😀 é"),
    ],
)
def test_white_space_is_folded(prose: str, expected: str) -> None:
    """Prose becomes one line; what no tokenizer reads is white space."""
    assert fold(prose) == expected


def test_a_far_word_is_reached_over_blanked_code() -> None:
    """Words beyond a long blank stretch still come into the window."""
    assert left_window("far words" + " " * 100_000 + "near", "en") == "far words near"


def test_a_text_without_words_is_cut() -> None:
    """A run without end does not become a window without end."""
    assert len(left_window("x" * 10_000_000, "en")) == len(right_window("x" * 10_000_000, "zh")) == WINDOW_LIMIT


@given(texts, st.sampled_from(LANGUAGES))
def test_windows_are_ends_of_the_folded_text(text: str, language: Language) -> None:
    """Windows are words of the source in order, next to the gap and bounded."""
    left, right = left_window(text, language), right_window(text, language)
    assert fold(text).endswith(left)
    assert fold(text).startswith(right)
    for window in (left, right):
        assert len(window.split(" ")) <= WINDOW_WORDS or language == "zh"
        assert len(window) <= WINDOW_LIMIT


@given(texts, st.sampled_from(LANGUAGES))
def test_the_left_window_depends_on_its_tail_only(text: str, language: Language) -> None:
    """What stands beyond a full window does not change it."""
    tail = " tail 尾" * 60
    assert left_window(text + tail, language) == left_window("other" + tail, language)
