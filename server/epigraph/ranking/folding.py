"""Variants of one saying become one item, led by the wording that ranks best."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.quote import Quote


def saying_numbers(quotes: Iterable[Quote]) -> NDArray[np.intp]:
    """Return a number for each quotation that all wordings of its saying share."""
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(quote.saying, len(numbers)) for quote in quotes], dtype=np.intp)


def fold(totals: NDArray[np.float32], sayings: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of the best wording of each saying, the best saying first; ties keep their order."""
    order = np.argsort(-totals, kind="stable")
    ranked, places = sayings[order], np.arange(len(order))
    first = np.empty(ranked.max(initial=-1) + 1, dtype=np.intp)
    first[ranked[::-1]] = places[::-1]  # of those that have one saying the last assignment, the best place, stays
    leading: NDArray[np.intp] = order[first[ranked] == places]
    return leading


def leading(totals: NDArray[np.float32], sayings: NDArray[np.intp], varied: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the place of the best wording of each saying, as `fold` does, but in their order.

    `varied` tells which have other wordings: there are few, and the others need no comparing.
    """
    several = np.flatnonzero(varied)
    best = several[fold(totals[several], sayings[several])]
    return np.sort(np.concatenate([np.flatnonzero(~varied), best]))


def highest(totals: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    """Return the places of the k highest totals, the highest first; ties keep their order."""
    places = np.arange(len(totals))
    if k < len(totals):
        places = np.flatnonzero(totals >= np.partition(totals, -k)[-k])
    return places[np.argsort(-totals[places], kind="stable")][:k]
