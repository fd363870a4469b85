"""Markdown notes: block quotes with a source line in or below them, and list items "- text — Author, *Work*".

Headings, prose, front matter and code are passed over.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from epigraph.quotes.formats.attribution import (
    read_source,
    source_of_line,
    split_source,
    without_quotation_marks,
    write_source,
)
from epigraph.quotes.formats.entries import Entry
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import MAX_TEXT

_PASSED_OVER = re.compile(r"\A---\n.*?\n---$|^ {0,3}(```|~~~).*?^ {0,3}\1[^\n]*$", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r" {0,3}(?:> ?)+")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(?=.*\w)")
_CONTINUED = re.compile(rf"(?!{_ITEM.pattern})[ \t]+\S")

_EMPHASIS = re.compile(r"(?<![\\\w])(\*{1,3}|_{1,3}|`)(?=\S)(.+?)(?<=[^\s\\])\1(?!\w)")
_LINK = re.compile(r"(?<!\\)!?\[([^\]]*)\]\([^)]*\)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_LONGEST = 2 * MAX_TEXT  # with markup
_TO_ESCAPE = re.compile(r"[\\`*_\[\]<>]")


def read(text: str) -> Iterator[Entry]:
    """Yield an entry for each block quote and each list item."""
    lines = _PASSED_OVER.sub(lambda match: "\n" * match.group().count("\n"), text).split("\n")
    at = 0
    while at < len(lines):
        start = at
        at += 1
        if _QUOTED.match(lines[start]):
            at = _end(lines, at, _QUOTED)
            block = [_QUOTED.sub("", line, count=1) for line in lines[start:at]]
            yield from _block_quote(block, start + 1, below=lines[at : at + 2])
        elif _ITEM.match(lines[start]):
            at = _end(lines, at, _CONTINUED)
            item = _joined([_ITEM.sub("", lines[start], count=1), *lines[start + 1 : at]])
            yield Entry(start + 1, _record(*split_source(item)))


def _end(lines: list[str], at: int, going_on: re.Pattern[str]) -> int:
    while at < len(lines) and going_on.match(lines[at]):
        at += 1
    return at


def _block_quote(block: list[str], first: int, below: list[str]) -> Iterator[Entry]:
    """Yield an entry for each source line in the block, and one for what is left."""
    part: list[str] = []
    for number, line in enumerate(block, start=first):
        source = source_of_line(line) if part else None
        if source:
            yield Entry(number - len(part), _record(_joined(part), source))
            part = []
        elif part or line.strip():
            part.append(line)
    if part:
        next_line = next((line for line in below if line.strip()), "")
        yield Entry(first + len(block) - len(part), _record(_joined(part), source_of_line(next_line) or ""))


def _record(text: str, source: str) -> dict[str, object]:
    named = {name: _plain(value) if isinstance(value, str) else value for name, value in read_source(source).items()}
    return {"text": without_quotation_marks(_plain(without_quotation_marks(text))), **named}


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _plain(text: str) -> str:
    if len(text) > _LONGEST:
        return text  # no quotation, as its record will say; patterns on it could take hours
    text = _LINK.sub(r"\1", text)
    while (unmarked := _EMPHASIS.sub(r"\2", text)) != text:  # bold inside italics
        text = unmarked
    return _ESCAPED.sub(r"\1", text)


def write(quotes: Iterable[Quote]) -> str:
    """Return block quotes with text, author, work and year; Markdown has no place for the rest."""
    return "\n".join(map(_written, quotes))


def _written(quote: Quote) -> str:
    escaped = replace(quote, author=_escape(quote.author), work=_escape(quote.work))
    source = write_source(escaped, mark="*")
    return f"> {_escape(quote.text)}\n" + (f"> — {source}\n" if source else "")


def _escape(text: str) -> str:
    return _TO_ESCAPE.sub(r"\\\g<0>", text)
