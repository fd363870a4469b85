"""Filters on self-made quotations."""

import pytest

from builders import make_quote
from epigraph.ranking.filters import Filter, hinted, passing

SONNET = make_quote("x" * 100, author="William Shakespeare", topics=("time", "love"), year=1609, collection="en")
ODE = make_quote("Seize the day", author="Horace", topics=("time",), year=-23, collection="own")
FOLK = make_quote("Time flies", author="Proverb", topics=("time",), collection="en")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Filter(), [SONNET, ODE, FOLK]),
        (Filter(author="shakespeare"), [SONNET]),
        (Filter(author="SHAKE"), [SONNET]),
        (Filter(topic="romance"), [SONNET]),
        (Filter(topic="时间"), [SONNET, ODE, FOLK]),
        (Filter(period="1590..1616"), [SONNET]),
        (Filter(period="..0"), [ODE]),
        (Filter(period="-100..1700"), [SONNET, ODE]),
        (Filter(period="1609.."), [SONNET]),
        (Filter(period="classical"), []),
        (Filter(collection="own"), [ODE]),
        (Filter(max_length=12), [FOLK]),
        (Filter(min_length=11, max_length=50), [ODE]),
    ],
)
def test_a_filter_lets_through_what_it_names(wanted: Filter, expected: list[object]) -> None:
    """Each field restricts, names are parts of names, topics go by any of their words."""
    quotes = [SONNET, ODE, FOLK]
    assert [quote for quote, passes in zip(quotes, passing(quotes, wanted), strict=True) if passes] == expected


def test_periods_part_modern_from_classical() -> None:
    """A period is compared as it stands."""
    quotes = [make_quote("a", period="modern"), make_quote("b", period="classical"), make_quote("c")]
    assert passing(quotes, Filter(period="classical")).tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("words", "authors"),
    [
        ("war", ["Sun Tzu"]),
        ("战争", ["Sun Tzu"]),
        ("ill", []),
        ("Shakespeare", ["William Shakespeare"]),
        ("william shakespeare", ["William Shakespeare"]),
        ("shakespeare war", []),
        ("Lytton", ["Edward Bulwer-Lytton"]),
        ("迅", ["鲁迅"]),
        ("先生鲁迅", []),
        ("", []),
        ("?!", []),
    ],
)
def test_a_hint_names_a_topic_or_whole_words_of_an_author(words: str, authors: list[str]) -> None:
    """A word inside of a name is none: "war" is not Edward; of a Chinese name a part is enough."""
    quotes = [
        make_quote("a", author="Edward Bulwer-Lytton"),
        make_quote("b", author="Sun Tzu", topics=("war",)),
        make_quote("c", author="William Shakespeare"),
        make_quote("d", author="鲁迅"),
        make_quote("e"),
    ]
    assert [quote.author for quote, named in zip(quotes, hinted(quotes, words), strict=True) if named] == authors


@pytest.mark.parametrize("fields", [{"period": "old"}, {"period": "1600-1700"}, {"min_length": -1}, {"max_length": -5}])
def test_a_wrong_filter_says_what_was_expected(fields: dict[str, object]) -> None:
    """A filter that cannot be meant is refused when it is made."""
    with pytest.raises(ValueError, match="expected"):
        Filter(**fields)  # type: ignore[arg-type]
