"""Show quotations: a table on a terminal, whole tab-separated lines elsewhere, JSON on request."""

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of

_SHORT_ID = 8


def show(quotes: Sequence[Quote], console: Console, *, as_json: bool) -> None:
    """Write quotations to the console."""
    if as_json:
        records = [{"id": quote.id, **record_of(quote), "collection": quote.collection} for quote in quotes]
        write(console, json.dumps(records, ensure_ascii=False, indent=2) + "\n")
    elif console.is_terminal:
        console.print(_table(quotes))
    else:
        write(console, "".join(map(_line, quotes)))


def rows(console: Console, lines: Sequence[Sequence[Text]]) -> None:
    """Write rows of cells in columns; off a terminal nothing is wrapped, cut or padded at the end."""
    if console.is_terminal:
        table = Table.grid(padding=(0, 2, 0, 0))
        for line in lines:
            table.add_row(*line)
        console.print(table)
        return
    widths = [max(cell.cell_len for cell in column) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.plain + " " * (width - cell.cell_len) for cell, width in zip(line, widths, strict=True))
        write(console, "  ".join(padded).rstrip() + "\n")


def write(console: Console, text: str) -> None:
    """Write text as it is: rich would wrap lines and turn tabs into spaces."""
    console.file.write(text)


def _line(quote: Quote) -> str:
    year = "" if quote.year is None else str(quote.year)
    fields = (quote.id, quote.text, quote.author, quote.work, year, ", ".join(quote.topics), quote.collection)
    return "\t".join(fields) + "\n"


def _table(quotes: Sequence[Quote]) -> Table:
    table = Table("id", "quotation", "author", "work", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for quote in quotes:
        # Text, for in a string rich reads [ ] as markup
        cells = (quote.id[:_SHORT_ID], quote.text, quote.author, quote.work)
        table.add_row(*(Text(cell, style) for cell, style in zip(cells, ("dim", "", "cyan", "italic"), strict=True)))
    return table
