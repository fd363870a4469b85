"""`epigraph quotes`: import, look through, export, check and hide quotations.

Results go to the console, what is wrong to stderr.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from itertools import chain, compress
from pathlib import Path

from rich.console import Console

from epigraph.commands import listing
from epigraph.commands.explain import the_one
from epigraph.errors import QuoteFileError
from epigraph.home import workspace_of
from epigraph.quotes import hidden, own
from epigraph.quotes.check import check
from epigraph.quotes.collection import Collection, shipped
from epigraph.quotes.files import WRITERS, Import, read_quotes
from epigraph.quotes.library import Library
from epigraph.quotes.own import FOLDER, USER, WORKSPACE
from epigraph.quotes.quote import Quote
from epigraph.quotes.rewrite import write
from epigraph.quotes.search import search
from epigraph.ranking.filters import Filter, passing
from epigraph.settings import Settings
from epigraph.text.query import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    def action(name: str, act: Callable[[argparse.Namespace, Console], int], text: str) -> argparse.ArgumentParser:
        added = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        added.set_defaults(act=act)
        return added

    _import_arguments(action("import", _import, "add quotations from JSONL, CSV, Markdown, BibTeX or fortune files"))
    _list_arguments(action("list", _list, "show quotations"))
    _search_arguments(action("search", _search, "show the quotations in which all words occur"))
    _export_arguments(action("export", _export, "write quotations to a file or to standard output"))
    checked = action("check", _check, "find faults in files, or in everything that Epigraph knows")
    checked.add_argument("files", metavar="FILE", type=Path, nargs="*")
    for one in (
        action("remove", _remove, "delete one of your own quotations"),
        action("hide", _hide, "never suggest a quotation"),
        action("unhide", _unhide, "suggest a hidden quotation again"),
    ):
        one.add_argument("id", metavar="ID", help="the id, or as much of its start as no other has")


def run(args: argparse.Namespace, console: Console) -> int:
    """Do what the arguments say and return the exit code; a file that cannot be opened raises QuoteFileError.

    `args.home` says where a person's own quotations are; the workspace is that of the current directory.
    """
    code: int = args.act(args, console)
    return code


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--workspace", action="store_true", help="for this workspace only, in its .epigraph")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen and change nothing")


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--own", action="store_true", help="only your own")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--author", metavar="NAME", default="", help="a name, or a part of it")
    parser.add_argument("--topic", default="", help="a topic, such as friendship or 友情")
    parser.add_argument("--period", type=_period, default="", help="modern, classical, or years such as 1590..1616")
    parser.add_argument("--collection", metavar="NAME", default="", help="en, zh, own or workspace")
    _output_arguments(parser)


def _search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="+")
    _output_arguments(parser)


def _output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=_count, help="show the first N")
    parser.add_argument("--json", action="store_true", help="as a JSON array")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=WRITERS, help="else by the suffix of FILE, else jsonl")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--own", action="store_true", help="your own (the default)")
    which.add_argument("--all", action="store_true", help="the shipped ones too")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path)


def _period(text: str) -> str:
    try:
        return Filter(period=text).period
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a number above 0")
    return int(text)


def _import(args: argparse.Namespace, console: Console) -> int:
    directory, collection = args.home.data, USER
    if args.workspace:
        directory, collection = _workspace() / FOLDER, WORKSPACE
    # all files are opened before anything is written
    imports = [read_quotes(path, collection) for path in args.files]
    quotes = [quote for found in imports for quote in found.quotes]
    problems = [problem for found in imports for problem in found.problems]
    added = (own.preview if args.dry_run else own.add)(directory, quotes)
    _complain(problems)
    counts = f"imported {added.new}, updated {added.updated}, unchanged {added.unchanged}, problems {len(problems)}"
    listing.write(console, f"{counts}{' (dry run: nothing was written)' if args.dry_run else ''}\n")
    return 1 if problems else 0


def _list(args: argparse.Namespace, console: Console) -> int:
    quotes = [quote for quote in _known(_library(args)) if args.language in (None, quote.language)]
    if args.own:
        quotes = [quote for quote in quotes if quote.collection in (USER, WORKSPACE)]
    wanted = Filter(author=args.author, topic=args.topic, period=args.period, collection=args.collection)
    return _show(list(compress(quotes, passing(quotes, wanted))), args, console)


def _search(args: argparse.Namespace, console: Console) -> int:
    return _show(search(_known(_library(args)), args.words), args, console)


def _show(quotes: list[Quote], args: argparse.Namespace, console: Console) -> int:
    listing.show(quotes[: args.limit], console, as_json=args.json)
    if not quotes:
        _complain(["no quotation found"])
    return 0 if quotes else 1


def _export(args: argparse.Namespace, console: Console) -> int:
    name = args.format or (args.output.suffix.lower().removeprefix(".") if args.output else "jsonl")
    if name not in WRITERS:
        raise QuoteFileError(f"{args.output}: unknown suffix, expected one of {', '.join(WRITERS)}; or give --format")
    library = _library(args)
    quotes = _known(library) if args.all else Collection(library.own).quotes
    if args.output:
        write(args.output, WRITERS[name](quotes))
    else:
        listing.write(console, WRITERS[name](quotes))
    if not quotes:
        _complain(["no quotation of your own; --all exports the shipped ones"])
    return 0 if quotes else 1


def _check(args: argparse.Namespace, console: Console) -> int:
    collections = {language: shipped(language) for language in LANGUAGES}
    counts: list[str] = []
    problems: list[object] = []
    if not args.files:
        for language, quotes in collections.items():
            counts.append(f"{language}: {len(quotes):,} quotations")
            faults = check(quotes, curated=True)
            problems += [f"{language}.jsonl:{fault.row + 1}: {fault.reason}" for fault in faults]
    files = own.union(read_quotes(path, USER) for path in args.files) if args.files else _own(args)
    counts.append(f"own: {len(files.quotes):,} quotations")
    faults = check(files.quotes, curated=False, others=chain.from_iterable(collections.values()))
    problems += [*files.problems, *(f"{files.places[fault.quote.id]}: {fault.reason}" for fault in faults)]
    _complain(problems)
    listing.write(console, f"{', '.join(counts)}; problems {len(problems)}\n")
    return 1 if problems else 0


def _remove(args: argparse.Namespace, console: Console) -> int:
    quote = the_one(_library(args), args.id)
    if quote.collection not in (USER, WORKSPACE):
        _complain([f"{quote.id} ships with Epigraph; to see it no more: epigraph quotes hide {quote.id}"])
        return 1
    for directory in (args.home.data, _workspace() / FOLDER):
        own.remove(directory, quote.id)
    if place := _own(args).places.get(quote.id):
        _complain([f"{place}: {quote.id} stands here, delete it by hand; Epigraph changes quotes.jsonl only"])
        return 1
    listing.write(console, f"removed {quote.id}  {quote.text}\n")
    return 0


def _hide(args: argparse.Namespace, console: Console) -> int:
    quote = the_one(_library(args), args.id)
    was_visible = hidden.hide(args.home.data, quote)
    listing.write(console, f"{'hid' if was_visible else 'hidden already:'} {quote.id}  {quote.text}\n")
    return 0


def _unhide(args: argparse.Namespace, console: Console) -> int:
    found = [quote_id for quote_id in hidden.hidden(args.home.data) if quote_id.startswith(args.id.lower())]
    if len(found) != 1:
        _complain([f"{args.id!r}: {len(found)} hidden quotations have an id that starts so, expected one"])
        return 1
    hidden.unhide(args.home.data, found[0])
    listing.write(console, f"unhid {found[0]}\n")
    return 0


def _workspace() -> Path:
    return workspace_of(Path.cwd())


def _library(args: argparse.Namespace) -> Library:
    """Read all quotations, and complain of what cannot be read."""
    resolved = args.home.settings(_workspace())
    library: Library = args.home.library(resolved.settings, [_workspace()])
    _complain([*resolved.problems, *library.problems])
    return library


def _known(library: Library) -> list[Quote]:
    return [quote for language in LANGUAGES for quote in library.collection(language)]


def _own(args: argparse.Namespace) -> Import:
    """Read a person's own quotations with their places, in the order of the library."""
    settings: Settings = args.home.settings(_workspace()).settings
    return own.union(
        [
            own.load(args.home.data, USER),
            *(read_quotes(Path(file).expanduser(), USER) for file in settings.quote_files),
            own.load(_workspace() / FOLDER, WORKSPACE),
        ]
    )


def _complain(problems: Iterable[object]) -> None:
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
