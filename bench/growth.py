"""How the engine grows with the number of quotations: ten thousand, a hundred thousand, a million.

The quotations are made: the first half of a shipped one's text and gloss, the second half of another's, and the
topics of the first. Their vectors are made too, because to encode a million takes hours: that of the first, moved by
chance along the directions to its nearest neighbours, so that they lie as real ones do (local dimension 23, as that of
the shipped vectors). Queries are contexts written for training, encoded as ever. Goal: a million quotations are
answered within 1.5 times the time of ten thousand, and an index finds 98 of 100 that a search of all finds.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.queries import written
from bench.timing import Times, in_turn

from epigraph.engine import shipped_bundles
from epigraph.model.bundle import Bundle, HalfVectors
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.providers import default_threads
from epigraph.model.snapshot import Snapshot, write_snapshot
from epigraph.quotes.collection import Collection, shipped
from epigraph.quotes.quote import Quote
from epigraph.ranking.filters import Filter
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.parts import Parts
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.shortlist import EXACT, NEAREST
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.query import Query

K = 10
_NEIGHBOURS = 32
_CHUNK = 5_000
EXACTLY, INDEX = "exact", "index"


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes that a process holds for itself, and of files that it maps."""

    own: float
    mapped: float


@dataclass(frozen=True, slots=True)
class Way:
    """One way to rank so many quotations: the time of an answer, and memory."""

    quotations: int
    indexed: bool
    times: Times
    memory: Memory


@dataclass(frozen=True, slots=True)
class Index:
    """What the index of a collection takes, and how near its answers are to those of an exact search.

    `found_nearest` and `found_suggested` are shares of the ten nearest and of the ten suggested; `score_error` is the
    median of how far the best score is off, in parts of it.
    """

    quotations: int
    build_seconds: float
    megabytes: float
    found_nearest: float
    found_suggested: float
    score_error: float


@dataclass(frozen=True, slots=True)
class Growth:
    """All ways, and the indexes of the collections that are large enough for one."""

    ways: list[Way]
    indexes: list[Index]


def measure(sizes: list[int], rounds: int) -> Growth:
    """Time all sizes in turn, exact and by an index; memory is that of a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        made = [_Made.make(size, Path(folder) / str(size)) for size in sizes]
        queries = written(rounds)
        times = in_turn({(one.size, way): one.asking(way, queries) for one in made for way in one.rankers}, rounds)
        memory = {(one.size, way): _memory(one, way) for one in made for way in one.rankers}
        ways = [Way(size, way == INDEX, taken, memory[size, way]) for (size, way), taken in times.items()]
        return Growth(ways, [one.compare(queries) for one in made if INDEX in one.rankers])


@dataclass(frozen=True, slots=True)
class _Made:
    """A made collection with its rankers by way; one that is not large has no index."""

    size: int
    folder: Path
    rankers: dict[str, Ranker]
    snapshot: Snapshot
    build_seconds: float

    @classmethod
    def make(cls, size: int, folder: Path) -> "_Made":
        bundle = Bundle.load(shipped_bundles() / "en")
        parts, vectors = _parts(bundle, size), _vectors(size, bundle)
        lexical = LexicalIndex.build(parts.collection.quotes)
        begun = time.perf_counter()
        write_snapshot(folder, vectors, lexical.postings, default_threads())
        seconds = time.perf_counter() - begun
        snapshot = _opened(folder)
        rankers = {EXACTLY: parts.over_all(vectors)}
        if size > EXACT:
            rankers[INDEX] = parts.over_snapshot(snapshot)
        return cls(size, folder, rankers, snapshot, seconds)

    def asking(self, way: str, queries: list[Query]) -> Callable[[int], object]:
        """Return what asks one of the queries."""
        return lambda turn: _ask(self.rankers[way], queries[turn])

    def compare(self, queries: list[Query]) -> Index:
        """Compare the answers of the index with exact ones."""
        every = np.arange(self.size)
        nearest, suggested, errors = [], [], []
        for query in queries:
            vector = self.rankers[INDEX].read(query).vector
            best = np.argsort(-self.rankers[EXACTLY].semantic.cosines(vector, every))[:K]
            nearest.append(float(np.isin(best, self.snapshot.nearest.find(vector, NEAREST)).mean()))
            exact, found = (_ask(self.rankers[way], query) for way in (EXACTLY, INDEX))
            suggested.append(len({one.quote for one in exact} & {one.quote for one in found}) / K)
            errors.append(abs(found[0].score / exact[0].score - 1))
        return Index(
            quotations=self.size,
            build_seconds=self.build_seconds,
            megabytes=sum(file.stat().st_size for file in self.folder.iterdir()) / 1e6,
            found_nearest=statistics.mean(nearest),
            found_suggested=statistics.mean(suggested),
            score_error=statistics.median(errors),
        )


def _ask(ranker: Ranker, query: Query) -> list[Suggestion]:
    return ranker.recommend(query, K, Filter(), frozenset())


def _opened(folder: Path) -> Snapshot:
    snapshot = Snapshot.open(folder)
    if snapshot is None:
        sys.exit(f"bench: {folder}: the index that was just written cannot be opened")
    return snapshot


def _parts(bundle: Bundle, size: int) -> Parts:
    return Parts.of(bundle, OnnxEncoder.load(bundle, "cpu"), Collection(made for made, _ in _quotations(size)))


def _quotations(size: int) -> list[tuple[Quote, Quote]]:
    """Make quotations of the halves of two shipped ones; the first of these comes along."""
    shipped_ones, draw = shipped("en"), random.Random(1)  # noqa: S311 - the same every time, nothing secret
    made: dict[str, tuple[Quote, Quote]] = {}
    while len(made) < size:
        first, second = draw.choice(shipped_ones), draw.choice(shipped_ones)
        text, gloss = _joined(first.text, second.text), _joined(first.gloss, second.gloss)
        quote = Quote(text, "en", author=first.author, gloss=gloss, topics=first.topics)
        made.setdefault(quote.id, (quote, first))
    return list(made.values())


def _joined(first: str, second: str) -> str:
    words, others = first.split(), second.split()
    return " ".join(words[: len(words) // 2 + 1] + others[len(others) // 2 :])


def _vectors(size: int, bundle: Bundle) -> HalfVectors:
    """Make vectors of length 1 that lie around those of the quotations' first halves."""
    row_of = {quote_id: row for (quote_id, _), row in bundle.rows.items()}
    parents = [row_of[first.id] for _, first in _quotations(size)]
    real, draw = bundle.vectors.astype(np.float32), np.random.default_rng(1)
    near = np.argpartition(-(real @ real.T), _NEIGHBOURS, axis=1)[:, :_NEIGHBOURS]  # (n_real, 32)
    made = np.empty((size, real.shape[1]), dtype=np.float16)
    for start in range(0, size, _CHUNK):
        some = parents[start : start + _CHUNK]
        steps = draw.standard_normal((len(some), 1, _NEIGHBOURS), dtype=np.float32) / np.sqrt(_NEIGHBOURS)
        moved = real[some] + (steps @ (real[near[some]] - real[some, None]))[:, 0]
        made[start : start + len(some)] = moved / np.linalg.norm(moved, axis=1, keepdims=True)
    return made


def _memory(made: _Made, way: str) -> Memory:
    """Return what a process of its own holds that has answered some queries."""
    command = [sys.executable, "-m", "bench.growth", str(made.size), way, str(made.folder)]
    own, mapped = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return Memory(float(own), float(mapped))


def _hold(size: int, way: str, folder: Path) -> None:
    """Answer some queries with the snapshot in a folder, and print the megabytes that this process holds."""
    bundle = Bundle.load(shipped_bundles() / "en")
    parts = _parts(bundle, size)
    ranker = parts.over_snapshot(_opened(folder)) if way == INDEX else parts.over_all(_vectors(size, bundle))
    for query in written(20):
        _ask(ranker, query)
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = (int(status.partition(name)[2].split()[0]) / 1e3 for name in ("RssAnon:", "RssFile:"))
    print(*(f"{one:.0f}" for one in held))


if __name__ == "__main__":
    _hold(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
