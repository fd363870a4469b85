"""The paired test against scipy's, and what it makes of a column."""

import numpy as np
import pytest
from scipy.stats import ttest_rel

from epigraph_training.evaluation.significance import differs, not_beaten


@pytest.mark.parametrize("shift", [0.0, 0.01, 0.03, 0.1, 0.5])
def test_the_test_is_scipys_paired_t_test(shift: float) -> None:
    """Two systems differ exactly where scipy says p < 0.1."""
    draw = np.random.default_rng(7)
    one = draw.random(60)
    other = one + shift + 0.1 * draw.standard_normal(60)
    assert differs(one, other) == (ttest_rel(one, other).pvalue < 0.1)


def test_a_small_case_by_hand() -> None:
    """Differences of 1, 2, 3, 4: t = 2.5 / (1.291 / 2) = 3.873, which three degrees of freedom make p = 0.0305."""
    one, other = [5.0, 6.0, 7.0, 8.0], [4.0, 4.0, 4.0, 4.0]
    assert differs(one, other, level=0.031)
    assert not differs(one, other, level=0.030)


def test_systems_that_are_the_same_do_not_differ() -> None:
    """Where scipy has nothing to divide by, the same is the same and a constant difference is one."""
    assert not differs([1.0, 0.5], [1.0, 0.5])
    assert differs([1.0, 0.5], [0.75, 0.25])


def test_those_as_good_as_the_best_are_named_with_it() -> None:
    """A system that differs is left out."""
    best, near, far = [1.0, 0.5, 1.0, 0.2], [0.5, 1.0, 0.9, 0.3], [0.1, 0.0, 0.1, 0.0]
    assert not_beaten([far, best, near], 1) == [1, 2]
