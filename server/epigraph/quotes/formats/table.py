"""CSV and TSV: a header names the columns, which comma, semicolon or tab parts, whichever it has most.

Without a header the columns are text, author, work, year, topics, gloss, and a flaw on line 1 says so.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from epigraph.quotes.formats.attribution import without_quotation_marks, year_in
from epigraph.quotes.formats.entries import Entry, Flaw, Found
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of
from epigraph.quotes.topics import split_topics

_NAMES = {
    "text": ("text", "quote", "quotation", "引文", "名言", "引语"),
    "author": ("author", "作者"),
    "work": ("work", "source", "book", "title", "出处", "作品"),
    "year": ("year", "date", "年份", "年"),
    "topics": ("topics", "topic", "tags", "tag", "主题", "标签"),
    "gloss": ("gloss", "meaning", "释义", "含义"),
    "language": ("language", "语言"),
    "period": ("period",),
    "attribution": ("attribution",),
    "note": ("note", "notes", "备注"),
    "variant_of": ("variant_of",),
}
_FIELD_NAMED = {name: field for field, names in _NAMES.items() for name in names}
_COLUMNS = tuple(_NAMES)
_WITHOUT_HEADER = _COLUMNS[:6]


def read(text: str) -> Iterator[Found]:
    """Yield an entry for each row."""
    columns: Sequence[str] = ()
    for line, row in _rows(text):
        if isinstance(row, csv.Error):
            yield Flaw(line, f"{row}; is a quotation mark left open?")
        elif columns:
            yield Entry(line, _record(columns, row))
        elif "text" in (columns := _columns(row)):
            pass
        elif any(columns):
            yield Flaw(line, f"no column for the text, expected one named {', '.join(_NAMES['text'])}")
            return
        else:
            columns = _WITHOUT_HEADER
            yield Flaw(line, f"no header, columns taken as {', '.join(columns)}; name them in the first line")
            yield Entry(line, _record(columns, row))


def _rows(text: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """Yield each row that is not blank with the line where it starts; an error costs one row."""
    header = text.lstrip("\n").partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count))
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, error
        else:
            if any(cell.strip() for cell in row):
                yield line, row


def _columns(header: list[str]) -> list[str]:
    return [_FIELD_NAMED.get(cell.strip().casefold(), "") for cell in header]


def _record(columns: Sequence[str], row: list[str]) -> dict[str, object]:
    cells = {field: cell.strip() for field, cell in zip(columns, row, strict=False) if field and cell.strip()}
    record: dict[str, object] = {**cells, "text": without_quotation_marks(cells.get("text", ""))}
    if "year" in cells:
        record["year"] = year_in(cells["year"])
    if "topics" in cells:
        record["topics"] = split_topics(cells["topics"])
    return record


def write(quotes: Iterable[Quote]) -> str:
    """Return a comma-separated table with a header and every field."""
    file = io.StringIO(newline="")
    table = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
    table.writeheader()
    for quote in quotes:
        table.writerow(record_of(quote) | {"topics": "; ".join(quote.topics)})
    return file.getvalue()
