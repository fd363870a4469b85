"""Figures of learned weights without optimism: each document is judged by weights that were learned from others."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from epigraph.ranking.fusion import Fusion
from epigraph_training.corpus.pair import Pair, lot
from epigraph_training.evaluation.fusion import Examples, fit, held_out_loss

FOLDS = 5
_STRENGTHS = (1e-4, 1e-3, 1e-2)  # of the penalty on weights

Folds = NDArray[np.intp]


def folds_of(pairs: Sequence[Pair]) -> Folds:
    """Return the fold of each pair; a document is in one fold."""
    return np.array([int.from_bytes(lot(0, pair.source, pair.document)[:4], "big") % FOLDS for pair in pairs])


def learned_from_others(examples: Examples, folds: Folds, learn: Callable[[Examples], Fusion]) -> list[Fusion]:
    """Return for each fold what is learned from all other folds."""
    return [learn(examples.chosen(folds != fold)) for fold in range(FOLDS)]


def best_l2(examples: Examples, folds: Folds) -> float:
    """Return the penalty under which weights from other folds make the right quotations likeliest."""

    def lost(l2: float) -> float:
        found = learned_from_others(examples, folds, lambda others: fit(others, l2))
        return sum(held_out_loss(one, examples.chosen(folds == fold)) for fold, one in enumerate(found))

    return min(_STRENGTHS, key=lost)
