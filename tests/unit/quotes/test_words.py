"""When two texts have the same wording."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.quotes.words import wording, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The UNEXAMINED life,\nis not", "the unexamined life is not"),
        ("don't", "do not"),
        ("dont", "don’t"),
        ("'Tis can’t it's", "it is cannot it is"),
        ("o'er the wav'd", "over the waved"),
        ("colour, honoured, realise, centre", "color honored realize center"),
        ("travelled defence judgement mould", "traveled defense judgment mold"),
        ("to-day for ever grey", "today forever gray"),
        ("naïve cafe\u0301", "naive café"),
        ("\u2060em\u2060phasis", "emphasis"),
        ("ＡＢＣ", "abc"),
        ("學而時習之，不亦悅乎", "学而时习之不亦说乎"),
    ],
)
def test_spelling_and_script_do_not_matter(one: str, other: str) -> None:
    """Two ways to write the same words have the same keys."""
    assert wording(one) == wording(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("four", "for"),
        ("filling", "filing"),
        ("his wont", "his will not"),
        ("its", "it's"),
        ("thou", "you"),
        ("人", "入"),
    ],
)
def test_other_words_stay_other_words(one: str, other: str) -> None:
    """Folding goes no further than spelling."""
    assert wording(one) != wording(other)


def test_a_contraction_has_two_keys_at_one_place() -> None:
    """Offsets are those of the word as it is written."""
    found = words("Now it’s me")
    assert found.keys == ["now", "it", "is", "me"]
    assert found.span(1, 3) == (4, 8)


@given(st.text(st.characters(), max_size=80))
def test_any_text_has_words_in_order(text: str) -> None:
    """Every key has a place in the text, and places never go back."""
    found = words(text)
    assert found.keys == wording(text)
    places = list(zip(found.starts, found.ends, strict=True))
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)
