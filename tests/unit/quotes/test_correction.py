"""The right wording in place of a wrong one."""

import pytest

from builders import make_quote
from epigraph.quotes.correction import corrected
from epigraph.quotes.quote import Quote


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("All that glistens is not gold", "All that glitters is not gold.", "All that glitters is not gold"),
        ("all what glitters is not gold", "All that glitters is not gold", "all that glitters is not gold"),
        ("i thought, thus I am", "I think, therefore I am!", "I think, therefore I am"),
        (
            "What’s done can’t be undid",
            "What's done cannot be undone, it's said",
            "What’s done cannot be undone, it’s said",
        ),
    ],
)
def test_the_wording_takes_the_writers_case_and_apostrophes(text: str, quote: str, expected: str) -> None:
    """From the first word to the last: marks at the ends stay outside."""
    assert corrected(text, make_quote(quote)) == expected


def test_the_wording_takes_the_writers_script() -> None:
    """A traditional text gets a traditional quotation."""
    assert corrected("欲窮千里目，更上一樓層", Quote("欲穷千里目，更上一层楼。", "zh")) == "欲窮千里目，更上一層樓"
