"""`epigraph fill`: put quotations into the placeholders of a document, chosen by the writer or by rank."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.prompt import Prompt
from rich.text import Text

from epigraph.commands import suggestions
from epigraph.commands.workbench import Workbench, add_options
from epigraph.documents import read_document, write_in_place
from epigraph.errors import DocumentError
from epigraph.quotes.quote import Quote
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.context import Page
from epigraph.text.formats import FORMATS, Format
from epigraph.text.insertion import insertion
from epigraph.text.query import Query

_SHOWN = 70  # characters of context on each side of a gap

Choice = Callable[[Query, list[Suggestion]], Quote | None]


class _EnoughError(Exception):
    """The writer wants no more questions."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("document", metavar="FILE", help="a document, or - for standard input (with --best)")
    parser.add_argument("--best", action="store_true", help="take the best quotation for each, without asking")
    parser.add_argument("-i", "--in-place", action="store_true", help="change the file; the old one stays as FILE.bak")
    parser.add_argument("--format", choices=FORMATS, help="of the document (default: by its name)")
    add_options(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the filled document to standard output, or into the file; return 1 where nothing was filled."""
    document, place = read_document(args.document)
    if place:
        raise DocumentError(f"{args.document}: found a place, expected a document; fill goes through all placeholders")
    if args.document == "-" and (args.in_place or not args.best):
        raise DocumentError("standard input: cannot be asked about or changed in place; use --best, or name a file")
    bench = Workbench.open(args.home, Path(document.name), args)
    choose = _best if args.best else _ask
    text, filled = fill(document.text, args.format or document.format, bench, choose)
    if not args.in_place:
        console.file.write(text)
    elif filled:
        backup = write_in_place(Path(document.name), document, text)
        sys.stderr.write(f"{document.name}: {filled} filled, the old text is in {backup.name}\n")
    return 0 if filled else 1


def fill(text: str, markup: Format, bench: Workbench, choose: Choice) -> tuple[str, int]:
    """Go through the placeholders in order; return the new text and how many were filled."""
    filled = done = 0
    while True:
        page = Page.read(text, markup, names=bench.settings.placeholders)
        gap = next((found for found in page.placeholders if found.start >= done), None)
        if gap is None:
            return text, filled
        query = page.query(gap.start, gap.end, bench.language)
        try:
            quote = choose(query, bench.recommend(query, text))
        except _EnoughError:
            return text, filled
        if quote is None:
            done = gap.end
            continue
        style = bench.settings.insertion.style(markup)
        edit = insertion(
            page, gap.start, gap.end, quote.text,
            language=quote.language, author=quote.author, work=quote.work, style=style,
        )  # fmt: skip
        text = edit.apply(text)
        done = edit.start + len(edit.text)
        filled += 1


def _best(_: Query, found: list[Suggestion]) -> Quote | None:
    return found[0].quote if found else None


def _ask(query: Query, found: list[Suggestion]) -> Quote | None:
    """Let the writer choose on the terminal; the document itself may be going to standard output."""
    console = Console(stderr=True, highlight=False)
    context = (f"…{query.left[-_SHOWN:]} ", "dim"), ("▁▁▁", "bold"), (f" {query.right[:_SHOWN]}…", "dim")
    console.print(Text.assemble("\n", *context))
    suggestions.show(found, console)
    numbers = [str(number) for number in range(1, len(found) + 1)]
    try:
        answer = Prompt.ask(
            "number, [b]s[/b]kip or [b]q[/b]uit",
            console=console,
            choices=[*numbers, "s", "q"],
            show_choices=False,
            default="1" if found else "s",
        )
    except EOFError:
        answer = "q"
    if answer == "q":
        raise _EnoughError
    return None if answer == "s" else found[int(answer) - 1].quote
