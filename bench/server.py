"""Speed and memory of the language server, through its pipe.

    make bench, or PYTHONPATH=tests python bench/server.py [--rounds N] [--edits N]

1. From a changed document to its completions, against the bare engine call for the same words, turn by turn.
   Goal: at most 1.2 times.
2. A person who types 20 keys a second, with a completion after each: how many answers are out of date (goal: none),
   how long the others take, and the memory of the server before and after.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from epigraph.engine import Engine
from epigraph.quotes.library import Library
from epigraph.text.context import Page
from lsp.wire import Message, Wire

ESSAY = Path(__file__).parents[1] / "examples" / "essay.md"
URI = "untitled:bench"
KEYS_A_SECOND = 20
WORDS = ("slowly", "and", "then", "all", "at", "once", "the", "town", "began", "to", "believe", "in", "its", "bridge")


class Draft:
    """A document with one placeholder at its end, as the server and the bench both have it."""

    def __init__(self, wire: Wire, text: str) -> None:
        self.text = text
        self.version = 1
        self._wire = wire
        item = {"uri": URI, "languageId": "markdown", "version": 1, "text": text}
        wire.notify("textDocument/didOpen", {"textDocument": item})

    @property
    def gap(self) -> int:
        """Where the placeholder starts."""
        return self.text.index("[Quote]")

    def type(self, typed: str) -> None:
        """Put words before the placeholder."""
        at = _position(self.text, self.gap)
        self.text = self.text[: self.gap] + typed + self.text[self.gap :]
        self.version += 1
        change = {"range": {"start": at, "end": at}, "text": typed}
        identifier = {"uri": URI, "version": self.version}
        self._wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})

    def complete(self) -> int:
        """Ask for completions; return the request's id."""
        params = {"textDocument": {"uri": URI}, "position": _position(self.text, self.gap)}
        return self._wire.request("textDocument/completion", params)


def main() -> None:
    """Run both and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="completions of the comparison (default: 200)")
    parser.add_argument("--edits", type=int, default=600, help="keys of the typing (default: 600)")
    args = parser.parse_args()
    before, _, after = ESSAY.read_text(encoding="utf-8").partition("[Quote]")
    text = before + "[Quote]" + after.replace("[Quote]", "")
    with tempfile.TemporaryDirectory() as home, Wire(Path(home)) as wire:
        wire.initialize()
        draft = Draft(wire, text)
        wire.answer(draft.complete())
        _completion(wire, draft, Engine(Library(), cache=Path(home)), args.rounds)
        _typing(wire, draft, args.edits)


def _completion(wire: Wire, draft: Draft, engine: Engine, rounds: int) -> None:
    ours, bare = [], []
    for turn in range(rounds + 10):
        word = WORDS[turn % len(WORDS)] + " "
        begun = time.perf_counter()
        draft.type(word)
        answer = wire.answer(draft.complete())
        ours.append((time.perf_counter() - begun) * 1e3)
        _check(answer, draft.text)
        query = Page.read(draft.text, "markdown").query(draft.gap, draft.gap)
        begun = time.perf_counter()
        engine.recommend(query)
        bare.append((time.perf_counter() - begun) * 1e3)
    first, second = statistics.median(ours[10:]), statistics.median(bare[10:])  # the first ten warm up
    what = f"change to completion ({len(draft.text):,} characters)"
    print(f"{what}: {first:.2f} ms, bare engine {second:.2f} ms, ratio {first / second:.2f}")


def _typing(wire: Wire, draft: Draft, edits: int) -> None:
    """Type letter by letter; an answer is out of date where its edit does not fit the text it was asked for."""
    letters = " ".join(WORDS * edits)[:edits]
    memory = _memory(wire)
    asked: list[tuple[int, str, float]] = []
    begun = time.perf_counter()
    for key, letter in enumerate(letters):
        time.sleep(max(0.0, begun + key / KEYS_A_SECOND - time.perf_counter()))
        draft.type(letter)
        asked.append((draft.complete(), draft.text, time.perf_counter()))
    answers = [(wire.answer(request), text, wire.when[request] - sent) for request, text, sent in asked]
    fresh = [seconds * 1e3 for answer, _, seconds in answers if "result" in answer]
    replaced = len(answers) - len(fresh)
    stale = sum(not _fits(answer, text) for answer, text, _ in answers if "result" in answer)
    fiftieth, ninety_fifth = (statistics.quantiles(fresh, n=100)[at] for at in (49, 94))
    print(f"typing ({edits} keys, {KEYS_A_SECOND} a second): {len(fresh)} answers, {replaced} replaced by a newer one,")
    print(f"  {stale} out of date, p50 {fiftieth:.1f} ms, p95 {ninety_fifth:.1f} ms,")
    print(f"  memory {memory:.0f} MB before, {_memory(wire):.0f} MB after")


def _check(answer: Message, text: str) -> None:
    if not _fits(answer, text):
        sys.exit("bench/server.py: an answer does not fit the text it was asked for; run the tests in tests/lsp")


def _fits(answer: Message, text: str) -> bool:
    """Return whether the edits of an answer replace the placeholder where it is in a text."""
    start, end = (_position(text, text.index("[Quote]") + more) for more in (0, len("[Quote]")))
    ranges = [item["textEdit"]["range"] for item in answer["result"]["items"]]
    return bool(ranges) and all(one == {"start": start, "end": end} for one in ranges)


def _position(text: str, offset: int) -> dict[str, int]:
    line = text.count("\n", 0, offset)
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return {"line": line, "character": len(before.encode("utf-16-le")) // 2}


def _memory(wire: Wire) -> float:
    """Return the megabytes that the server holds."""
    status = Path(f"/proc/{wire.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1e3


if __name__ == "__main__":
    main()
