"""All storms on one server, and what it holds before and after them."""

import time
from dataclasses import dataclass
from pathlib import Path

from lsp.editor import PATIENCE
from lsp.wire import Wire
from trust import storms
from trust.watching import Held, busy_seconds, held, watched, wrongs

_STORMS: dict[str, storms.Storm] = {
    "edits": storms.edits,
    "cancelled requests": storms.cancels,
    "documents opened and closed": storms.documents,
    "changes of settings": storms.configurations,
    "changes of folders": storms.folders,
    "recommendations": storms.recommendations,
}
_FOLDERS = 20
_MORE_MEMORY = 1.1
_RELOADS = 5  # while an engine is replaced there are two: after a few, the memory that this takes is all there


@dataclass(frozen=True, slots=True)
class Size:
    """How many of each storm, in their order, and how many seconds to look at an idle server."""

    counts: tuple[int, ...]
    idle: int


SHORT = Size((200, 60, 40, 6, 10, 20), idle=3)
LONG = Size((20_000, 5_000, 2_000, 200, 200, 10_000), idle=30)


@dataclass(frozen=True, slots=True)
class Weather:
    """What came down, what a server held before and after, and how much of a core it took when idle."""

    storms: dict[str, int]
    before: Held
    after: Held
    idle: float


def weather(home: Path, size: Size) -> Weather:
    """Let storms go over one server, after small ones that warm it; raise where they leave a trace."""
    capabilities: dict[str, object] = {"textDocument": {"diagnostic": {}}}
    with watched(home) as (wire, report):
        wire.initialize(capabilities, workspaceFolders=storms.make_folders(home, _FOLDERS))
        storms.open_letter(wire)
        for storm, count in zip(_STORMS.values(), SHORT.counts, strict=True):
            storm(wire, count)
        for _ in range(_RELOADS):
            wire.ask("workspace/executeCommand", {"command": "epigraph.reload"})
        before = settled(wire, report)
        done = {name: storm(wire, count) for (name, storm), count in zip(_STORMS.items(), size.counts, strict=True)}
        after = settled(wire, report, before)
        busy = busy_seconds(wire)
        time.sleep(size.idle)
        idle = (busy_seconds(wire) - busy) / size.idle
        assert storms.recommend(wire)
        assert wrongs(report) == []
    assert after.files <= before.files, (before, after)
    assert after.threads <= before.threads, (before, after)
    assert after.tasks <= before.tasks, (before, after)
    assert after.memory <= before.memory * _MORE_MEMORY, (before, after)
    assert idle <= 0.01, idle  # of a core
    return Weather(done, before, after, idle)


def settled(wire: Wire, report: Path, wanted: Held | None = None) -> Held:
    """Return what a server holds once it is at rest; with `wanted`, once it has no more tasks, if it comes to that."""
    for _ in range(round(PATIENCE)):
        busy = busy_seconds(wire)
        time.sleep(1.0)
        now = held(wire, report)
        if busy_seconds(wire) - busy <= 0.02 and (wanted is None or now.tasks <= wanted.tasks):
            break
    return now
