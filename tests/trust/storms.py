"""What a day of writing does to a server, in minutes. A storm returns how much of it there was."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from lsp.wire import Wire

URI = "untitled:storm"
TEXT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. [Quote] So keep going.\n"
AT = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 85}}
QUIET = {-32800, -32801}  # cancelled, or a newer request or text took its place

Storm = Callable[[Wire, int], int]


def open_letter(wire: Wire, uri: str = URI, text: str = TEXT) -> None:
    """Open a document."""
    item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    wire.notify("textDocument/didOpen", {"textDocument": item})


def recommend(wire: Wire, uri: str = URI) -> list[dict[str, object]]:
    """Return quotations for the placeholder, however long the model loads."""
    given = {"uri": uri, "position": AT["position"], "k": 3}
    answer = wire.ask("workspace/executeCommand", {"command": "epigraph.recommend", "arguments": [given]})
    found: list[dict[str, object]] = answer["result"]
    return found


def edits(wire: Wire, count: int) -> int:
    """Type and take back, a message each, and ask for completions all the while."""
    asked = []
    for version in range(2, count + 2):
        here = {"line": 1, "character": 0}
        there = here if version % 2 else {"line": 1, "character": 1}
        change = {"range": {"start": here, "end": there}, "text": "x" if version % 2 else ""}
        identifier = {"uri": URI, "version": version}
        wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
        if version % 10 == 0:
            asked.append(wire.request("textDocument/completion", AT))
    _check(wire, asked)
    return count


def cancels(wire: Wire, count: int) -> int:
    """Ask and cancel at once, or a little later."""
    chance = random.Random(count)  # noqa: S311 - the same storm with each run
    asked = []
    for _ in range(count):
        asked.append(wire.request(chance.choice(("textDocument/completion", "textDocument/hover")), AT))
        wire.notify("$/cancelRequest", {"id": chance.choice(asked[-3:])})
        time.sleep(chance.random() * 0.002)
    _check(wire, asked)
    return count


def documents(wire: Wire, count: int) -> int:
    """Open documents, twenty at a time, look at each, and close them."""
    for first in range(0, count, 20):
        uris = [f"file:///storm/{number}.md" for number in range(first, min(count, first + 20))]
        for uri in uris:
            open_letter(wire, uri, TEXT * 20)
        asked = [wire.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) for uri in uris]
        asked += [wire.request("textDocument/diagnostic", {"textDocument": {"uri": uri}}) for uri in uris]
        _check(wire, asked)
        for uri in uris:
            wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return count


def configurations(wire: Wire, count: int) -> int:
    """Change settings to and fro."""
    for turn in range(count):
        values = {"results": 3 + turn % 5, "filter": {"maxLength": 90 if turn % 2 else 0}, "threads": 1 + turn % 2}
        wire.notify("workspace/didChangeConfiguration", {"settings": {"epigraph": values}})
        if turn % 5 == 0:
            wire.ask("textDocument/hover", AT)
    wire.notify("workspace/didChangeConfiguration", {"settings": {"epigraph": {}}})
    return count


def folders(wire: Wire, count: int) -> int:
    """Add and take away folders of a workspace, each with settings and quotations of its own."""
    for turn in range(count):
        folder = {"uri": f"file:///storm/folder{turn // 2}", "name": f"folder {turn // 2}"}
        added, removed = ([], [folder]) if turn % 2 else ([folder], [])
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": removed}})
    return count


def recommendations(wire: Wire, count: int) -> int:
    """Ask for quotations, one answer after the other."""
    for _ in range(count):
        assert recommend(wire)
    return count


def _check(wire: Wire, asked: list[int]) -> None:
    """Wait for all answers; no request may fail otherwise than by being late."""
    codes = {wire.answer(request).get("error", {"code": 0})["code"] for request in asked}
    assert codes <= {0, *QUIET}, codes
    for request in asked:  # the wire keeps all answers, and a storm has many
        del wire.answers[request], wire.when[request]


def make_folders(root: Path, count: int) -> list[dict[str, str]]:
    """Make workspace folders, each with settings and a quotation of its own."""
    made = []
    for number in range(count):
        own = root / f"folder{number}" / ".epigraph"
        own.mkdir(parents=True)
        (own / "settings.toml").write_text(f"results = {1 + number}\n", encoding="utf-8")
        (own / "quotes.md").write_text(f"- Folder number {number} has its say — Nobody\n", encoding="utf-8")
        made.append({"uri": own.parent.as_uri(), "name": own.parent.name})
    return made
