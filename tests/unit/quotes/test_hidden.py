"""Hiding quotations and showing them again."""

from pathlib import Path

from epigraph.quotes.hidden import hidden, hide, unhide
from epigraph.quotes.quote import Quote

KNOW, TIME = Quote("Know thyself # really", "en"), Quote("Time flies", "en")


def test_nothing_is_hidden_at_first(tmp_path: Path) -> None:
    """A missing file hides nothing, and unhiding makes none."""
    assert hidden(tmp_path) == frozenset()
    assert unhide(tmp_path, KNOW.id) is False
    assert list(tmp_path.iterdir()) == []


def test_hidden_is_hidden_until_it_is_unhidden(tmp_path: Path) -> None:
    """Each quotation is hidden once and told by its id."""
    assert [hide(tmp_path, KNOW), hide(tmp_path, TIME), hide(tmp_path, KNOW)] == [True, True, False]
    assert hidden(tmp_path) == {KNOW.id, TIME.id}
    assert unhide(tmp_path, KNOW.id) is True
    assert hidden(tmp_path) == {TIME.id}


def test_what_a_person_wrote_into_the_file_stays(tmp_path: Path) -> None:
    """Comments and ids written by hand are kept, with or without an end of line."""
    path = tmp_path / "hidden.txt"
    path.write_bytes(b"\xef\xbb\xbf# clich\xe9s\r\n0123456789abcdef")
    hide(tmp_path, TIME)
    assert hidden(tmp_path) == {"0123456789abcdef", TIME.id}
    unhide(tmp_path, TIME.id)
    assert path.read_bytes() == b"\xef\xbb\xbf# clich\xe9s\r\n0123456789abcdef\n"


def test_the_text_stands_behind_the_id(tmp_path: Path) -> None:
    """A person who opens the file sees what is hidden."""
    hide(tmp_path, KNOW)
    assert (tmp_path / "hidden.txt").read_text(encoding="utf-8") == f"{KNOW.id}  # Know thyself # really\n"
