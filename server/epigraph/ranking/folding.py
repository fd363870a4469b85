"""Variants of one saying become one item, led by the wording that ranks best."""

from collections.abc import Iterable, Sequence

from epigraph.quotes.quote import Quote


def fold(ranked: Iterable[int], quotes: Sequence[Quote], most: int) -> list[int]:
    """Return the best row of each saying in order of rank, at most `most`."""
    best: dict[str, int] = {}
    for row in ranked:
        best.setdefault(quotes[row].saying, row)
        if len(best) == most:
            break
    return list(best.values())
