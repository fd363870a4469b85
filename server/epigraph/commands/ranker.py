"""What `--ranker` names: another ranker than the shipped one, to be compared with it."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from epigraph.engine import Progress
from epigraph.errors import SettingsError
from epigraph.home import Home
from epigraph.quotes.library import Library
from epigraph.ranking.crm import CRM, CrmRanker, read_crm
from epigraph.ranking.filters import Filter
from epigraph.ranking.suggestion import Suggestion
from epigraph.settings import Settings
from epigraph.text.query import LANGUAGES, Query

FOLDER = "rankers"


class Recommender(Protocol):
    """What answers a query."""

    def recommend(
        self, query: Query, k: int = ..., wanted: Filter = ..., exclude: AbstractSet[str] = ...
    ) -> list[Suggestion]:
        """Return the k best quotations, best first, without the hidden and the excluded ones."""
        ...


@dataclass(frozen=True, slots=True)
class CrmFolder:
    """A relevance model for each language, read when it is asked for."""

    folder: Path
    library: Library

    def recommend(
        self, query: Query, k: int = 10, wanted: Filter = Filter(), exclude: AbstractSet[str] = frozenset()
    ) -> list[Suggestion]:
        """Return the k best quotations, best first, without the hidden and the excluded ones."""
        crm = read_crm(self.folder / query.language / CRM)
        ranker = CrmRanker(crm, self.library.collection(query.language))
        return ranker.recommend(query, k, wanted, self.library.hidden | exclude)


def open_ranker(name: str, home: Home, settings: Settings, library: Library, on_progress: Progress) -> Recommender:
    """Open the ranker of a folder, or of the folder of that name among a person's rankers.

    It has a folder for each language: with a relevance model, or a bundle, which the engine runs.
    """
    folder = next((place for place in (Path(name), home.data / FOLDER / name) if place.is_dir()), None)
    if folder is None:
        raise SettingsError(f"ranker {name}: no such folder, nor in {home.data / FOLDER}; see docs/benchmark.md")
    if any((folder / language / CRM).exists() for language in LANGUAGES):
        return CrmFolder(folder, library)
    return home.engine(replace(settings, bundles=str(folder)), library, on_progress)
