"""BibTeX: quotations kept in the entries of a bibliography, one a paragraph of the fields named below.

An `abstract` is mostly about the work, not from it: of it only paragraphs in quotation marks are taken.
"""

import logging
import re
from collections.abc import Iterable, Iterator

from bibtexparser import middlewares
from bibtexparser.entrypoint import parse_string
from bibtexparser.exceptions import BlockAbortedException
from bibtexparser.model import Entry as BibEntry
from bibtexparser.model import ParsingFailedBlock

from epigraph.quotes.formats.attribution import without_quotation_marks, year_in
from epigraph.quotes.formats.entries import Entry, Flaw, Found
from epigraph.quotes.quote import Quote
from epigraph.quotes.topics import split_topics

_QUOTATIONS = ("quotation", "quote", "annote", "annotation")
_PARAGRAPH = re.compile(r"\n\s*\n")
# people write these as they are; to LaTeX they would start a comment and part columns
_BARE = re.compile(r"(?<!\\)[%&]")

_ESCAPES = str.maketrans(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"} | {char: f"\\{char}" for char in "{}$&%#_"}
)
_LIGATURE = re.compile(r"(?<=[-'`?!])(?=[-'`])")  # where LaTeX would make a dash or a quotation mark of two


def read(text: str) -> Iterator[Found]:
    """Yield an entry for each paragraph of the fields that hold quotations."""
    # every block that it warns about is yielded as a flaw
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    for block in parse_string(_BARE.sub(r"\\\g<0>", text), append_middleware=_plain_values()).blocks:
        line = (block.start_line or 0) + 1  # it counts from 0
        if isinstance(block, ParsingFailedBlock):
            yield Flaw(line, f"not BibTeX: {_reason(block.error)}")
        elif isinstance(block, BibEntry):
            yield from _entries(block)


def _plain_values() -> list[middlewares.middleware.Middleware]:
    """Return the steps that make "First Last and …" of "Last, First and …", and text of LaTeX."""
    return [
        middlewares.NormalizeFieldKeys(),
        middlewares.SeparateCoAuthors(),
        middlewares.SplitNameParts(),
        middlewares.MergeNameParts(style="first"),
        middlewares.MergeCoAuthors(),
        middlewares.LatexDecodingMiddleware(),
    ]


def _entries(entry: BibEntry) -> Iterator[Entry]:
    fields = {field.key: str(field.value).strip() for field in entry.fields}
    source: dict[str, object] = {"author": fields.get("author", ""), "work": fields.get("title", "")}
    if year := fields.get("year") or fields.get("date"):
        source["year"] = year_in(year)
    if keywords := fields.get("keywords"):
        source["topics"] = split_topics(keywords)
    for field in entry.fields:
        for paragraph in map(str.strip, _PARAGRAPH.split(str(field.value))):
            text = without_quotation_marks(paragraph)
            if text and (field.key in _QUOTATIONS or (field.key == "abstract" and text != paragraph)):
                yield Entry(field.start_line + 1, {**source, "text": text})


def _reason(error: Exception) -> str:
    reason = error.abort_reason if isinstance(error, BlockAbortedException) else str(error)
    return " ".join(reason.split())


def write(quotes: Iterable[Quote]) -> str:
    """Return an entry for each quotation with text, author, work, year and topics; the rest has no field."""
    return "\n".join(map(_written, quotes))


def _written(quote: Quote) -> str:
    fields = {
        "author": f"{{{_escape(quote.author)}}}" if quote.author else "",  # braces keep a name in one piece
        "title": _escape(quote.work),
        "year": "" if quote.year is None else str(quote.year),
        "quotation": _escape(quote.text),
        "keywords": _escape(", ".join(quote.topics)),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@misc{{{quote.id},\n{lines}}}\n"


def _escape(text: str) -> str:
    return _LIGATURE.sub("{}", text.translate(_ESCAPES))
