"""A thousand requests, cancelled at random moments."""

import random
import statistics
import time
from pathlib import Path

from lsp.wire import Wire

URI = "untitled:storm"
TEXT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. [Quote] So keep going.\n"
DOCUMENT = {"textDocument": {"uri": URI}}
POSITION = {"line": 0, "character": 85}
CURSOR = {**DOCUMENT, "position": POSITION}
REQUESTS: list[tuple[str, object]] = [
    ("textDocument/completion", CURSOR),
    ("textDocument/hover", CURSOR),
    (
        "textDocument/codeAction",
        {**DOCUMENT, "range": {"start": POSITION, "end": POSITION}, "context": {"diagnostics": []}},
    ),
    (
        "workspace/executeCommand",
        {"command": "epigraph.recommend", "arguments": [{"uri": URI, "position": POSITION}]},
    ),
    ("workspace/executeCommand", {"command": "epigraph.search", "arguments": [{"query": "bridge"}]}),
]
CANCELLED, SUPERSEDED = -32800, -32801


def seconds_of_a_completion(wire: Wire) -> float:
    """Return how long a completion takes now."""
    begun = time.perf_counter()
    assert wire.ask(*REQUESTS[0])["result"]["items"]
    return time.perf_counter() - begun


def storm(wire: Wire, requests: int) -> list[int]:
    """Send requests of all kinds, each cancelled between at once and 30 ms later; return their ids."""
    chance = random.Random(4)  # noqa: S311 - the same storm with each run
    sent: list[int] = []
    due: list[tuple[float, int]] = []
    while len(sent) < requests or due:
        now = time.perf_counter()
        for request in [request for when, request in due if when <= now]:
            wire.notify("$/cancelRequest", {"id": request})
        due = [(when, request) for when, request in due if when > now]
        if len(sent) < requests:
            sent.append(wire.request(*chance.choice(REQUESTS)))
            due.append((time.perf_counter() + chance.choice((0.0, chance.random() * 0.03)), sent[-1]))
        time.sleep(chance.random() * 0.004)
    return sent


def test_each_of_a_thousand_cancelled_requests_is_answered_once(tmp_path: Path) -> None:
    """With a result, RequestCancelled, or ContentModified where a newer one came first; the next is as fast as ever."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        item = {"uri": URI, "languageId": "markdown", "version": 1, "text": TEXT}
        wire.notify("textDocument/didOpen", {"textDocument": item})
        seconds_of_a_completion(wire)
        before = statistics.median(seconds_of_a_completion(wire) for _ in range(15))
        sent = storm(wire, 1000)
        answers = [wire.answer(request) for request in sent]
        after = seconds_of_a_completion(wire)
        codes = [answer["error"]["code"] for answer in answers if "error" in answer]
        assert set(codes) <= {CANCELLED, SUPERSEDED}
        assert codes.count(CANCELLED) > 100
        assert len(codes) < len(sent)
        assert all(len(wire.answers[request]) == 1 for request in sent)
        # a queue that still held the storm's work would take hundreds of times as long
        assert after < 50 * before
