"""Read files of quotations, whatever their format. Content never raises: what is wrong in it is a Problem."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from epigraph.errors import QuoteFileError
from epigraph.quotes.formats import bibtex, fortune, jsonl, markdown, table
from epigraph.quotes.formats.entries import Flaw, Found
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import RecordError, quote_from_record

Reader = Callable[[str], Iterator[Found]]
Writer = Callable[[Iterable[Quote]], str]

READERS: dict[str, Reader] = {
    ".jsonl": jsonl.read_lines,
    ".ndjson": jsonl.read_lines,
    ".json": jsonl.read_array,
    ".csv": table.read,
    ".tsv": table.read,
    ".md": markdown.read,
    ".markdown": markdown.read,
    ".bib": bibtex.read,
    ".fortune": fortune.read,
    ".txt": fortune.read,
    "": fortune.read,
}
WRITERS: dict[str, Writer] = {
    "jsonl": jsonl.write_lines,
    "csv": table.write,
    "md": markdown.write,
    "bib": bibtex.write,
    "fortune": fortune.write,
}
_NEWLINE = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quotation stands; lines count from 1."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry that cannot be used: where it stands, what was found, what was expected."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Import:
    """What files of quotations hold: quotations with distinct ids, where each stands, and what is wrong."""

    quotes: list[Quote] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)


def read_quotes(path: Path, collection: str) -> Import:
    """Read a file by its suffix; raise QuoteFileError where that is unknown or the file cannot be opened."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(filter(None, READERS))
        raise QuoteFileError(f"{path}: unknown suffix {path.suffix}, expected one of {known}, or none (fortune)")
    text = read_text(path)
    found = _checked(reader(text), path, collection)
    if text.strip() and not found.quotes and not found.problems:
        found.problems.append(Problem(path, 1, f"no quotation found, read as {path.suffix or 'a fortune file'}"))
    return found


def read_text(path: Path) -> str:
    """Read UTF-8, or UTF-16 with its mark; what is neither becomes characters that no quotation may hold."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise QuoteFileError(f"{path}: {error.strerror or error}, expected a readable file") from error
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = content.decode("utf-16", errors="replace")
    else:
        text = content.removeprefix(codecs.BOM_UTF8).decode(errors="surrogateescape")
    return _NEWLINE.sub("\n", text)


def _checked(entries: Iterable[Found], path: Path, collection: str) -> Import:
    result = Import()
    for found in entries:
        quote = _quote_or_reason(found, collection)
        if isinstance(quote, Quote) and (first := result.places.get(quote.id)):
            quote = f"same text as line {first.line}, expected each text once"
        if isinstance(quote, str):
            result.problems.append(Problem(path, found.line, quote))
        else:
            result.quotes.append(quote)
            result.places[quote.id] = Place(path, found.line)
    return result


def _quote_or_reason(found: Found, collection: str) -> Quote | str:
    if isinstance(found, Flaw):
        return found.reason
    try:
        return quote_from_record(found.record, collection)
    except RecordError as error:
        return str(error)
