"""Everything that lives from `initialize` to `exit`: the client, its documents and settings, engine and workers."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Hashable, Mapping
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from epigraph.errors import EpigraphError
from epigraph.home import Home
from epigraph.lsp import watching
from epigraph.lsp.client import Client
from epigraph.lsp.configuration import Configuration
from epigraph.lsp.documents import Document, Documents
from epigraph.lsp.engines import Engines
from epigraph.lsp.failures import log_failure
from epigraph.lsp.worker import Worker
from epigraph.quotes.hidden import hidden
from epigraph.quotes.quote import Quote
from epigraph.settings import Settings
from epigraph.text.query import Language

logger = logging.getLogger(__name__)

PICKER = "epigraph.pick"  # a command of clients that let a person choose in a list of their own
_CLIENT_COMMANDS = "clientCommands"  # where they say so, in initializationOptions beside the settings
_PATIENCE = 5.0  # seconds that requests wait for a client that is slow to tell its settings
_CHECK_SECONDS = 2.0  # between two looks at a person's quote files; not every client tells of changes


class Session:
    """One client's session. Made on the event loop and used there; the workers have their own threads."""

    def __init__(
        self,
        server: LanguageServer,
        home: Home,
        params: types.InitializeParams,
        refresh: Callable[["Session"], None],
    ) -> None:
        options = params.initialization_options
        given = dict(options) if isinstance(options, Mapping) else {}
        commands = given.pop(_CLIENT_COMMANDS, ())
        folders = [folder.uri for folder in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        self.server = server
        self.home = home
        self.client = Client.of(params.capabilities)
        self.has_picker = isinstance(commands, list) and PICKER in commands
        self.documents = Documents(self.client.encoding)
        self.configuration = Configuration(home, folders, given if isinstance(options, Mapping) else options)
        self.engines = Engines(server, home, self.client)
        self.ranking = Worker("epigraph-rank")  # what a person waits for
        self.reading = Worker("epigraph-read")  # what they do not: whole documents
        self.started = asyncio.Event()  # the client's settings are known, or too long in coming
        self.turns: WeakValueDictionary[Hashable, object] = WeakValueDictionary()  # the newest request of each purpose
        self._refresh = refresh
        self._told: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._checked = time.monotonic()

    async def start(self) -> None:
        """Get ready once the client is: its settings, what it shall tell us, the library."""
        asked = self.background(self.ask_settings())
        _, late = await asyncio.wait([asked], timeout=_PATIENCE)
        self.started.set()
        self.background(watching.register(self.server, self.client, self.home, self.configuration.of()))
        await self.apply_settings()
        if late:
            await asked
            await self.apply_settings()

    async def ask_settings(self) -> None:
        """Ask the client for its settings, where it can be asked."""
        if self.client.configuration:
            await self.configuration.pull(self.server)

    async def apply_settings(self, *, anew: bool = False) -> None:
        """Go by the settings and quote files as they are now."""
        for problem in self.configuration.problems:
            self.tell_once(problem)
        await self._make_engine(anew=anew)
        self._refresh(self)

    def check_files(self) -> None:
        """Look, from time to time, whether a person's quote files changed."""
        now = time.monotonic()
        if now - self._checked > _CHECK_SECONDS:
            self._checked = now
            self.background(self._follow_files())

    def settings(self, document: Document) -> Settings:
        """Return the settings for a document."""
        return self.configuration.of(document.uri)

    def language(self, document: Document) -> Language | None:
        """Return the language that the settings fix, or None where the words tell."""
        wanted = self.settings(document).language
        return None if wanted == "auto" else wanted

    async def quote(self, quote_id: str) -> Quote | None:
        """Return the quotation with an id."""
        engine = await self.engines.current()
        return await self.ranking.run(partial(engine.quote, quote_id))

    def tell_once(self, message: str) -> None:
        """Show a message to the person, unless they had it already."""
        if message not in self._told:
            self._told.add(message)
            logger.debug("%s", message)  # not above: it may quote a line of a person's own file
            shown = types.ShowMessageParams(types.MessageType.Warning, f"Epigraph: {message}")
            self.server.window_show_message(shown)

    def background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let work go on by itself; its failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself holds tasks only weakly
        task.add_done_callback(self._done)
        return task

    def close(self) -> None:
        """Start nothing new."""
        for task in self._tasks:
            task.cancel()
        self.ranking.close()
        self.reading.close()
        self.engines.close()

    async def _follow_files(self) -> None:
        if await self._make_engine():
            self._refresh(self)

    async def _make_engine(self, *, anew: bool = False) -> bool:
        made = await self.engines.use(self.configuration.of(), self.configuration.workspaces, anew=anew)
        library = await self.engines.library()
        if made and library.problems:
            more = f"; and {len(library.problems) - 1} more, see `epigraph doctor`" if library.problems[1:] else ""
            self.tell_once(f"{library.problems[0]}{more}")
        library.hidden = await self.reading.run(partial(hidden, self.home.data))
        return made

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, EpigraphError):
            logger.info("%s", error)
        else:
            log_failure(logger, "work in the background", error)
