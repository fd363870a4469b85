"""Documents of the command line: places, encodings, and files that are not text."""

from pathlib import Path

import pytest

from epigraph.documents import Document, read_document, read_file, write_in_place
from epigraph.errors import DocumentError


def make_document(text: str) -> Document:
    """Make a plain text document."""
    return Document("a.txt", text, "plaintext")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_and_offsets_agree(end: str) -> None:
    """Lines end at LF, CRLF and CR, and nowhere else."""
    document = make_document(f"ab{end}c\u2028d\x0b{end}")
    start = 2 + len(end)
    assert document.offset_at(2, 1) == start
    assert document.offset_at(2, 5) == start + 4
    assert document.offset_at(3, 1) == len(document.text)
    for line, column in ((1, 1), (1, 3), (2, 1), (2, 5), (3, 1)):
        assert document.place_of(document.offset_at(line, column)) == (line, column)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        (0, 1, "line 0, expected 1 to 2"),
        (3, 1, "line 3, expected 1 to 2"),
        (1, 5, "a.txt:1: column 5, expected 1 to 4"),
        (1, 0, "column 0, expected 1 to 4"),
    ],
)
def test_a_place_outside_the_document_says_what_there_is(line: int, column: int, message: str) -> None:
    """The error names the place and the range."""
    with pytest.raises(DocumentError, match=message):
        make_document("abc\nd").offset_at(line, column)


def test_an_argument_may_carry_a_place(tmp_path: Path) -> None:
    """`FILE:LINE:COLUMN` and `FILE:LINE` are places unless a file is really called so."""
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    assert read_document(f"{tmp_path}/a.md:1:2")[1] == (1, 2)
    assert read_document(f"{tmp_path}/a.md:7")[1] == (7, 1)
    assert read_document(f"{tmp_path}/a.md")[1] is None
    (tmp_path / "b:3").write_text("y", encoding="utf-8")
    assert read_document(f"{tmp_path}/b:3") == (Document(f"{tmp_path}/b:3", "y", "plaintext"), None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"caf\xe9", "byte 0xe9 at offset 3, expected utf-8"),
        (b"\x89PNG\r\n\x1a\n\x00", "byte 0x89 at offset 0"),
        (b"abc\x00def", "NUL at offset 3, expected text"),
    ],
)
def test_a_file_that_is_not_text_says_where(tmp_path: Path, content: bytes, message: str) -> None:
    """Wrong encodings and binary files give one line with the place."""
    (tmp_path / "a.md").write_bytes(content)
    with pytest.raises(DocumentError, match=message):
        read_file(tmp_path / "a.md")


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    """The error says which path, and why."""
    with pytest.raises(DocumentError, match=r"nowhere\.md: no such file"):
        read_file(tmp_path / "nowhere.md")
    with pytest.raises(DocumentError, match="cannot be read: Is a directory"):
        read_file(tmp_path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_writing_keeps_encoding_line_ends_permissions_and_a_backup(tmp_path: Path, encoding: str) -> None:
    """Only the text changes; what was there is kept byte for byte."""
    path = tmp_path / "a.md"
    before = "引用\r\n[Quote]\rend".encode(encoding)
    path.write_bytes(before)
    path.chmod(0o640)
    document = read_file(path)
    backup = write_in_place(path, document, document.text.replace("[Quote]", "“…”"))
    assert backup.read_bytes() == before
    assert path.read_bytes() == "引用\r\n“…”\rend".encode(encoding)
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.md", "a.md.bak"]


def test_writing_through_a_link_changes_what_it_points_to(tmp_path: Path) -> None:
    """A link stays a link."""
    (tmp_path / "real.md").write_text("old", encoding="utf-8")
    (tmp_path / "link.md").symlink_to(tmp_path / "real.md")
    write_in_place(tmp_path / "link.md", read_file(tmp_path / "link.md"), "new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_text(encoding="utf-8") == "new"
