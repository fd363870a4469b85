"""`epigraph explain ID`: all that is known of a quotation."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from epigraph.commands.listing import rows, write
from epigraph.errors import QuoteFileError
from epigraph.home import workspace_of
from epigraph.quotes.credit import credit, year
from epigraph.quotes.library import Library
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("id", metavar="ID", help="the id, or as much of its start as no other has")
    parser.add_argument("--json", action="store_true", help="as a JSON object")


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the quotation, its source and meaning, doubts, and other wordings of the saying."""
    workspace = workspace_of(Path.cwd())
    resolved = args.home.settings(workspace)
    library = args.home.library(resolved.settings, [workspace])
    for problem in (*resolved.problems, *library.problems):
        sys.stderr.write(f"epigraph: {problem}\n")
    quote = the_one(library, args.id)
    others = library.collection(quote.language).variants_of(quote)
    if args.json:
        record = {
            "id": quote.id,
            **record_of(quote),
            "collection": quote.collection,
            "hidden": quote.id in library.hidden,
        }
        record["variants"] = [{"id": other.id, "text": other.text} for other in others]
        write(console, json.dumps(record, ensure_ascii=False, indent=2) + "\n")
    else:
        _show(quote, others, console, hidden=quote.id in library.hidden)
    return 0


def the_one(library: Library, prefix: str) -> Quote:
    """Return the quotation that a prefix of an id stands for."""
    found = library.starting(prefix.lower()) if prefix else []
    if not found:
        raise QuoteFileError(f"{prefix!r}: no quotation has this id; `epigraph quotes search` finds ids")
    if len(found) > 1:
        raise QuoteFileError(f"{prefix!r}: {len(found)} ids start so, expected one; give more of the id")
    return found[0]


def _show(quote: Quote, others: Sequence[Quote], console: Console, *, hidden: bool) -> None:
    console.print(Text(quote.text, "bold"))
    if named := credit(quote):
        console.print(Text(f"— {named}", "cyan"))
    facts = {
        "year": year(quote),
        "meaning": quote.gloss,
        "note": quote.note,
        "topics": ", ".join(quote.topics),
        "period": quote.period,
        "collection": quote.collection,
        "also": "; ".join(f"{other.text} ({other.id})" for other in others),
        "hidden": "yes, it is never suggested" if hidden else "",
        "id": quote.id,
    }
    rows(console, [(Text(name, "dim"), Text(value)) for name, value in facts.items() if value])
