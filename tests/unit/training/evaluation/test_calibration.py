"""Whether scores mean what they say."""

import numpy as np
import pytest

from epigraph.ranking.fusion import Fusion
from epigraph_training.evaluation.calibration import (
    Shown,
    above,
    abstention,
    calibration_error,
    confidence,
    reliability,
    shown,
)
from unit.training.evaluation.trials import make_result


def make_shown(scores: list[float], right: list[bool]) -> Shown:
    """Make suggestions of equal weight."""
    return Shown(np.array(scores), np.array(right), np.ones(len(scores)))


def test_the_error_is_the_mean_distance_of_score_and_share() -> None:
    """Two bins, by hand: 0.2 against none right, 0.8 against half right."""
    suggestions = make_shown([0.8, 0.1, 0.3, 0.8], [True, False, False, False])
    assert calibration_error(suggestions, bins=2) == pytest.approx((0.2 + 0.3) / 2)


def test_bins_have_equal_weight() -> None:
    """However scores crowd, each bin has its share of the suggestions."""
    bins = reliability(make_shown([0.01] * 6 + [0.5, 0.9], [False] * 8), bins=4)
    assert [one.weight for one in bins] == [0.25] * 4
    assert [one.score for one in bins] == pytest.approx([0.01, 0.01, 0.01, 0.7])


def test_gaps_whose_quotation_is_missing_have_their_share() -> None:
    """Each context counts as it is and, never right, without its saying."""
    suggestions = shown([make_result([1, 4], scores=[0.9, 0.6])], missing=0.25)
    assert suggestions.scores.tolist() == [0.9, 0.6, 0.0, 0.0]
    assert suggestions.right.tolist() == [True, False, False, False]
    assert suggestions.weights.tolist() == [0.75, 0.75, 0.25, 0.25]


def test_a_confidence_is_the_best_probability_with_and_without_the_right_saying() -> None:
    """By hand: totals log 6, log 3, log 1 and log 2 for the other wording, nothing log 1."""
    totals = np.log(np.array([[6, 3, 1, 2]], dtype=np.float32))
    found = confidence(totals, Fusion(0.0, 0.0, {}), ["a", "b", "c", "a"], ["a"])
    assert found.present == pytest.approx([6 / (6 + 3 + 1 + 1)])
    assert found.absent == pytest.approx([3 / (3 + 1 + 1)])


def test_the_threshold_is_the_lowest_that_is_worth_it() -> None:
    """Of what reaches it, enough is right; equal scores are shown together or not at all."""
    suggestions = make_shown([0.9, 0.7, 0.7, 0.4, 0.2], [False, True, True, False, False])
    assert abstention(suggestions, worth=0.5) == 0.4
    assert above(suggestions, 0.4) == (0.8, 0.5)
    assert abstention(suggestions, worth=0.6) == 0.7
    assert abstention(suggestions, worth=0.7) == 1.0
