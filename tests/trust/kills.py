"""Kill a writer at any moment, over and over, and see that every file is whole and holds all that was safe.

python -m trust.kills FOLDER COUNT SEED
"""

import os
import random
import signal
import sys
import time
from itertools import count
from pathlib import Path

import numpy as np

from epigraph.model.vector_cache import VectorCache
from epigraph.quotes import own
from epigraph.quotes.hidden import hidden, hide
from epigraph.quotes.quote import Quote

_DIMENSION = 384


def kill(folder: Path, kills: int, seed: int) -> int:
    """Kill a writer that many times and return how many writes were told to be safe; none of them may be lost."""
    chance = random.Random(seed)  # noqa: S311 - moments to kill at, no secrets
    safe: list[int] = []
    for turn in range(kills):
        told, telling = os.pipe()
        writer = os.fork()  # what is imported is imported: a process from nothing would take a second for each kill
        if writer == 0:
            _write_for_ever(folder, turn, telling)
        os.close(telling)
        with os.fdopen(told, encoding="utf-8") as lines:
            first = lines.readline()  # it writes by now
            time.sleep(chance.uniform(0, 0.02))
            os.kill(writer, signal.SIGKILL)
            os.waitpid(writer, 0)
            safe += [int(line) for line in (first, *lines) if line.endswith("\n")]
    _check(folder, safe)
    return len(safe)


def _write_for_ever(folder: Path, turn: int, telling: int) -> None:
    cache = VectorCache(folder / "vectors.sqlite", max_rows=1_000_000)
    for number in count(turn * 1_000_000):
        quote = _quote(number)
        own.add(folder, [quote])
        hide(folder, quote)
        cache.put_many({quote.id: np.full(_DIMENSION, number % 100, np.float16)})
        os.write(telling, f"{number}\n".encode())


def _check(folder: Path, safe: list[int]) -> None:
    found = own.load(folder, own.USER)
    assert found.problems == [], found.problems
    ids = {_quote(number).id: number for number in safe}
    assert ids.keys() <= {quote.id for quote in found.quotes}
    assert ids.keys() <= hidden(folder)
    vectors = VectorCache.open(folder / "vectors.sqlite").get_many(list(ids), _DIMENSION)
    assert {key: int(vector[0]) for key, vector in vectors.items()} == {key: ids[key] % 100 for key in ids}
    expected = {"quotes.jsonl", "hidden.txt", "vectors.sqlite"}
    left = {path.name for path in folder.iterdir() if not path.name.startswith(".")} - {"vectors.sqlite-journal"}
    assert left == expected, left


def _quote(number: int) -> Quote:
    return Quote(f"Saying number {number}", "en", gloss="x" * 2_000)


if __name__ == "__main__":
    print(kill(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))  # noqa: T201
