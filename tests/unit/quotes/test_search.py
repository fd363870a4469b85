"""Search by words."""

import pytest

from epigraph.quotes.quote import Quote
from epigraph.quotes.search import search

HEART = Quote("Home is where the heart is", "en", author="Pliny", topics=("home",))
ART = Quote("Art is long, life is short", "en", author="Hippocrates", work="Aphorisms", gloss="Skill takes time.")
STUDY = Quote("学而时习之，不亦说乎", "zh", author="孔子", work="论语")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ART"], [ART]),
        (["home", "pliny"], [HEART]),
        (["hippo aphor"], [ART]),
        (["skill"], [ART]),
        (["is"], [HEART, ART]),
        (["long,", "LIFE"], [ART]),
        (["home", "art"], []),
        (["时习"], [STUDY]),
        (["习之不亦"], [STUDY]),
        (["论语 孔子"], [STUDY]),
        (["乎孔"], []),
        (["?"], [HEART, ART, STUDY]),
    ],
)
def test_all_words_must_occur(words: list[str], found: list[Quote]) -> None:
    """Case and punctuation do not count; a word matches from its start, Chinese anywhere in a field."""
    assert search([HEART, ART, STUDY], words) == found
