"""Read and write the documents that the command line works on, without changing a byte that is not meant."""

import codecs
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from epigraph.errors import DocumentError
from epigraph.replacing import replace_file
from epigraph.text.formats import Format, format_of_path

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Document:
    """A text, what it is called, how it is marked up and how it was encoded, after which byte order mark."""

    name: str
    text: str
    format: Format
    encoding: str = "utf-8"
    mark: bytes = b""

    def encoded(self, text: str) -> bytes:
        """Return a text as the bytes that this document has for it."""
        return self.mark + text.encode(self.encoding)

    def offset_at(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1."""
        starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        if not 1 <= line <= len(starts):
            raise DocumentError(f"{self.name}: line {line}, expected 1 to {len(starts)}")
        start = starts[line - 1]
        end = _LINE_END.search(self.text, start)
        length = (end.start() if end else len(self.text)) - start
        if not 1 <= column <= length + 1:
            raise DocumentError(f"{self.name}:{line}: column {column}, expected 1 to {length + 1}")
        return start + column - 1

    def place_of(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        ends = [end.end() for end in _LINE_END.finditer(self.text, 0, offset)]
        return len(ends) + 1, offset - (ends[-1] if ends else 0) + 1


def read_document(argument: str) -> tuple[Document, tuple[int, int] | None]:
    """Read `FILE`, `FILE:LINE`, `FILE:LINE:COLUMN` or `-`; return it and the place, if one is named."""
    if argument == "-":
        return _decode("standard input", sys.stdin.buffer.read()), None
    place = _PLACE.fullmatch(argument)
    if place is None or Path(argument).exists():
        return read_file(Path(argument)), None
    return read_file(Path(place["path"])), (int(place["line"]), int(place["column"] or 1))


def read_file(path: Path) -> Document:
    """Read a document from a file."""
    try:
        return _decode(str(path), path.read_bytes())
    except FileNotFoundError:
        raise DocumentError(f"{path}: no such file") from None
    except OSError as error:
        raise DocumentError(f"{path}: cannot be read: {error.strerror}") from error


def write_in_place(path: Path, document: Document, text: str) -> Path:
    """Replace a file's text, keeping what was there beside it; return the backup's path."""
    path = path.resolve()
    backup = path.with_name(path.name + ".bak")
    before = document.encoded(document.text)
    try:
        if path.read_bytes() != before:  # a person may answer questions for minutes, and save meanwhile
            raise DocumentError(f"{path}: changed since it was read, expected the same text; run the command again")
        replace_file(backup, before, like=path)
        replace_file(path, document.encoded(text))
    except OSError as error:
        raise DocumentError(f"{path}: cannot be written: {error.strerror}") from error
    return backup


def _decode(name: str, content: bytes) -> Document:
    mark, encoding = next((known for known in _MARKS if content.startswith(known[0])), (b"", "utf-8"))
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        at = len(mark) + error.start
        raise DocumentError(
            f"{name}: byte 0x{content[at]:02x} at offset {at}, expected {encoding} text; convert the file first"
        ) from None
    if "\0" in text:
        raise DocumentError(f"{name}: NUL at offset {text.index(chr(0))}, expected text; is this a binary file?")
    return Document(name, text, format_of_path(name), encoding, mark)
