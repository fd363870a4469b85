"""Fortune files: entries parted by a line with only %, the source on a last line that starts with a dash.

A file without such a line is a plain text whose entries are parted by blank lines.
"""

import re
from collections.abc import Iterable, Iterator

from epigraph.quotes.formats.attribution import (
    read_source,
    source_of_line,
    without_quotation_marks,
    write_source,
)
from epigraph.quotes.formats.entries import Entry
from epigraph.quotes.quote import Quote

_PERCENT = re.compile(r"%+\s*")
_BLANK = re.compile(r"\s*")


def read(text: str) -> Iterator[Entry]:
    """Yield an entry for each part of the file."""
    lines = text.split("\n")
    parting = _PERCENT if any(map(_PERCENT.fullmatch, lines)) else _BLANK
    part: list[str] = []
    for number, line in enumerate([*lines, ""], start=1):
        if parting.fullmatch(line) or number > len(lines):
            yield from _entry(part, number - len(part))
            part = []
        else:
            part.append(line)


def _entry(part: list[str], first: int) -> Iterator[Entry]:
    skipped = next((at for at, line in enumerate(part) if line.strip()), None)
    if skipped is not None:
        yield Entry(first + skipped, _record(part[skipped:]))


def _record(lines: list[str]) -> dict[str, object]:
    # from the end, for a dash may also start a line of the text; the first line is always text
    for at in range(len(lines) - 1, 0, -1):
        if source_of_line(lines[at]):
            source = source_of_line(" ".join(lines[at:])) or ""  # a long source runs over several lines
            return {"text": without_quotation_marks(" ".join(lines[:at])), **read_source(source)}
    return {"text": without_quotation_marks(" ".join(lines))}


def write(quotes: Iterable[Quote]) -> str:
    """Return the text of a fortune file: text, author, work and year; it has no place for the rest."""
    return "".join(f"{quote.text}\n{_source_line(quote)}%\n" for quote in quotes)


def _source_line(quote: Quote) -> str:
    source = write_source(quote, mark='"')
    return f"\t\t-- {source}\n" if source else ""
