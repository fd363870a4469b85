"""The engine in use: loaded once, replaced when it must be, and never in the way. Home and engine are fakes."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import pytest
from lsprotocol.types import ClientCapabilities
from pygls.lsp.server import LanguageServer

from epigraph.engine import Loaded
from epigraph.errors import ModelError
from epigraph.home import Home
from epigraph.lsp.client import Client
from epigraph.lsp.engines import Engines
from epigraph.quotes.library import Library
from epigraph.quotes.sightings import Recogniser
from epigraph.settings import Settings


class FakeEngine:
    """An engine that loads when it is let."""

    def __init__(self, library: Library, gate: threading.Event) -> None:
        self.library = library
        self.loads: list[str] = []
        self.closed = False
        self._gate = gate
        self._states: dict[str, object] = {}

    def load(self, language: str) -> None:
        """Wait for the gate, then be ready; Chinese is broken."""
        assert self._gate.wait(10)
        self.loads.append(language)
        if language == "zh":
            self._states[language] = ModelError("zh is broken")
            raise ModelError("zh is broken")
        self._states[language] = Loaded(*[cast("Any", None)] * 4)

    def close(self) -> None:
        """Remember it."""
        self.closed = True

    def state(self, language: str) -> object:
        """Return what loading came to."""
        return self._states.get(language)


class FakeHome:
    """A home whose quote files change with `stamp`."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.stamp = 0
        self.engines: list[FakeEngine] = []

    def quote_stamp(self, *_: object) -> frozenset[int]:
        """Return the stamp."""
        return frozenset({self.stamp})

    def library(self, _settings: Settings, _workspaces: Sequence[Path]) -> Library:
        """Return an empty library."""
        return Library()

    def engine(self, _settings: Settings, library: Library, _report: object) -> FakeEngine:
        """Make an engine and remember it."""
        self.engines.append(FakeEngine(library, self.gate))
        return self.engines[-1]


def with_engines(work: Callable[[Engines, FakeHome], Awaitable[None]]) -> None:
    """Run work on engines over a fake home."""

    async def run() -> None:
        home = FakeHome()
        server = LanguageServer("test", "1")
        engines = Engines(server, cast("Home", home), Client.of(ClientCapabilities()))
        await asyncio.wait_for(work(engines, home), 20)
        engines.close()

    asyncio.run(run())


def test_a_language_is_loaded_once_for_all_who_wait() -> None:
    """Many requests at once make one load, and one that gives up does not stop it."""

    async def work(engines: Engines, home: FakeHome) -> None:
        home.gate.clear()
        await engines.use(Settings(), ())
        waiting = [asyncio.ensure_future(engines.ready("en")) for _ in range(3)]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engines.ready("en"), 0.05)
        assert engines.loading() == {"en"}
        home.gate.set()
        assert {id(engine) for engine in await asyncio.gather(*waiting)} == {id(home.engines[0])}
        assert home.engines[0].loads == ["en"]

    with_engines(work)


def test_a_broken_language_fails_and_the_other_works() -> None:
    """Each request for the broken one gets its error, without another try."""

    async def work(engines: Engines, home: FakeHome) -> None:
        await engines.use(Settings(), ())
        for _ in range(2):
            with pytest.raises(ModelError, match="broken"):
                await engines.ready("zh")
        await engines.ready("en")
        assert home.engines[0].loads == ["zh", "en"]

    with_engines(work)


def test_the_error_of_a_broken_language_gathers_no_frames() -> None:
    """What is kept to be told again and again must not keep what each request had in hand."""

    async def work(engines: Engines, home: FakeHome) -> None:
        await engines.use(Settings(), ())
        for _ in range(3):
            with pytest.raises(ModelError):
                await engines.ready("zh")
        kept = home.engines[0].state("zh")
        assert isinstance(kept, ModelError)
        assert kept.__traceback__ is None

    with_engines(work)


def test_quotations_are_recognised_without_waiting_once_a_language_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loader prepares it, but not for very many: completions do without it there."""

    async def work(engines: Engines, _: FakeHome) -> None:
        await engines.use(Settings(), ())
        made = Mock(side_effect=Recogniser)
        monkeypatch.setattr("epigraph.quotes.library.Recogniser", made)
        engine = await engines.ready("en")
        assert made.call_count == 1
        engine.library.used_in("en", "Nothing of the kind.")
        assert made.call_count == 1
        monkeypatch.setattr("epigraph.lsp.engines.EXACT", 1_000)
        await engines.use(Settings(), (), anew=True)
        await engines.ready("en")
        assert made.call_count == 1

    with_engines(work)


def test_an_engine_that_is_replaced_is_closed() -> None:
    """The old one, and one that is out of date before it is ready, build no more index; the one in use goes on."""

    async def work(engines: Engines, home: FakeHome) -> None:
        await engines.use(Settings(), ())
        await engines.ready("en")
        home.gate.clear()
        outdated = asyncio.ensure_future(engines.use(Settings(threads=1), ()))
        await asyncio.sleep(0.05)
        newest = asyncio.ensure_future(engines.use(Settings(threads=2), ()))
        await asyncio.sleep(0.05)
        home.gate.set()
        assert [await outdated, await newest] == [False, True]
        assert [engine.closed for engine in home.engines] == [True, True, False]

    with_engines(work)


def test_the_old_engine_serves_until_the_new_one_is_loaded() -> None:
    """After a change of files the languages in use are loaded first, then the engines change places."""

    async def work(engines: Engines, home: FakeHome) -> None:
        await engines.use(Settings(), ())
        old = await engines.ready("en")
        home.stamp = 1
        home.gate.clear()
        change = asyncio.ensure_future(engines.use(Settings(), ()))
        await asyncio.sleep(0.05)
        assert await engines.ready("en") is old
        home.gate.set()
        assert await change is True
        new = await engines.ready("en")
        assert new is not old
        assert home.engines[1].loads == ["en"]

    with_engines(work)


def test_only_what_an_engine_rests_on_makes_a_new_one() -> None:
    """Another style or filter keeps the engine; another provider, other files or a reload make a new one."""

    async def work(engines: Engines, home: FakeHome) -> None:
        assert await engines.use(Settings(), ()) is True
        assert await engines.use(Settings(results=3, trigger="manual"), ()) is False
        assert await engines.use(Settings(provider="cpu"), ()) is True
        assert await engines.use(Settings(provider="cpu"), (Path("/essays"),)) is True
        assert await engines.use(Settings(provider="cpu"), (Path("/essays"),), anew=True) is True
        assert len(home.engines) == 4

    with_engines(work)


def test_a_change_that_was_given_up_is_made_when_next_asked() -> None:
    """A client may cancel a command while the new engine loads; what the command did must not be forgotten."""

    async def work(engines: Engines, home: FakeHome) -> None:
        await engines.use(Settings(), ())
        old = await engines.ready("en")
        home.stamp = 1
        home.gate.clear()
        change = asyncio.ensure_future(engines.use(Settings(), ()))
        await asyncio.sleep(0.05)
        change.cancel()
        with pytest.raises(asyncio.CancelledError):
            await change
        home.gate.set()
        assert await engines.use(Settings(), ()) is True
        assert await engines.ready("en") is not old

    with_engines(work)
