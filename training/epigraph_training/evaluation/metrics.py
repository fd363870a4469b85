"""The paper's metrics of a list of ranks. Knows neither systems nor data."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph_training.evaluation.results import EvaluationError

Ranks = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Metrics:
    """What the paper's tables show of the ranks of the right sayings; recall is a share, `deviation` a standard one."""

    contexts: int
    mrr: float
    ndcg5: float
    recall1: float
    recall10: float
    recall100: float
    median: float
    mean: float
    deviation: float


def metrics(ranks: Sequence[int] | Ranks) -> Metrics:
    """Return the metrics of ranks, of which the best is 1."""
    found = np.asarray(ranks, dtype=np.int64)  # (n_contexts,)
    if not len(found):
        raise ValueError("no ranks, expected those of one context at least")
    return Metrics(
        contexts=len(found),
        mrr=float(np.mean(1 / found)),
        ndcg5=float(np.mean(gains(found))),
        recall1=float(np.mean(found <= 1)),
        recall10=float(np.mean(found <= 10)),  # noqa: PLR2004
        recall100=float(np.mean(found <= 100)),  # noqa: PLR2004
        median=float(np.median(found)),
        mean=float(np.mean(found)),
        deviation=float(np.std(found)),
    )


def gains(ranks: Ranks, most: int = 5) -> NDArray[np.float64]:
    """Return the NDCG of each context: one saying is right, so the ideal gain is 1."""
    return np.where(ranks <= most, 1 / np.log2(ranks + 1), 0.0)


def ranks_of(scores: NDArray[np.float32], sayings: Sequence[str], gold: Sequence[str]) -> Ranks:
    """Return the rank of each context's right saying among all sayings, by the best wording of each.

    A saying that scores the same counts as before the right one. Systems that cannot tell candidates apart then get
    what they deserve: by the mean rank of a tie, or by luck of order, a system that scores everything 0 would not be
    last.
    """
    best, right = folded(scores, sayings, gold)
    if np.isnan(best).any():
        raise EvaluationError("scores are not numbers, expected numbers: training diverged; train with a lower rate")
    own = best[np.arange(len(best)), right]  # (n_contexts,)
    ranks: Ranks = np.sum(best >= own[:, None], axis=1, dtype=np.int64)
    return ranks


def folded(
    scores: NDArray[np.float32], sayings: Sequence[str], gold: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Return the score of each saying, (n_contexts, n_sayings), by its best wording, and the right one's column."""
    names, column = np.unique(np.asarray(sayings), return_inverse=True)
    order = np.argsort(column, kind="stable")
    first = np.searchsorted(column[order], np.arange(len(names)))
    place = {name: number for number, name in enumerate(names.tolist())}
    return np.maximum.reduceat(scores[:, order], first, axis=1), np.array([place[saying] for saying in gold])
