"""Attributions as people write them."""

import pytest

from epigraph.quotes.formats.attribution import (
    read_source,
    source_of_line,
    split_source,
    without_quotation_marks,
    write_source,
    year_in,
)
from epigraph.quotes.quote import Quote


@pytest.mark.parametrize(
    ("source", "author", "work", "year"),
    [
        ("Seneca", "Seneca", "", None),
        ("Seneca, Letters", "Seneca", "Letters", None),
        ("Seneca, *Letters* (65)", "Seneca", "Letters", 65),
        ("William Shakespeare, *Hamlet, Act 3* (1603)", "William Shakespeare", "Hamlet, Act 3", 1603),
        ("Plato, Republic, Book 1", "Plato", "Republic, Book 1", None),
        ('Mark Twain, "Letters"', "Mark Twain", "Letters", None),
        ("George Orwell, 1984", "George Orwell", "1984", None),
        ("George Orwell, *1984*, 1949", "George Orwell", "1984", 1949),
        ("Julius Caesar (44 BC)", "Julius Caesar", "", -44),
        ("Martin Luther King, Jr.", "Martin Luther King, Jr.", "", None),
        ("Martin Luther King, Jr., Letter", "Martin Luther King, Jr.", "Letter", None),
        ("Anne, Princess Royal,", "Anne, Princess Royal", "", None),
        ('Robert "Bob" Marley', 'Robert "Bob" Marley', "", None),
        ('"Weird Al" Yankovic', '"Weird Al" Yankovic', "", None),
        ("*Seneca*", "Seneca", "", None),
        ("_Seneca, Letters_", "Seneca", "Letters", None),
        ('"Beowulf"', "", "Beowulf", None),
        ("鲁迅《故乡》", "鲁迅", "故乡", None),
        ("鲁迅：《故乡》（1921年）", "鲁迅", "故乡", 1921),
        ("司马迁，史记", "司马迁", "史记", None),
        ("《周易·乾卦》", "", "周易·乾卦", None),
        ("", "", "", None),
    ],
)
def test_source_is_read(source: str, author: str, work: str, year: int | None) -> None:
    """Author, work and year are told apart."""
    record = read_source(source)
    assert (record["author"], record["work"], record.get("year")) == (author, work, year)


@pytest.mark.parametrize("dash", ["—", "–", "--", "―", "——", "---"])
def test_a_line_with_any_dash_is_a_source(dash: str) -> None:
    """All the dashes that people type start an attribution."""
    assert source_of_line(f"  {dash} Seneca ") == "Seneca"


@pytest.mark.parametrize("line", ["Seneca", "- Seneca", "—", "a — b"])
def test_other_lines_are_no_source(line: str) -> None:
    """A line without a dash at its start, or with nothing behind it, is text."""
    assert source_of_line(line) is None


@pytest.mark.parametrize(
    ("line", "text", "source"),
    [
        ("Know thyself — Socrates", "Know thyself", "Socrates"),
        ("Life is short — art is long — Hippocrates", "Life is short — art is long", "Hippocrates"),
        ("Know thyself.--Socrates", "Know thyself.", "Socrates"),
        ("知识就是力量——培根", "知识就是力量", "培根"),
        ("天行健。——《周易》", "天行健。", "《周易》"),
        ("他走了——永远地走了。", "他走了——永远地走了。", ""),
        ("a well-known saying", "a well-known saying", ""),
        ("— Socrates", "— Socrates", ""),
    ],
)
def test_text_and_source_are_parted(line: str, text: str, source: str) -> None:
    """The last dash parts them, unless what follows is a sentence or nothing stands before it."""
    assert split_source(line) == (text, source)


@pytest.mark.parametrize(
    ("text", "year"),
    [("1603", 1603), ("c. 1599", 1599), ("44 BC", -44), ("公元前44年", -44), ("2003-04-05", 2003), ("-44", -44)],
)
def test_years_are_read(text: str, year: int) -> None:
    """A year is found in the ways people write dates."""
    assert year_in(text) == year


def test_what_is_no_year_stays_for_the_record_to_refuse() -> None:
    """Text without a number is handed on, so that the problem can show it."""
    assert year_in("unknown") == "unknown"


@pytest.mark.parametrize(
    ("text", "bare"),
    [("“Hi”", "Hi"), ('"Hi"', "Hi"), ("「好」", "好"), ("“a” and “b”", "“a” and “b”"), ("“Hi", "“Hi"), ('"', '"')],
)
def test_only_a_pair_around_all_is_taken_off(text: str, bare: str) -> None:
    """Quotation marks inside a text belong to it."""
    assert without_quotation_marks(text) == bare


def test_written_source_keeps_a_name_with_a_comma() -> None:
    """A comma at the end tells a reader that the name goes that far."""
    quote = Quote("Hi", "en", author="Anne, Princess Royal", year=1990)
    assert write_source(quote, mark="*") == "Anne, Princess Royal, (1990)"
    assert read_source(write_source(quote, mark="*"))["author"] == quote.author
