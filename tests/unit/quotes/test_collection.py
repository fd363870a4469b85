"""Layers of quotations."""

from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import Quote, merged

SHIPPED = Quote(
    "Know thyself", "en", author="Socrates", gloss="Look inside.", attribution="attributed", collection="en"
)
OTHER = Quote("Time flies", "en", collection="en")
OWN = Quote("Know thyself!", "en", work="Charmides", year=-380, topics=("wisdom",), collection="own")


def test_new_fields_win_and_silence_erases_nothing() -> None:
    """What the new quotation does not say is taken from the old one, doubt included."""
    assert merged(SHIPPED, OWN) == Quote(
        "Know thyself!",
        "en",
        author="Socrates",
        work="Charmides",
        year=-380,
        topics=("wisdom",),
        gloss="Look inside.",
        attribution="attributed",
        collection="own",
    )


def test_a_year_nought_is_not_silence() -> None:
    """Only a missing year is filled from the old quotation."""
    assert merged(Quote("Hi", "en", year=5), Quote("Hi", "en", year=0)).year == 0


def test_an_own_entry_completes_the_shipped_one_on_its_row() -> None:
    """Rows stay those of the bundle."""
    collection = Collection([SHIPPED, OTHER, OWN])
    assert [quote.text for quote in collection] == ["Know thyself!", "Time flies"]
    assert collection[0].gloss == "Look inside."
    assert collection.row_of == {SHIPPED.id: 0, OTHER.id: 1}


def test_quotations_are_found_by_id_and_its_start() -> None:
    """A whole id finds one, a start finds all that have it."""
    collection = Collection([SHIPPED, OTHER])
    assert collection.get(OTHER.id) == OTHER
    assert collection.get("") is None
    assert collection.starting(OTHER.id[:6]) == [OTHER]
    assert collection.starting("") == [SHIPPED, OTHER]
