"""Whom a name means."""

import pytest

from builders import make_quote
from epigraph.quotes.people import People, is_book, is_everyday, is_person, other_names

AUTHORS = (
    "William Shakespeare", "Adam Smith", "Alfred, Lord Tennyson", "Johann Wolfgang von Goethe",
    "Samuel Butler (1835–1902)", "Robert Browning", "Elizabeth Barrett Browning", "Pliny the Elder", "Louis XIV",
    "Duke of Wellington", "Lao Tzu", "Sun Tzu",
    "Charlotte Brontë", "William James", "The Bible", "列夫·托尔斯泰", "富兰克林", "富兰克林·罗斯福", "苏轼",
)  # fmt: skip
PEOPLE = People(make_quote(f"Words of {author}", author=author) for author in AUTHORS)


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("Shakespeare", {"William Shakespeare"}),
        ("W. Shakespeare", {"William Shakespeare"}),
        ("Lord Tennyson", {"Alfred, Lord Tennyson"}),
        ("Goethe", {"Johann Wolfgang von Goethe"}),
        ("Samuel Butler", {"Samuel Butler (1835–1902)"}),
        ("Browning", {"Robert Browning", "Elizabeth Barrett Browning"}),
        ("Elizabeth Browning", {"Elizabeth Barrett Browning"}),
        ("Pliny", {"Pliny the Elder"}),
        ("Louis XIV", {"Louis XIV"}),
        ("Wellington", {"Duke of Wellington"}),
        ("Lao-Tzu", {"Lao Tzu"}),
        ("BRONTE", {"Charlotte Brontë"}),
        ("托尔斯泰", {"列夫·托尔斯泰"}),
        ("富兰克林", {"富兰克林"}),
        ("苏东坡", {"苏轼"}),
        ("A. Einstein", {"Albert Einstein"}),
    ],
)
def test_a_name_means_those_who_bear_it(name: str, people: set[str]) -> None:
    """Last names, initials, titles and other names lead to people."""
    assert PEOPLE.named(name) == people


@pytest.mark.parametrize("name", ["Hannah Smith", "King James", "William", "Hamlet", "Louis", "The Bible", "", "…"])
def test_an_unknown_name_means_nobody(name: str) -> None:
    """First names, other first names with a known last name, characters and books are not people."""
    assert PEOPLE.named(name) == set()


def test_an_everyday_name_needs_a_first_name() -> None:
    """Anybody may be called James; not everybody is called Henry James or Einstein."""
    assert [is_everyday(name) for name in ("James", "Mr. James", "Henry James", "Einstein")] == [
        True,
        True,
        False,
        False,
    ]


def test_who_is_a_person_and_what_is_a_book() -> None:
    """Neither the people nor nobody known is a person; a book may stand in an author's place."""
    assert [is_person(author) for author in ("Plato", "Proverb", "", "The Bible")] == [True, False, False, False]
    assert [is_book(author) for author in ("Plato", "Proverb", "The Bible", "诗经")] == [False, False, True, True]


def test_other_names_of_a_person() -> None:
    """苏轼 is called 苏东坡 too; most are called by no other name."""
    assert other_names("苏轼") == ["苏东坡", "东坡"]
    assert other_names("Plato") == []
