"""Verses of the Bible in the many ways in which they are cited."""

import pytest

from epigraph.quotes.verses import Verse, means_book, verses_in


@pytest.mark.parametrize(
    ("text", "verses"),
    [
        ("Romans 6:23 (King James Version)", [("romans", 6, 23)]),
        ("(Rom. vi. 23)", [("rom", 6, 23)]),
        ("see Ps. XC, 4; Job xxviii. 28", [("ps", 90, 4), ("job", 28, 28)]),
        ("1 Cor 15:26 and II Tim. 1:7", [("1 cor", 15, 26), ("2 tim", 1, 7)]),
        ("Matthew, chapter 5, verse 8", [("matthew", 5, 8)]),
        ("Song of Solomon 2:15", [("song of solomon", 2, 15)]),
        ("we met at 6:23, in 1984", []),
        ("version 3.11 of 2024", []),
    ],
)
def test_references(text: str, verses: list[Verse]) -> None:
    """Abbreviations, Roman numerals, numbers of books; a time of day is none."""
    assert list(verses_in(text)) == verses


@pytest.mark.parametrize(
    ("written", "book", "means"),
    [
        ("rom", "romans", True),
        ("psalms", "psalm", True),
        ("jn", "john", True),
        ("1 cor", "1 corinthians", True),
        ("cor", "1 corinthians", False),
        ("2 cor", "1 corinthians", False),
        ("mark", "matthew", False),
    ],
)
def test_how_a_book_may_be_written(written: str, book: str, *, means: bool) -> None:
    """Letters of its name in their order, from the first on."""
    assert means_book(written, book) == means
