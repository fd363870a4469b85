"""Known quotations in a text: where they stand, word for word or not."""

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import make_quote
from epigraph.quotes.collection import shipped
from epigraph.quotes.quote import Quote
from epigraph.quotes.sightings import Recogniser, Sighting
from epigraph.text.query import Language

EUREKA = make_quote("Eureka")
TELL = make_quote("Time will tell")
LIFE = make_quote("The unexamined life is not worth living", author="Socrates")
GLITTER = make_quote("All that glitters is not gold")
LOVED = make_quote("'Tis better to have loved and lost than never to have loved at all")
LEARN = Quote("学而时习之，不亦说乎？", "zh")
TOWER = Quote("欲穷千里目，更上一层楼", "zh", author="王之涣")
KNOWN = Recogniser([EUREKA, TELL, LIFE, GLITTER, LOVED, LEARN, TOWER])
EXAMPLES = Path(__file__).parents[3] / "examples"
COMMON = """
    the of and to a in that it is was he for as with his they be at one have this from or had by but some what there
    we can out other were all your when up use how said an each she which do their time if will way about many then
"""


@cache
def everything(language: Language) -> Recogniser:
    """Recognise the shipped collection."""
    return Recogniser(shipped(language))


def seen(text: str) -> list[tuple[Quote, str]]:
    """Return each quotation found with the words that it was found as."""
    return [(sighting.quote, text[sighting.start : sighting.end]) for sighting in KNOWN.find(text)]


@pytest.mark.parametrize(
    ("text", "quote", "words"),
    [
        ("So: the UNEXAMINED life,\nis not worth living.", LIFE, "the UNEXAMINED life,\nis not worth living"),
        (
            "x the \u2060unexamined\u2060 life isn’t worth living",
            LIFE,
            "the \u2060unexamined\u2060 life isn’t worth living",
        ),
        ("It is better to have loved and lost than never to have loved at all.", LOVED, ""),
        ("子曰：「學而時習之，不亦悅乎？」", LEARN, "學而時習之，不亦悅乎"),
        ("Well, time will tell.", TELL, "time will tell"),
        ("He cried “Eureka!” and ran", EUREKA, "Eureka"),
    ],
)
def test_the_same_words_are_exact(text: str, quote: Quote, words: str) -> None:
    """Case, punctuation, line breaks, apostrophes, spelling, script and marks of markup do not matter."""
    [sighting] = KNOWN.find(text)
    assert (sighting.quote, sighting.exact, sighting.whole) == (quote, True, True)
    assert text[sighting.start : sighting.end] == (words or text[:-1])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The unexamined life is not living", LIFE),
        ("The unexamined human life is not worth living", LIFE),
        ("The unexamined life is not worth having", LIFE),
        ("The unexamined life not is worth living", LIFE),
        ("All that glistens is not gold", GLITTER),
        ("欲穷千里目，更上一屋楼", TOWER),
        ("欲穷千里目，更上一楼", TOWER),
        ("欲穷千里目，要更上一层楼", TOWER),
        ("欲窮千里目，更上一樓層", TOWER),
    ],
)
def test_a_slip_in_quotation_marks_departs(text: str, quote: Quote) -> None:
    """A word or character missing, added, replaced or swapped is found, all of it, as a departure."""
    [sighting] = KNOWN.find(f"Somebody wrote “{text}.”")
    assert sighting == Sighting(quote, 16, 16 + len(text), exact=False, whole=True)


def test_two_slips_in_a_short_quotation_make_another() -> None:
    """About one slip for every six words is a misquotation; more is a text of its own."""
    assert KNOWN.find("“The unexamined house is not worth having.”") == []


@pytest.mark.parametrize(
    "text",
    [
        "There was no time. Will tell you more.",
        "Then eureka struck, and we know more.",
        "Cheese that glitters is not gold",
        "All that glitters is not cheese, they say.",
        "此刻学而时习",
    ],
)
def test_everyday_words_are_no_quotation(text: str) -> None:
    """Without marks, short or playful words that resemble a quotation are not reported."""
    assert KNOWN.find(text) == []


def test_common_words_in_common_are_no_quotation() -> None:
    """Shakespeare's "In such a night as this" has no word that is rare."""
    assert everything("en").find("In such a solitude as this nobody hears.") == []


def test_rare_words_need_no_marks() -> None:
    """Nobody writes seven words of a quotation and the eighth wrong by chance."""
    [sighting] = KNOWN.find("we thought the unexamined human life is not worth living at all")
    assert (sighting.quote, sighting.exact) == (LIFE, False)


def test_a_credit_is_as_good_as_marks() -> None:
    """Words that are credited to the quotation's author quote it."""
    [sighting] = everything("en").find("In such a solitude as this — Shakespeare")
    assert (sighting.quote.text, sighting.exact) == ("In such a night as this", False)


def test_words_left_out_at_an_end_are_no_slip() -> None:
    """Who leaves out the first words quotes the rest exactly."""
    [sighting] = KNOWN.find("better to have loved and lost than never to have loved at all")
    assert (sighting.quote, sighting.exact, sighting.whole) == (LOVED, True, False)


def test_a_clause_of_a_long_quotation_is_a_part() -> None:
    """The first or last clauses of a quotation are exact, and not the whole."""
    whole = make_quote("To be, or not to be, that is the question: whether 'tis nobler in the mind to suffer")
    [sighting] = Recogniser([whole]).find("“To be or not to be: that is the question,” he muttered")
    assert (sighting.start, sighting.end, sighting.exact, sighting.whole) == (1, 41, True, False)


def test_the_exact_wording_wins_over_a_variant() -> None:
    """Of two wordings of one saying that both resemble the text, the one that stands there is found."""
    variant = make_quote("All that glisters is not gold", variant_of=GLITTER.id)
    assert [one.quote for one in Recogniser([GLITTER, variant]).find("“All that glisters is not gold”")] == [variant]


def test_the_longest_wins_over_what_it_contains() -> None:
    """A short quotation inside a longer one is not found a second time."""
    longer = make_quote("Only time will tell who was right")
    assert [one.quote for one in Recogniser([TELL, longer]).find("Only time will tell who was right")] == [longer]


def test_quotations_come_in_the_order_of_the_text() -> None:
    """Several quotations, one of them twice."""
    text = "Time will tell. All that glitters is not gold. Time will tell!"
    assert [quote for quote, _ in seen(text)] == [TELL, GLITTER, TELL]


@given(st.text(st.characters(), max_size=120))
def test_any_text_is_read(text: str) -> None:
    """Nothing raises, and sightings lie in the text, in order and apart."""
    found = KNOWN.find(text + " 学而时习之" + text)
    ends = [0, *(sighting.end for sighting in found)]
    assert all(end <= one.start < one.end for end, one in zip(ends, found, strict=False))


@given(st.integers(0, 5000), st.text(st.characters(categories=["Lu", "Zs", "Po"]), max_size=20), st.booleans())
def test_a_quotation_in_any_text_is_found_in_its_place(row: int, around: str, chinese: bool) -> None:
    """Every quotation of the collection is found where it was put."""
    known = everything("zh" if chinese else "en")
    quotes = [one.quote for one in known._known]
    quote = quotes[row % len(quotes)]
    text = f"{around}\n\n“{quote.text}”\n\n{around}"
    start = len(around) + 3
    end = start + len(quote.text)
    inside = [one for one in known.find(text) if start <= one.start and one.end <= end]
    assert [one.quote.saying for one in inside if one.whole and one.exact] == [quote.saying]


@given(st.integers(0, 5000), st.randoms(use_true_random=False))
def test_a_long_quotation_with_one_slip_is_found(row: int, chance: random.Random) -> None:
    """A word inside that is replaced, added or left out hides no quotation of nine words or more."""
    known = everything("en")
    quotes = [one.quote for one in known._known if len(one.quote.text.split()) >= 9]
    quote = quotes[row % len(quotes)]
    words = quote.text.split()
    at = chance.randrange(1, len(words) - 1)
    words[at : at + chance.choice([0, 1])] = chance.choice([["zebra"], ["xylophone"]])
    found = known.find(f"“{' '.join(words)}”")
    assert quote.saying in {one.quote.saying for one in found}


@given(st.lists(st.sampled_from(COMMON.split()), min_size=50, max_size=300))
def test_common_words_at_random_are_never_a_misquotation(words: list[str]) -> None:
    """Words that everybody uses do not add up to a quotation with slips."""
    assert all(one.exact and one.whole for one in everything("en").find(" ".join(words)))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.md")), ids=lambda path: path.name)
def test_the_examples_quote_nothing_yet(path: Path) -> None:
    """Documents whose places for quotations are empty have no sightings."""
    text = path.read_text(encoding="utf-8")
    assert everything("en").find(text) == everything("zh").find(text) == []
