"""Whether a score of 0.7 is right 7 times in 10, of the best suggestion, and below which score nothing is shown.

A writer's gap may want a quotation that the collection does not have. Such gaps are made of the contexts at hand: with
the right saying taken out of the candidates, whatever is suggested is wrong. Each context counts once as it is and
once so, with weights that make these gaps the share `MISSING` of all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.ranking.fusion import Fusion
from epigraph_training.evaluation.metrics import folded
from epigraph_training.evaluation.results import Confidence, Result

MISSING = 0.2
BINS = 15
_WORTH = 1 / 5  # of what is said to fit must be the very saying that the context had; others may do as well

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """Best suggestions: their score, whether they are right, and the weight of each."""

    scores: Floats
    right: NDArray[np.bool_]
    weights: Floats


@dataclass(frozen=True, slots=True)
class Bin:
    """Suggestions of like score: the mean of the score, the share that is right, and the share of all weight."""

    score: float
    right: float
    weight: float


def confidence(totals: NDArray[np.float32], fusion: Fusion, sayings: Sequence[str], gold: Sequence[str]) -> Confidence:
    """Return the score of each context's best suggestion, by the server's formula, with the right saying and not."""
    best, right = folded(totals, sayings, gold)
    present = [float(fusion.probabilities(row).max()) for row in best]
    absent = [
        float(fusion.probabilities(np.delete(row, column)).max()) for row, column in zip(best, right, strict=True)
    ]
    return Confidence(tuple(present), tuple(absent))


def shown(results: Iterable[Result], missing: float = MISSING) -> Shown:
    """Return the best suggestions of results that have a confidence; a share is for gaps whose quotation is missing."""
    given = [(result.confidence, result.ranks) for result in results if result.confidence]
    present = [score for confidence, _ in given for score in confidence.present]
    absent = [score for confidence, _ in given for score in confidence.absent] if missing else []
    right = [rank == 1 for _, ranks in given for rank in ranks]
    return Shown(
        scores=np.array([*present, *absent]),
        right=np.array([*right, *[False] * len(absent)]),
        weights=np.repeat([1 - missing, missing], [len(present), len(absent)]),
    )


def reliability(suggestions: Shown, bins: int = BINS) -> list[Bin]:
    """Return bins of equal weight, lowest scores first.

    Not of equal width: most scores are small, and nearly all would fall into one bin.
    """
    order = np.argsort(suggestions.scores, kind="stable")
    scores, right, weights = suggestions.scores[order], suggestions.right[order], suggestions.weights[order]
    middle = (np.cumsum(weights) - weights / 2) / weights.sum()  # (n,): where each suggestion stands in 0..1
    number = np.minimum((middle * bins).astype(np.intp), bins - 1)
    found = []
    for one in np.unique(number):
        inside = number == one
        weight = weights[inside]
        mean_score, share = np.average(scores[inside], weights=weight), np.average(right[inside], weights=weight)
        found.append(Bin(float(mean_score), float(share), float(weight.sum() / weights.sum())))
    return found


def calibration_error(suggestions: Shown, bins: int = BINS) -> float:
    """Return the expected calibration error: how far scores are from the share that is right, on average."""
    return sum(one.weight * abs(one.score - one.right) for one in reliability(suggestions, bins))


def abstention(suggestions: Shown, worth: float = _WORTH) -> float:
    """Return the lowest score from which on enough suggestions are right; 1 where they never are."""
    order = np.argsort(-suggestions.scores, kind="stable")
    scores, weights = suggestions.scores[order], suggestions.weights[order]
    precision = np.cumsum(weights * suggestions.right[order]) / np.cumsum(weights)  # of all down to here
    last_of_its_score = np.append(scores[1:] < scores[:-1], True)
    enough = np.flatnonzero((precision >= worth) & last_of_its_score)
    return float(scores[enough[-1]]) if len(enough) else 1.0


def above(suggestions: Shown, score: float) -> tuple[float, float]:
    """Return the share of suggestions with at least a score, and the share of these that is right."""
    chosen = suggestions.scores >= score
    weight = suggestions.weights[chosen].sum()
    right = suggestions.weights[chosen & suggestions.right].sum()
    return float(weight / suggestions.weights.sum()), float(right / weight) if weight else 0.0
