"""Training, validation and test, 8:1:1 by source document, so that no book or answer is on two sides.

As in the paper every quotation should be in validation and test, and some never in training. All follows from seed
and content: neither the order of pairs nor the number of workers matters.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from epigraph_training.corpus.pair import Pair, Split, lot

_SHARE = 0.1  # of the pairs, for validation and for test
_UNSEEN = 100  # sayings that are never in training,
_UNSEEN_SHARE = 0.1  # or this share where there are fewer
_UNSEEN_DOCUMENTS = 10  # rather not more: a saying that is everywhere would fill validation and test
_LARGE = 0.25  # of a side: a larger document would fill it, and goes to training

Source = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Splitting:
    """The pairs with their split, and the sayings that are not in training."""

    pairs: list[Pair]
    unseen: frozenset[str]


def split(pairs: Sequence[Pair], saying: Mapping[str, str], seed: int) -> Splitting:
    """Give each pair its split; `saying` has the saying of each quotation's id, whose wordings stay together.

    A pair of an unseen saying whose document is a training one is left out.
    """
    places: dict[str, set[Source]] = defaultdict(set)
    for pair in pairs:
        places[saying[pair.quote_id]].add(_source(pair))
    unseen = _unseen(places, seed)
    seen = {one: found for one, found in places.items() if one not in unseen}
    sides = _Sides(Counter(map(_source, pairs)), seen, seed)
    for one in sorted(places, key=lambda one: (one not in unseen, len(places[one]), lot(seed, one))):
        sides.show(places[one])
    for one in sorted(unseen):
        sides.hold_out(places[one])
    sides.hold_out({_source(pair) for pair in pairs})
    done = [replace(pair, split=sides.of(_source(pair))) for pair in pairs]
    kept = [pair for pair in done if pair.split != "train" or saying[pair.quote_id] not in unseen]
    return Splitting(sorted(kept), unseen)


def _source(pair: Pair) -> Source:
    return pair.source, pair.document


def _unseen(places: Mapping[str, set[Source]], seed: int) -> frozenset[str]:
    """Choose the sayings to keep from training, among those that can be both in validation and in test."""
    possible = [one for one, found in places.items() if len(found) > 1]
    possible.sort(key=lambda one: (len(places[one]) > _UNSEEN_DOCUMENTS, lot(seed, "unseen", one)))
    return frozenset(possible[: min(_UNSEEN, int(_UNSEEN_SHARE * len(places)))])


class _Sides:
    """Documents on their way to a side; those that are given to none are of training, and each saying keeps one."""

    def __init__(self, sizes: Mapping[Source, int], seen: Mapping[str, set[Source]], seed: int) -> None:
        self._sizes, self._seed = sizes, seed
        room = max(1, round(_SHARE * sum(sizes.values())))
        self._room: dict[Split, int] = {"test": room, "validation": room}
        self._large = max(1, int(_LARGE * room))
        self._given: dict[Source, Split] = {}
        self._left = Counter({saying: len(places) for saying, places in seen.items()})  # documents in training
        self._sayings: dict[Source, list[str]] = defaultdict(list)
        for saying, places in seen.items():
            for source in places:
                self._sayings[source].append(saying)

    def of(self, source: Source) -> Split:
        """Return the side of a document."""
        return self._given.get(source, "train")

    def show(self, places: AbstractSet[Source]) -> None:
        """Give a document of a saying to test and one to validation, where neither has one yet."""
        for side in self._room:
            if side not in {self._given.get(source) for source in places}:
                any(self._give(source, side) for source in sorted(places, key=self._order))

    def hold_out(self, places: AbstractSet[Source]) -> None:
        """Give all documents that can be given to the side with more room."""
        for source in sorted(places, key=lambda source: lot(self._seed, *source)):
            self._give(source, max(self._room, key=lambda side: self._room[side]))

    def _order(self, source: Source) -> tuple[int, bytes]:
        """Small documents first: a side has room for more of them."""
        return self._sizes[source], lot(self._seed, *source)

    def _give(self, source: Source, side: Split) -> bool:
        """Give a document to a side, unless it has one, is too large, or training needs it."""
        size, sayings = self._sizes[source], self._sayings[source]
        if source in self._given or size > min(self._large, self._room[side]):
            return False
        if any(self._left[saying] == 1 for saying in sayings):
            return False
        self._left.subtract(sayings)
        self._given[source] = side
        self._room[side] -= size
        return True
