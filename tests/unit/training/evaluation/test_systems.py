"""From a system's scores to results."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from epigraph_training.evaluation.results import EvaluationError
from epigraph_training.evaluation.systems import VectorSystem, judge, run
from epigraph_training.evaluation.trial import Context
from unit.training.evaluation.trials import DOGS, FLEETS, HASTE, TIME, make_pair, make_trial

PAIRS = [
    make_pair(TIME.text, "one", "haste"),
    make_pair(DOGS.text, "two", "time"),
    make_pair(FLEETS.text, "three", split="train"),
    make_pair(HASTE.text, "four", split="train", source="written"),
]


def right_words(contexts: Sequence[Context]) -> NDArray[np.float32]:
    """Point to the quotation that the right side names, to haste where it is empty."""
    place = {"time": 0, "haste": 1, "": 1}
    return np.eye(3, dtype=np.float32)[[place[right] for _, right in contexts]]


def vectors(*ids: str) -> VectorSystem:
    """Make a system that ranks some quotations, in the order of the axes."""
    return VectorSystem("letters", ids, np.eye(3, dtype=np.float32)[: len(ids)], right_words)


def test_results_tell_what_was_ranked_and_how() -> None:
    """Ranks, training contexts and candidates are those of the dataset; the right side is shown or not."""
    system, trial = vectors(TIME.id, HASTE.id, DOGS.id), make_trial(*PAIRS)
    both = {result.candidates: result for result in judge(run(system, trial, "both"), trial)}
    assert both["collection"].ranks == (2 + 1, 3)  # time ties with dogs behind haste; dogs tie with haste behind time
    assert both["collection"].sayings_ranked == 3
    assert both["dataset"].ranks == (2, 2)  # haste is in no text
    assert both["dataset"].sayings_ranked == 2
    assert both["dataset"].training_contexts == (1, 0)  # another wording of the saying was in training
    (left,) = (one for one in judge(run(system, trial, "left"), trial) if one.candidates == "dataset")
    assert left.keys == both["dataset"].keys
    assert left.ranks == (2, 2)


def test_a_right_saying_that_is_not_ranked_is_told() -> None:
    """A system that lacks quotations of the dataset cannot be evaluated on it."""
    trial = make_trial(*PAIRS)
    with pytest.raises(EvaluationError, match=r"1 right sayings are not ranked.*; train or export it again"):
        judge(run(vectors(TIME.id, HASTE.id), trial, "both"), trial)


def test_a_split_without_pairs_is_told() -> None:
    """There is nothing to evaluate on."""
    with pytest.raises(EvaluationError, match="no pairs of validation"):
        make_trial(*PAIRS[2:])
