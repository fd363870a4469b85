"""Quotations as JSON: one object a line, or one array. Lines that are blank or start with # are skipped."""

import json
import re
from collections.abc import Iterable, Iterator

from epigraph.quotes.formats.entries import Entry, Flaw, Found
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of

_DECODER = json.JSONDecoder()
_VALUE = re.compile(r"[^\s,]")  # forgiving: a comma too many loses nothing


def read_lines(text: str) -> Iterator[Found]:
    """Yield an entry for each line."""
    for number, line in enumerate(text.split("\n"), start=1):
        if (content := line.strip()) and not content.startswith("#"):
            yield read_line(content, number)


def read_line(line: str, number: int) -> Found:
    """Return what one line of a `.jsonl` file holds."""
    try:
        return Entry(number, json.loads(line))
    except (ValueError, RecursionError) as error:
        return Flaw(number, _broken(error))


def read_array(text: str) -> Iterator[Found]:
    """Yield an entry for each object of one JSON array; a syntax error ends it, and its flaw says so."""
    first = _VALUE.search(text)
    if first and first.group() != "[":
        yield Flaw(1, "no [ at the start, expected an array of objects; objects on lines belong in a .jsonl file")
        return
    end, line, counted = first.end() if first else 0, 1, 0
    while (value := _VALUE.search(text, end)) and value.group() != "]":
        line, counted = line + text.count("\n", counted, value.start()), value.start()
        try:
            record, end = _DECODER.raw_decode(text, value.start())
        except (ValueError, RecursionError) as error:
            yield Flaw(line, f"{_broken(error)}; nothing after it was read")
            return
        yield Entry(line, record)


def write_lines(quotes: Iterable[Quote]) -> str:
    """Return the text of a `.jsonl` file."""
    return "".join(write_line(quote) for quote in quotes)


def write_line(quote: Quote) -> str:
    """Return a quotation as one line with its end."""
    return json.dumps(record_of(quote), ensure_ascii=False) + "\n"


def _broken(error: Exception) -> str:
    at = f"{error.msg} (column {error.colno})" if isinstance(error, json.JSONDecodeError) else str(error)
    return f'not JSON: {at}, expected an object such as {{"text": "…", "author": "…"}}'
