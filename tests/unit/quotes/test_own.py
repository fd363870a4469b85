"""A person's own quotations: read from all their files, written without losing anything."""

import json
import os
import stat
from pathlib import Path

import pytest

from epigraph.errors import QuoteFileError
from epigraph.quotes.own import Added, add, load, preview, quotes_file, remove
from epigraph.quotes.quote import Quote

KNOW = Quote("Know thyself", "en", author="Socrates", topics=("wisdom",))
TIME = Quote("Time flies", "en", author="Virgil")


def lines(directory: Path) -> list[str]:
    """Return the lines of the file that Epigraph writes."""
    return quotes_file(directory).read_text(encoding="utf-8").splitlines()


def test_added_quotations_are_loaded(tmp_path: Path) -> None:
    """The directory is made, and what was added comes back in order."""
    assert add(tmp_path / "new", [KNOW, TIME]) == Added(new=2, updated=0, unchanged=0)
    found = load(tmp_path / "new", "own")
    assert [(quote.text, quote.author, quote.collection) for quote in found.quotes] == [
        ("Know thyself", "Socrates", "own"),
        ("Time flies", "Virgil", "own"),
    ]
    assert found.problems == []


def test_a_missing_directory_holds_nothing(tmp_path: Path) -> None:
    """Somebody without own quotations gets no error."""
    assert load(tmp_path / "missing", "own").quotes == []


def test_less_information_erases_nothing(tmp_path: Path) -> None:
    """A known quotation gains what is new, keeps the rest and its line."""
    add(tmp_path, [KNOW, TIME])
    poorer = Quote("Know thyself!", "en", work="Charmides")
    assert add(tmp_path, [poorer, TIME]) == Added(new=0, updated=1, unchanged=1)
    assert json.loads(lines(tmp_path)[0]) == {
        "text": "Know thyself!",
        "language": "en",
        "author": "Socrates",
        "work": "Charmides",
        "topics": ["wisdom"],
    }
    assert len(lines(tmp_path)) == 2


def test_the_same_text_twice_in_one_import_is_one_entry(tmp_path: Path) -> None:
    """The second completes the first."""
    assert add(tmp_path, [Quote("Time flies", "en"), TIME]) == Added(new=1, updated=1, unchanged=0)
    assert [quote.author for quote in load(tmp_path, "own").quotes] == ["Virgil"]


def test_preview_tells_what_add_does_and_writes_nothing(tmp_path: Path) -> None:
    """The counts are those of the import that follows."""
    add(tmp_path, [KNOW])
    before = quotes_file(tmp_path).read_bytes()
    counts = preview(tmp_path, [KNOW, TIME])
    assert quotes_file(tmp_path).read_bytes() == before
    assert add(tmp_path, [KNOW, TIME]) == counts == Added(new=1, updated=0, unchanged=1)


UNPARSABLE = b'\xef\xbb\xbf# mine\r\n{"text": "half ed\n\n{"text": "Caf\xe9"}\n{"txt": 1}'


def test_lines_that_cannot_be_read_survive(tmp_path: Path) -> None:
    """Comments, half-edited lines and bad bytes stay as they are when others are added and removed."""
    quotes_file(tmp_path).write_bytes(UNPARSABLE)
    add(tmp_path, [KNOW, TIME])
    assert quotes_file(tmp_path).read_bytes().startswith(UNPARSABLE + b"\n")
    remove(tmp_path, KNOW.id)
    remove(tmp_path, TIME.id)
    assert quotes_file(tmp_path).read_bytes() == UNPARSABLE + b"\n"


def test_an_import_that_changes_nothing_leaves_the_file_alone(tmp_path: Path) -> None:
    """A person's own layout of a line stays."""
    quotes_file(tmp_path).write_text('{ "author":"Virgil",  "text":"Time flies" }', encoding="utf-8")
    assert add(tmp_path, [Quote("time flies", "en")]).updated == 1
    quotes_file(tmp_path).write_text('{ "author":"Virgil",  "text":"Time flies" }\n', encoding="utf-8")
    assert add(tmp_path, [Quote("Time flies", "en")]).unchanged == 1
    assert lines(tmp_path) == ['{ "author":"Virgil",  "text":"Time flies" }']


def test_removed_quotations_are_returned_and_gone(tmp_path: Path) -> None:
    """Only the one with the id goes."""
    add(tmp_path, [KNOW, TIME])
    removed = remove(tmp_path, KNOW.id)
    assert removed is not None
    assert removed.author == "Socrates"
    assert [quote.text for quote in load(tmp_path, "own").quotes] == ["Time flies"]
    assert remove(tmp_path, KNOW.id) is None


def test_removing_where_nothing_is_makes_no_file(tmp_path: Path) -> None:
    """An empty directory stays empty."""
    assert remove(tmp_path, KNOW.id) is None
    assert list(tmp_path.iterdir()) == []


def test_all_known_formats_in_the_directory_are_merged(tmp_path: Path) -> None:
    """Files complete each other; others in the directory are not read; each quotation knows its place."""
    add(tmp_path, [KNOW])
    (tmp_path / "quotes.md").write_text(
        "> Know thyself\n> — Socrates, *Charmides*\n\n- Less is more\n", encoding="utf-8"
    )
    (tmp_path / "quotes.bak").write_text("Not this", encoding="utf-8")
    (tmp_path / "notes.md").write_text("> Nor this\n", encoding="utf-8")
    found = load(tmp_path, "own")
    assert [(quote.text, quote.work, quote.topics) for quote in found.quotes] == [
        ("Know thyself", "Charmides", ("wisdom",)),
        ("Less is more", "", ()),
    ]
    assert str(found.places[Quote("Less is more", "en").id]) == f"{tmp_path / 'quotes.md'}:4"


def test_a_link_is_written_through(tmp_path: Path) -> None:
    """Somebody who keeps the file elsewhere still does after an import."""
    elsewhere, directory = tmp_path / "dotfiles" / "q.jsonl", tmp_path / "data"
    elsewhere.parent.mkdir()
    directory.mkdir()
    elsewhere.write_text("# kept\n", encoding="utf-8")
    quotes_file(directory).symlink_to(elsewhere)
    add(directory, [KNOW])
    assert quotes_file(directory).is_symlink()
    assert len(elsewhere.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_permissions_are_kept(tmp_path: Path) -> None:
    """A private file stays private."""
    add(tmp_path, [KNOW])
    quotes_file(tmp_path).chmod(0o600)
    add(tmp_path, [TIME])
    assert stat.S_IMODE(quotes_file(tmp_path).stat().st_mode) == 0o600


def test_utf16_is_not_overwritten(tmp_path: Path) -> None:
    """The file is read, but changing it would mix encodings."""
    quotes_file(tmp_path).write_text('{"text": "Less is more"}\n', encoding="utf-16")
    assert [quote.text for quote in load(tmp_path, "own").quotes] == ["Less is more"]
    with pytest.raises(QuoteFileError, match="UTF-16, expected UTF-8"):
        add(tmp_path, [KNOW])


def test_a_directory_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    """The error names the file and what was expected."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(QuoteFileError, match=r"quotes\.jsonl: .*, expected a writable file"):
        add(tmp_path / "file", [KNOW])
