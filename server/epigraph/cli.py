"""`epigraph`: arguments, logging, exit codes. What a subcommand does is in `commands/`.

Exit codes: 0 done; 1 nothing found, or problems found; 2 wrong use or unusable input; 3 the ranker cannot run.
"""

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.logging import RichHandler

from epigraph import __version__
from epigraph.commands import doctor, explain, fill, quotes, recommend, serve, share
from epigraph.errors import EpigraphError, ModelError
from epigraph.home import Home

_COMMANDS = {
    "recommend": (recommend, "rank quotations for each placeholder of a document, or for a place in it"),
    "fill": (fill, "put quotations into the placeholders of a document"),
    "explain": (explain, "tell what is known of a quotation"),
    "quotes": (quotes, "import, list, search, export, check, remove and hide quotations"),
    "share": (share, "put quotations into your team's collection"),
    "serve": (serve, "be the language server of an editor"),
    "doctor": (doctor, "tell what is installed, what works and what does not"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    args = _parser().parse_args(argv)
    _log_to_stderr(args.log_level)
    try:
        code: int = args.command.run(args, _console())
        sys.stdout.flush()
    except BrokenPipeError:  # the reader had enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except EpigraphError as error:
        sys.stderr.write(f"epigraph: {error}\n")
        return 3 if isinstance(error, ModelError) else 2
    return code


def serve_main() -> int:
    """Run `epigraph serve` under a name of its own, for editors that want one."""
    return main(["serve", *sys.argv[1:]])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="epigraph", description="Quotations that fit what you are writing.")
    parser.add_argument("--version", action="version", version=f"epigraph {__version__}")
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="to stderr"
    )
    parser.set_defaults(home=Home.standard())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (module, text) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.set_defaults(command=module)
        module.configure(command)
    return parser


def _console() -> Console:
    """Make the console for results: styled and as wide as the terminal, plain and never wrapped elsewhere."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=100_000, color_system=None)


def _log_to_stderr(level: str) -> None:
    handler = RichHandler(console=Console(stderr=True), show_path=False, show_time=False)
    logging.basicConfig(level=level.upper(), format="%(name)s: %(message)s", handlers=[handler])
