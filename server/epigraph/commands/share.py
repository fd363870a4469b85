"""`epigraph share`: put quotations and their vectors into the team's collection."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from epigraph.commands.workbench import EncodingBar
from epigraph.errors import SettingsError
from epigraph.quotes.files import read_quotes
from epigraph.quotes.library import Library
from epigraph.quotes.own import union
from epigraph.text.query import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="JSONL, CSV, Markdown, BibTeX or fortune")


def run(args: argparse.Namespace, console: Console) -> int:
    """Share the quotations of files; return 1 where something in them could not be read."""
    resolved = args.home.settings()
    _complain(resolved.problems)
    settings = resolved.settings
    if not settings.team_url:
        raise SettingsError("teamUrl is not set, expected the URL of a Qdrant server; see docs/team-collection.md")
    found = union(read_quotes(file, "team") for file in args.files)
    _complain(found.problems)
    engine = args.home.engine(settings, Library(), EncodingBar())
    for language in LANGUAGES:
        quotes = [quote for quote in found.quotes if quote.language == language]
        if quotes:
            engine.share(language, quotes)
            console.print(f"{language}: {len(quotes):,} shared with {settings.team_url}", markup=False)
    return 1 if found.problems else 0


def _complain(problems: Iterable[object]) -> None:
    sys.stderr.writelines(f"epigraph: {problem}\n" for problem in problems)
