"""Messages that no client should send: right ones with something wrong in them, and bytes that are no message."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from lsp.wire import Message, Wire

URI = "untitled:bombarded"
TEXT = "A bridge is not built on the day it opens. [Quote] So keep going.\n她说：[引用]\n"
DOCUMENT = {"uri": URI}
PLACE = {"line": 0, "character": 45}
RANGE = {"start": PLACE, "end": {"line": 0, "character": 50}}
AT = {"textDocument": DOCUMENT, "position": PLACE}
OTHER = {"uri": "untitled:other"}
NOTEBOOK = {"uri": "n:1", "notebookType": "j", "version": 1, "cells": []}
FOLDER = {"uri": "file:///nowhere", "name": "n"}
LETTER = {"uri": URI, "languageId": "markdown", "version": 1, "text": TEXT}

_COMMANDS: dict[str, dict[str, Any]] = {
    "recommend": {"uri": URI, "position": PLACE, "k": 3, "filter": {"author": "Lincoln", "maxLength": 90}},
    "insert": {"uri": URI, "id": "0" * 16, "position": PLACE},
    "choose": {"uri": URI, "position": PLACE},
    "nextPlaceholder": {"uri": URI, "position": PLACE},
    "search": {"query": "bridge", "language": "en", "own": False, "limit": 3},
    "hide": {"id": "0" * 16},
    "unhide": {"id": "0" * 16},
    "addQuote": {"text": "The kettle knows the cook", "author": "Aunt May", "year": 1911, "topics": ["wisdom"]},
    "status": {},
}
_REQUESTS: list[tuple[str, Any]] = [
    ("textDocument/completion", {**AT, "context": {"triggerKind": 1}}),
    ("textDocument/hover", AT),
    ("textDocument/codeAction", {"textDocument": DOCUMENT, "range": RANGE, "context": {"diagnostics": [], "only": []}}),
    ("textDocument/codeLens", {"textDocument": DOCUMENT}),
    ("textDocument/diagnostic", {"textDocument": DOCUMENT, "previousResultId": "x"}),
    ("textDocument/inlineCompletion", {**AT, "context": {"triggerKind": 1}}),
    ("completionItem/resolve", {"label": "x", "data": {"id": "0" * 16, "score": 0.5, "words": ["a"]}}),
    ("codeAction/resolve", {"title": "x", "data": {"uri": URI, "version": 1, "do": "insert", "start": 0, "end": 1}}),
    ("codeLens/resolve", {"range": RANGE, "data": {"uri": URI, "version": 1}}),
    ("initialize", {"processId": None, "rootUri": None, "capabilities": {}}),
    ("workspace/symbol", {"query": ""}),
    ("$/unheardOf", {"value": 1}),
    *(
        ("workspace/executeCommand", {"command": f"epigraph.{name}", "arguments": [_COMMANDS[name]]})
        for name in _COMMANDS
    ),
]
_NOTIFICATIONS: list[tuple[str, Any]] = [
    ("textDocument/didOpen", {"textDocument": {**LETTER, **OTHER}}),
    (
        "textDocument/didChange",
        {"textDocument": {**OTHER, "version": 2}, "contentChanges": [{"range": RANGE, "text": "x"}]},
    ),
    ("textDocument/didClose", {"textDocument": OTHER}),
    ("textDocument/didSave", {"textDocument": DOCUMENT}),
    ("notebookDocument/didOpen", {"notebookDocument": NOTEBOOK, "cellTextDocuments": [LETTER]}),
    ("workspace/didChangeConfiguration", {"settings": {"epigraph": {"results": 3, "filter": {"author": "x"}}}}),
    ("workspace/didChangeWorkspaceFolders", {"event": {"added": [FOLDER], "removed": []}}),
    ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///nowhere/quotes.md", "type": 1}]}),
    ("$/cancelRequest", {"id": 3}),
    ("$/setTrace", {"value": "off"}),
    ("$/progress", {"token": "x", "value": {"kind": "end"}}),
    ("window/workDoneProgress/cancel", {"token": "x"}),
]
_WRONG: list[Any] = [
    *(None, True, 0, -1, 2**31, 2**53, 10**400, 1.5, float("nan"), "", "\ud800", "\x00", "x" * 3000),
    *([], {}, [[]], {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": "inner", "method": "textDocument/hover"}),
]
_NO_MESSAGES = [
    *(
        b"{]",
        b"[]",
        b"3",
        b"null",
        b"\xff\xfe",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "1.0", "method": "x"}',
        b"[" * 50_000,
    ),
    *(
        b'{"jsonrpc": "2.0", "id": {}, "method": 3}',
        b'{"jsonrpc": "2.0", "id": [], "result": 3}',
        b'{"id": 1, "method": "x"}',
    ),
    *(b'{"jsonrpc": "2.0", "id": "never asked", "result": 1}', b'{"jsonrpc": "2.0", "id": null, "error": null}'),
]
_INTERNAL_ERROR = -32603


def bombard(wire: Wire, count: int, seed: int) -> int:
    """Send spoilt messages and return how many; each request must be answered once, and not as a fault of ours."""
    chance = random.Random(seed)  # noqa: S311 - the same messages with each run
    asked: dict[str, Any] = {}
    for number in range(count):
        kind = chance.random()
        if kind < 0.7:
            request = f"{seed} {number}"
            asked[request] = message = {"id": request, **_spoilt(chance, _REQUESTS)}
            wire.write(json.dumps(message).encode())
        elif kind < 0.9:
            wire.write(json.dumps(_spoilt(chance, _NOTIFICATIONS)).encode())
        else:
            wire.write(chance.choice(_NO_MESSAGES))
    for request, message in asked.items():
        code = wire.answer(request).get("error", {}).get("code")
        assert code != _INTERNAL_ERROR, f"{message!a:.500} was answered with {wire.answer(request)!a:.500}"
    assert all(len(wire.answers[request]) == 1 for request in asked)
    assert wire.process.poll() is None
    return count


def _spoilt(chance: random.Random, messages: list[tuple[str, Any]]) -> Message:
    """Return a message with up to two values of its parameters exchanged for wrong ones."""
    method, right = chance.choice(messages)
    holder = {"params": copy.deepcopy(right)}
    for _ in range(chance.choice((0, 1, 1, 2))):
        inside, key = chance.choice(list(_places(holder)))
        inside[key] = copy.deepcopy(chance.choice(_WRONG))
    return {"jsonrpc": "2.0", "method": method, **holder}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container inside a JSON value with each of its keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


def depth_bomb(depth: int) -> bytes:
    """Return a request whose parameters nest deeper than anything reads."""
    return json.dumps({"jsonrpc": "2.0", "id": "deep", "method": "textDocument/hover"}).encode()[:-1] + (
        b', "params": ' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"
    )
