"""What the document commands share: the options, and settings, library and ranker made from them."""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from epigraph.commands.ranker import Recommender, open_ranker
from epigraph.errors import SettingsError
from epigraph.home import Home, workspace_of
from epigraph.quotes.library import Library
from epigraph.ranking.suggestion import Suggestion
from epigraph.settings import Layer, Settings
from epigraph.text.query import LANGUAGES, Language, Query

_COMMAND_LINE = "command line"
_FILTERS = ("author", "topic", "period", "collection", "minLength", "maxLength")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that stand over the settings of the same names."""
    parser.add_argument("-k", dest="results", type=int, metavar="N", help="how many quotations (default: 10)")
    parser.add_argument("--language", choices=("auto", *LANGUAGES), help="of the quotations (default: the text's)")
    wanted = parser.add_argument_group("only quotations")
    wanted.add_argument("--author", metavar="NAME", help="by an author with this in the name")
    wanted.add_argument("--topic", help="on a topic, such as friendship or 友情")
    wanted.add_argument("--period", help="modern, classical, or years such as 1590..1616")
    wanted.add_argument("--collection", metavar="NAME", help="of a collection: en, zh, own, workspace, team")
    wanted.add_argument("--min-length", dest="minLength", type=int, metavar="N", help="of at least N characters")
    wanted.add_argument("--max-length", dest="maxLength", type=int, metavar="N", help="of at most N characters")


@dataclass(frozen=True, slots=True)
class Workbench:
    """Settings, library and ranker for one run of the command line: the engine, unless another one was named."""

    settings: Settings
    library: Library
    ranker: Recommender

    @classmethod
    def open(cls, home: Home, near: Path, args: argparse.Namespace) -> "Workbench":
        """Set up for a document; faults of settings files and own quotes are told on stderr and stop nothing."""
        workspace = workspace_of(near)
        resolved = home.settings(workspace, [Layer(_COMMAND_LINE, _given(args))])
        library = home.library(resolved.settings, [workspace])
        for problem in (*resolved.problems, *library.problems):
            if problem.startswith(_COMMAND_LINE):
                raise SettingsError(problem)
            sys.stderr.write(f"epigraph: {problem}\n")
        if name := getattr(args, "ranker", ""):  # not every command has the option
            return cls(resolved.settings, library, open_ranker(name, home, resolved.settings, library, EncodingBar()))
        return cls(resolved.settings, library, home.engine(resolved.settings, library, EncodingBar()))

    @property
    def language(self) -> Language | None:
        """The language that the settings fix, or None where the words around a gap tell."""
        return next((language for language in LANGUAGES if language == self.settings.language), None)

    def recommend(self, query: Query, text: str) -> list[Suggestion]:
        """Return suggestions for a query, without the quotations that stand in the text already."""
        used = self.library.used_in(query.language, text)
        return self.ranker.recommend(query, self.settings.results, self.settings.filter, used)


class EncodingBar:
    """A progress bar on a terminal's stderr while own quotes are encoded."""

    def __init__(self) -> None:
        self._progress = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._task: TaskID | None = None

    def __call__(self, language: Language, done: int, total: int) -> None:
        """Show how many are done; the last one ends the bar."""
        if self._task is None:
            self._progress.start()
            self._task = self._progress.add_task(f"encoding your {language} quotations", total=total)
        self._progress.update(self._task, completed=done)
        if done >= total:
            self._progress.stop()
            self._task = None


def _given(args: argparse.Namespace) -> dict[str, object]:
    """Return the options that were given, as a layer of settings."""
    given = {name: value for name, value in vars(args).items() if value is not None}
    layer: dict[str, object] = {name: given[name] for name in ("results", "language") if name in given}
    layer["filter"] = {name: given[name] for name in _FILTERS if name in given}
    return layer
