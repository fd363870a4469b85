"""The one entry to ranking: `Engine.recommend(query)`. Knows bundles and libraries, nothing of editors or terminals.

A language is loaded when it is first asked for. Where its bundle is damaged, every request for it raises the same
ModelError, and the other language goes on working.
"""

import logging
import threading
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

from epigraph.errors import BundleError, ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.matrix import quote_input, quote_matrix
from epigraph.model.providers import Provider
from epigraph.model.vector_cache import VectorCache
from epigraph.quotes.library import Library
from epigraph.ranking.explanation import Clue
from epigraph.ranking.filters import Filter
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.known import KnownUses
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.query import LANGUAGES, Language, Query

logger = logging.getLogger(__name__)

Progress = Callable[[Language, int, int], None]  # language, quotations encoded, of how many


@dataclass(frozen=True, slots=True)
class Loaded:
    """A language that is ready: its ranker and what it runs on."""

    ranker: Ranker
    bundle: Bundle
    providers: tuple[str, ...]
    fallback_reason: str


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
        on_progress: Progress | None = None,
    ) -> None:
        self.library = library
        self._cache = cache
        self._bundles = bundles or shipped_bundles()
        self._provider = provider
        self._threads = threads
        self._on_progress = on_progress
        # one a language: while one loads, the other answers
        self._locks = {language: threading.Lock() for language in LANGUAGES}
        self._loaded: dict[Language, Loaded | ModelError] = {}

    def recommend(
        self,
        query: Query,
        k: int = 10,
        wanted: Filter = Filter(),
        exclude: AbstractSet[str] = frozenset(),
    ) -> list[Suggestion]:
        """Return the k best quotations for a query, best first, without the hidden and the excluded ones."""
        ranker = self.load(query.language).ranker
        return ranker.recommend(query, k, wanted, self.library.hidden | exclude)

    def explain(self, query: Query, quote_id: str) -> list[Clue]:
        """Return the words of a query that speak most for a quotation, the weightiest first."""
        return self.load(query.language).ranker.explain(query, quote_id)

    def load(self, language: Language) -> Loaded:
        """Return the language made ready; raise its ModelError where that failed, now or before."""
        with self._locks[language]:
            if language not in self._loaded:
                try:
                    self._loaded[language] = self._load(language)
                except ModelError as error:
                    self._loaded[language] = error
            loaded = self._loaded[language]
        if isinstance(loaded, ModelError):
            raise loaded
        return loaded

    def state(self, language: Language) -> Loaded | ModelError | None:
        """Return the language if it is ready, its error if it failed, None if nobody asked for it yet."""
        return self._loaded.get(language)

    def _load(self, language: Language) -> Loaded:
        bundle = Bundle.load(self._bundles / language)
        if bundle.manifest.language != language:
            raise BundleError(f"{bundle.path}: language {bundle.manifest.language}, expected {language}")
        fusion = Fusion.from_manifest(bundle.manifest.fusion, bundle.path)
        encoder = OnnxEncoder.load(bundle, self._provider, self._threads or None)
        collection = self.library.collection(language)
        fields = bundle.manifest.quote.fields
        matrix = quote_matrix(
            bundle,
            encoder,
            VectorCache.open(self._cache / "vectors.sqlite"),
            [(q.id, quote_input(fields, text=q.text, gloss=q.gloss, topics=q.topics)) for q in collection],
            partial(self._on_progress, language) if self._on_progress else None,
        )
        semantic = SemanticChannel.over(encoder, matrix)
        known = KnownUses.over(bundle, collection)
        ranker = Ranker(collection, semantic, LexicalIndex.build(collection.quotes), known, fusion)
        logger.info("%s: %d quotations, %s, %s", language, len(collection), bundle.manifest.name, encoder.providers[0])
        return Loaded(ranker, bundle, encoder.providers, encoder.fallback_reason)


def shipped_bundles() -> Path:
    """Return the folder of the bundles that ship with Epigraph."""
    return Path(str(files("epigraph") / "bundles"))
