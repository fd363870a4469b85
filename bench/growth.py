"""How the engine grows with the number of quotations: ten thousand, a hundred thousand, a million.

The quotations are made: halves of two shipped texts joined, with the gloss and the topics of a third. Their vectors are
made too, because to encode a million takes hours: a mixture of the vectors of two shipped quotations and noise, so that
they lie in clusters as real ones do. Queries are contexts written for training, encoded as ever. Goal: a million
quotations are answered within 1.5 times the time of ten thousand, and an index finds 98 of 100 that a search of all
finds.
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
from numpy.typing import NDArray

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
        parts, vectors = _parts(bundle, size), _vectors(size, bundle.vectors)
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
    return Parts.of(bundle, OnnxEncoder.load(bundle, "cpu"), Collection(_quotations(size)))


def _quotations(size: int) -> list[Quote]:
    """Make quotations of the halves of shipped ones."""
    parents, draw = shipped("en"), random.Random(1)  # noqa: S311 - the same every time, nothing secret
    words = [quote.text.split() for quote in parents]
    made: dict[str, Quote] = {}
    while len(made) < size:
        first, second, third = (draw.randrange(len(parents)) for _ in range(3))
        text = " ".join(words[first][: len(words[first]) // 2 + 1] + words[second][len(words[second]) // 2 :])
        meaning = parents[third]
        quote = Quote(text, "en", author=parents[first].author, gloss=meaning.gloss, topics=meaning.topics)
        made.setdefault(quote.id, quote)
    return list(made.values())


def _vectors(size: int, shipped_ones: NDArray[np.float16]) -> HalfVectors:
    """Make vectors of length 1 that lie around and between the shipped ones."""
    draw = np.random.default_rng(1)
    parents = shipped_ones.astype(np.float32)
    made = np.empty((size, parents.shape[1]), dtype=np.float16)
    for start in range(0, size, 10_000):
        part = made[start : start + 10_000]
        first, second = draw.integers(0, len(parents), (2, len(part)))
        share = draw.uniform(0.3, 1, (len(part), 1)).astype(np.float32)
        mixed = share * parents[first] + (1 - share) * parents[second]
        mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
        mixed += 0.6 / np.sqrt(parents.shape[1]) * draw.standard_normal(mixed.shape, dtype=np.float32)
        part[:] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return made


def _memory(made: _Made, way: str) -> Memory:
    """Return what a process of its own holds that has answered some queries."""
    command = [sys.executable, "-m", "bench.growth", str(made.size), way, str(made.folder)]
    own, mapped = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return Memory(float(own), float(mapped))


def _hold(size: int, way: str, folder: Path) -> None:
    """Answer some queries with the snapshot in a folder, and print the megabytes that this process holds."""
    parts, snapshot = _parts(Bundle.load(shipped_bundles() / "en"), size), _opened(folder)
    ranker = parts.over_snapshot(snapshot) if way == INDEX else parts.over_all(np.array(snapshot.vectors))
    for query in written(20):
        _ask(ranker, query)
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = (int(status.partition(name)[2].split()[0]) / 1e3 for name in ("RssAnon:", "RssFile:"))
    print(*(f"{one:.0f}" for one in held))


if __name__ == "__main__":
    _hold(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
