"""`epigraph recommend`: rank quotations for each placeholder of a document, or for one place."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from epigraph.commands import suggestions
from epigraph.commands.listing import write
from epigraph.commands.workbench import Workbench, add_options
from epigraph.documents import read_document
from epigraph.ranking.suggestion import Suggestion, record_of_suggestion
from epigraph.text.context import Page
from epigraph.text.formats import FORMATS
from epigraph.text.query import Query

_SHOWN = 48  # characters of context on each side of a gap


@dataclass(frozen=True, slots=True)
class Answer:
    """The suggestions for one gap; file, line and column are those of its start."""

    place: tuple[str, int, int] | None
    gap: str
    query: Query
    suggestions: list[Suggestion]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "document",
        nargs="?",
        metavar="FILE[:LINE:COLUMN]",
        help="a document, or a place in it, counted from 1; - is standard input; without a place: its placeholders",
    )
    parser.add_argument("--left", metavar="TEXT", default="", help="instead of a document: the words before the gap")
    parser.add_argument("--right", metavar="TEXT", default="", help="the words after the gap")
    parser.add_argument("--format", choices=FORMATS, help="of the document (default: by its name)")
    parser.add_argument("--ranker", metavar="NAME", default="", help="another ranker, or its folder, to compare with")
    parser.add_argument("--json", action="store_true", help="as a JSON array, one object a gap")
    add_options(parser)
    parser.set_defaults(usage_error=parser.error)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print suggestions; return 1 where there is no placeholder or nothing fits."""
    if bool(args.document) == bool(args.left or args.right):
        args.usage_error("expected either a document, or --left and --right")
    answers = list(_for_document(args) if args.document else _for_words(args))
    if args.json:
        write(console, json.dumps([_record(answer) for answer in answers], ensure_ascii=False, indent=2) + "\n")
    else:
        for answer in answers:
            _show(answer, console)
    return 0 if any(answer.suggestions for answer in answers) else 1


def _for_document(args: argparse.Namespace) -> Iterator[Answer]:
    document, place = read_document(args.document)
    bench = Workbench.open(args.home, Path(document.name), args)
    offset = document.offset_at(*place) if place else None
    page = Page.read(document.text, args.format or document.format, names=bench.settings.placeholders, near=offset)
    if offset is None:
        gaps = [(found.start, found.end) for found in page.placeholders]
    else:
        at = page.placeholder_at(offset)
        gaps = [(at.start, at.end) if at else (offset, offset)]
    for start, end in gaps:
        query = page.query(start, end, bench.language)
        found = bench.recommend(query, document.text)
        yield Answer((document.name, *document.place_of(start)), document.text[start:end], query, found)


def _for_words(args: argparse.Namespace) -> Iterator[Answer]:
    bench = Workbench.open(args.home, Path.cwd(), args)
    words = f"{args.left}\n{args.right}"
    page = Page.read(words, args.format or "plaintext", names=())
    query = page.query(len(args.left), len(args.left) + 1, bench.language)
    yield Answer(None, "", query, bench.recommend(query, words))


def _show(answer: Answer, console: Console) -> None:
    place = ":".join(map(str, answer.place)) if answer.place else answer.query.language
    left, right = answer.query.left[-_SHOWN:], answer.query.right[:_SHOWN]
    console.print(Text.assemble((place, "bold"), "  ", (f"…{left} ", "dim"), answer.gap or "▁", (f" {right}…", "dim")))
    suggestions.show(answer.suggestions, console)
    if not answer.suggestions:
        console.print("   nothing fits; take a hint or a filter away")
    console.print()


def _record(answer: Answer) -> dict[str, object]:
    file, line, column = answer.place or (None, None, None)
    return {
        "file": file,
        "line": line,
        "column": column,
        "gap": answer.gap,
        "language": answer.query.language,
        "left": answer.query.left,
        "right": answer.query.right,
        "suggestions": [record_of_suggestion(suggestion) for suggestion in answer.suggestions],
    }
