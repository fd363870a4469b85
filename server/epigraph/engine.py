"""The one entry to ranking: `Engine.recommend(query)`. Knows bundles and libraries, nothing of editors or terminals.

A language is loaded when it is first asked for. Where its bundle is damaged, every request for it raises the same
ModelError, and the other language goes on working. An engine that another one replaces is closed.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path

from epigraph.errors import BundleError, ModelError, TeamError, again
from epigraph.model.bundle import Bundle, HalfVectors
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.matrix import quote_matrix
from epigraph.model.nearest import can_index
from epigraph.model.providers import Provider, default_threads
from epigraph.model.snapshot import Snapshot, remove_old, write_snapshot
from epigraph.model.vector_cache import VectorCache
from epigraph.quotes.collection import Collection
from epigraph.quotes.library import Library
from epigraph.quotes.quote import Quote
from epigraph.ranking.explanation import Clue
from epigraph.ranking.filters import Filter
from epigraph.ranking.joining import recommend_with_team
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.parts import Parts
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.shortlist import EXACT
from epigraph.ranking.suggestion import Suggestion
from epigraph.ranking.team import Team
from epigraph.text.query import LANGUAGES, Language, Query

logger = logging.getLogger(__name__)

Progress = Callable[[Language, int, int], None]  # language, quotations encoded, of how many


@dataclass(frozen=True, slots=True)
class Loaded:
    """A language that is ready: its ranker, what it runs on, and the team whose quotations are suggested too."""

    ranker: Ranker
    bundle: Bundle
    providers: tuple[str, ...]
    fallback_reason: str
    team: Team | None = None


class _ClosedError(Exception):
    """An index is made for an engine that was closed meanwhile."""


class Engine:
    """Recommends quotations of a library, in every language whose bundle loads. Safe to call from several threads."""

    def __init__(
        self,
        library: Library,
        *,
        cache: Path,
        bundles: Path | None = None,
        provider: Provider = "auto",
        threads: int = 0,
        team_url: str = "",
        on_progress: Progress | None = None,
    ) -> None:
        self.library = library
        self._cache = cache
        self._bundles = bundles or shipped_bundles()
        self._provider = provider
        self._threads = threads
        self._team_url = team_url
        self._on_progress = on_progress
        # one a language: while one loads, the other answers
        self._locks = {language: threading.Lock() for language in LANGUAGES}
        self._loaded: dict[Language, Loaded | ModelError] = {}
        self._closed = threading.Event()
        self._guests: dict[str, Quote] = {}  # the team's quotations that were suggested, by id

    def recommend(
        self,
        query: Query,
        k: int = 10,
        wanted: Filter = Filter(),
        exclude: AbstractSet[str] = frozenset(),
    ) -> list[Suggestion]:
        """Return the k best quotations for a query, best first, without the hidden and the excluded ones."""
        loaded, unwanted = self.load(query.language), self.library.hidden | exclude
        reading = loaded.ranker.read(query)
        if loaded.team is None:
            return loaded.ranker.suggest(reading, k, wanted, unwanted)
        guests = loaded.team.near(reading.vector)
        found = recommend_with_team(loaded.ranker, reading, guests, k=k, wanted=wanted, exclude=unwanted)
        self._guests.update((one.quote.id, one.quote) for one in found)
        return found

    def quote(self, quote_id: str) -> Quote | None:
        """Return a quotation of the library, or one of the team's that was suggested."""
        found = (self.library.collection(language).get(quote_id) for language in LANGUAGES)
        return next(filter(None, found), None) or self._guests.get(quote_id)

    def explain(self, query: Query, quote_id: str) -> list[Clue]:
        """Return the words of a query that speak most for a quotation, the weightiest first."""
        return self.load(query.language).ranker.explain(query, quote_id)

    def share(self, language: Language, quotes: Sequence[Quote]) -> None:
        """Put quotations of a language and their vectors into the team's collection."""
        bundle, encoder = self._encoder(language)
        team = Team.at(self._team_url, language, bundle.fingerprint)
        parts = Parts.of(bundle, encoder, Collection(quotes))
        team.share(parts.collection.quotes, self._vectors(language, parts))

    def load(self, language: Language) -> Loaded:
        """Return the language made ready; raise its ModelError where that failed, now or before."""
        with self._locks[language]:
            if language not in self._loaded:
                try:
                    self._loaded[language] = self._load(language)
                except ModelError as error:
                    self._loaded[language] = again(error)
            loaded = self._loaded[language]
        if isinstance(loaded, ModelError):
            raise again(loaded)
        return loaded

    def state(self, language: Language) -> Loaded | ModelError | None:
        """Return the language if it is ready, its error if it failed, None if nobody asked for it yet."""
        return self._loaded.get(language)

    def close(self) -> None:
        """Stop indexing: another engine takes over. What is being asked is still answered."""
        self._closed.set()

    def _load(self, language: Language) -> Loaded:
        bundle, encoder = self._encoder(language)
        parts = Parts.of(bundle, encoder, self.library.collection(language))
        ranker = self._ranker(language, parts)
        size = len(parts.collection)
        logger.info("%s: %d quotations, %s, %s", language, size, bundle.manifest.name, encoder.providers[0])
        return Loaded(ranker, bundle, encoder.providers, encoder.fallback_reason, self._team(language, bundle))

    def _encoder(self, language: Language) -> tuple[Bundle, OnnxEncoder]:
        bundle = Bundle.load(self._bundles / language)
        if bundle.manifest.language != language:
            raise BundleError(f"{bundle.path}: language {bundle.manifest.language}, expected {language}")
        return bundle, OnnxEncoder.load(bundle, self._provider, self._threads or None)

    def _ranker(self, language: Language, parts: Parts) -> Ranker:
        """Make the ranker that suits the size of a collection."""
        size = len(parts.collection)
        if size > EXACT and can_index():
            return self._indexed(language, parts)
        if size > EXACT:
            logger.warning("%s: %d quotations; faster with: pip install 'epigraph-ls[large]'", language, size)
        return parts.over_all(self._vectors(language, parts))

    def _indexed(self, language: Language, parts: Parts) -> Ranker:
        """Make the ranker of a large collection, and its snapshot where there is none yet."""
        folder = self._cache / "large" / f"{language}-{parts.fingerprint}"
        if snapshot := Snapshot.open(folder):
            return parts.over_snapshot(snapshot)
        vectors, lexical = self._vectors(language, parts), LexicalIndex.build(parts.collection.quotes)
        work = partial(self._index, language, parts, folder, vectors, lexical)
        # no daemon: a command that is done waits for it, else it would begin anew each time
        threading.Thread(target=work, name=f"epigraph-index-{language}").start()
        return parts.until_indexed(vectors, lexical)

    def _team(self, language: Language, bundle: Bundle) -> Team | None:
        try:
            return Team.at(self._team_url, language, bundle.fingerprint) if self._team_url else None
        except TeamError as error:
            logger.warning("%s", error)
            return None

    def _vectors(self, language: Language, parts: Parts) -> HalfVectors:
        on_progress = partial(self._on_progress, language) if self._on_progress else None
        cache = VectorCache.open(self._cache / "vectors.sqlite")
        return quote_matrix(parts.bundle, parts.encoder, cache, parts.inputs, on_progress)

    def _index(
        self, language: Language, parts: Parts, folder: Path, vectors: HalfVectors, lexical: LexicalIndex
    ) -> None:
        """Make a snapshot, in the background, and rank by it from then on."""
        logger.warning("%s: indexing %d quotations, once; until then answers take longer", language, len(vectors))
        try:
            write_snapshot(folder, vectors, lexical.postings, self._threads or default_threads(), self._check_open)
            remove_old(folder.parent, f"{language}-")
        except _ClosedError:
            return
        except (OSError, RuntimeError) as error:  # usearch has only the latter
            logger.warning("%s: %s; answers go on taking longer", folder, error)
        with self._locks[language]:  # the one who loads the language holds it till the end
            loaded, snapshot = self._loaded.get(language), Snapshot.open(folder)
            if isinstance(loaded, Loaded) and snapshot:
                self._loaded[language] = replace(loaded, ranker=parts.over_snapshot(snapshot))
                logger.info("%s: indexed", language)

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise _ClosedError


def shipped_bundles() -> Path:
    """Return the folder of the bundles that ship with Epigraph."""
    return Path(str(files("epigraph") / "bundles"))
