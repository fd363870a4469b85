"""Why a quotation fits: the words of the context without which it would fit less. No LSP types, no I/O."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from epigraph.text.query import Language, Query

_MOST_CHUNKS = 16  # about so many contexts are encoded for one answer
_MOST_CLUES = 3
_SHORTEST: dict[Language, int] = {"en": 3, "zh": 6}  # words, or characters, of a chunk
_UNIT: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\S+"),
    "zh": re.compile(r"(?:[A-Za-z0-9]+|\w)[^\w\s]*"),
}
_CLAUSE_END = re.compile(r"[,;:.!?，；：。！？、…]\W*\Z")

Side = Literal["left", "right"]


class ContextEncoder(Protocol):
    """What turns (left, right) contexts into vectors of length 1."""

    def encode_contexts(self, contexts: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the vectors, (n, dimension)."""
        ...


@dataclass(frozen=True, slots=True)
class Clue:
    """Words at start..end of the left or right window; `weight` is how much the cosine falls without them."""

    side: Side
    start: int
    end: int
    text: str
    weight: float


def explain(query: Query, encoder: ContextEncoder, quote_vector: NDArray[np.float32]) -> list[Clue]:
    """Return the words that speak most for a quotation, at most three, the weightiest first."""
    chunks = _chunks(query)
    if not chunks:
        return []
    contexts = [(query.left, query.right), *(_without(query, *chunk) for chunk in chunks)]
    whole, *others = (encoder.encode_contexts(contexts) @ quote_vector).tolist()  # (1 + n_chunks,)
    windows = {"left": query.left, "right": query.right}
    clues = [
        Clue(side, start, end, windows[side][start:end], whole - other)
        for (side, start, end), other in zip(chunks, others, strict=True)
        if other < whole
    ]
    return sorted(clues, key=lambda clue: -clue.weight)[:_MOST_CLUES]


def _chunks(query: Query) -> list[tuple[Side, int, int]]:
    """Cut both windows into phrases."""
    unit = _UNIT[query.language]
    units: dict[Side, list[re.Match[str]]] = {
        "left": list(unit.finditer(query.left)),
        "right": list(unit.finditer(query.right)),
    }
    size = max(_SHORTEST[query.language], math.ceil(sum(map(len, units.values())) / _MOST_CHUNKS))
    return [(side, start, end) for side, found in units.items() for start, end in _phrases(found, size)]


def _phrases(units: list[re.Match[str]], size: int) -> Iterator[tuple[int, int]]:
    """Yield phrases of `size` units, or a little fewer where a clause ends."""
    first = 0
    for last, unit in enumerate(units):
        length = last - first + 1
        ends = length > size // 2 and _CLAUSE_END.search(unit[0])
        if length == size or ends or last == len(units) - 1:
            yield units[first].start(), unit.end()
            first = last + 1


def _without(query: Query, side: Side, start: int, end: int) -> tuple[str, str]:
    if side == "left":
        return query.left[:start] + query.left[end:], query.right
    return query.left, query.right[:start] + query.right[end:]
