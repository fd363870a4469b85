"""The engine in use: made and loaded in the background, and made anew when what it rests on changes.

The old engine serves until the new one is ready. A language loads when it is first asked for; whoever waits for it
may give up without stopping it.
"""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pygls.lsp.server import LanguageServer

from epigraph.engine import Engine, Loaded
from epigraph.errors import EpigraphError, ModelError, again
from epigraph.home import Home
from epigraph.lsp.client import Client
from epigraph.lsp.failures import log_failure
from epigraph.lsp.progress import ProgressBar
from epigraph.lsp.worker import Worker
from epigraph.quotes.library import Library
from epigraph.ranking.shortlist import EXACT
from epigraph.settings import Settings
from epigraph.text.query import LANGUAGES, Language

logger = logging.getLogger(__name__)

Stamp: TypeAlias = frozenset[tuple[str, int, int]]

_NAMES = {"en": "English", "zh": "Chinese"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an engine is made of; two that are equal make the same engine."""

    settings: Settings
    workspaces: tuple[Path, ...]
    stamp: Stamp

    @classmethod
    def of(cls, home: Home, settings: Settings, workspaces: tuple[Path, ...]) -> "Recipe":
        """Keep of the settings what an engine depends on."""
        kept = Settings(
            provider=settings.provider,
            threads=settings.threads,
            bundles=settings.bundles,
            quote_files=settings.quote_files,
            team_url=settings.team_url,
        )
        return cls(kept, workspaces, home.quote_stamp(kept, workspaces))


class Engines:
    """Lives on the event loop; only reading and loading are on other threads."""

    def __init__(self, server: LanguageServer, home: Home, client: Client) -> None:
        self._server = server
        self._home = home
        self._client = client
        self._reader = Worker("epigraph-library")
        # one a language: to encode thousands of quotations of one must not keep the other waiting
        self._loaders = {language: Worker(f"epigraph-load-{language}") for language in LANGUAGES}
        self._recipe: Recipe | None = None
        self._engine: asyncio.Future[Engine] = asyncio.get_running_loop().create_future()
        self._loads: dict[tuple[Engine, Language], asyncio.Task[None]] = {}
        self._bars: dict[Language, ProgressBar] = {}

    async def current(self) -> Engine:
        """Return the engine in use, once there is one."""
        return await asyncio.shield(self._engine)

    async def library(self) -> Library:
        """Return the library of the engine in use."""
        return (await self.current()).library

    async def ready(self, language: Language) -> Engine:
        """Return the engine once a language of it can be used; raise ModelError where it cannot."""
        engine = await self.current()
        await self._load(engine, language)
        return engine

    def loading(self) -> set[Language]:
        """Return the languages that are being made ready."""
        return {language for _, language in self._loads}

    async def use(self, settings: Settings, workspaces: tuple[Path, ...], *, anew: bool = False) -> bool:
        """Make an engine of these where the present one is another, or in any case; tell whether it was made."""
        recipe = Recipe.of(self._home, settings, workspaces)
        if recipe == self._recipe and not anew:
            return False
        self._recipe = recipe
        try:
            engine = await self._made(recipe)
        except BaseException:
            if recipe is self._recipe:
                self._recipe = None  # so that the next request tries again
            raise
        if recipe != self._recipe:
            engine.close()  # things changed again meanwhile, and another is on its way
            return False
        if self._engine.done():
            self._engine.result().close()
            self._engine = asyncio.get_running_loop().create_future()
        self._engine.set_result(engine)
        return True

    def close(self) -> None:
        """Load nothing more."""
        for worker in (self._reader, *self._loaders.values()):
            worker.close()

    async def _made(self, recipe: Recipe) -> Engine:
        """Return an engine of a recipe in which the languages that are in use are ready."""
        library = await self._reader.run(partial(self._home.library, recipe.settings, recipe.workspaces))
        engine = self._home.engine(recipe.settings, library, self._report)
        for language in self._in_use():
            if recipe == self._recipe:  # to load takes seconds, and settings may change with each key
                await self._load_like_old(engine, language)
        return engine

    def _in_use(self) -> list[Language]:
        """Return the languages that are ready now."""
        old = self._engine.result() if self._engine.done() else None
        return [language for language in LANGUAGES if old and isinstance(old.state(language), Loaded)]

    async def _load_like_old(self, engine: Engine, language: Language) -> None:
        """Load a language that is in use, so that nobody waits after the change."""
        try:
            await self._load(engine, language)
        except EpigraphError as error:
            logger.warning("%s: %s", language, error)

    async def _load(self, engine: Engine, language: Language) -> None:
        state = engine.state(language)
        if isinstance(state, ModelError):
            raise again(state)
        if state is None:
            key = engine, language
            if key not in self._loads:
                self._loads[key] = asyncio.create_task(self._load_with_bar(engine, language))
                self._loads[key].add_done_callback(partial(self._loaded, key))
            await asyncio.shield(self._loads[key])

    async def _load_with_bar(self, engine: Engine, language: Language) -> None:
        title = f"Epigraph: loading {_NAMES[language]} quotations"
        async with ProgressBar(self._server, title, shown=self._client.progress) as bar:

            def load() -> None:
                self._bars[language] = bar
                # before, so that whoever finds the language loaded has not to wait for it
                if len(engine.library.collection(language)) <= EXACT:
                    engine.library.recogniser(language)
                engine.load(language)

            await self._loaders[language].run(load)

    def _loaded(self, key: tuple[Engine, Language], task: "asyncio.Task[None]") -> None:
        del self._loads[key]
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, EpigraphError):
            logger.warning("%s: %s", key[1], error)
        else:
            log_failure(logger, f"loading {key[1]}", error)

    def _report(self, language: Language, done: int, total: int) -> None:
        """Pass on, from a loader's thread, how many of a person's own quotations are encoded."""
        self._bars[language].report(f"{done:,} of {total:,} of your own", done, total)
