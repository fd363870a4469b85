"""Whether one system is better than another by more than chance: the paper's paired t-test, context by context."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import ttest_rel

LEVEL = 0.1  # the paper's


def differs(one: ArrayLike, other: ArrayLike, level: float = LEVEL) -> bool:
    """Tell whether paired values differ significantly; those that are the same everywhere do not."""
    left, right = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    if np.array_equal(left, right):
        return False
    if np.ptp(left - right) == 0:  # the same difference everywhere leaves the test nothing to divide by
        return True
    return bool(ttest_rel(left, right).pvalue < level)


def not_beaten(values: Sequence[ArrayLike], best: int, level: float = LEVEL) -> list[int]:
    """Return the places whose values do not differ significantly from those of the best, which is one of them."""
    return [place for place, one in enumerate(values) if place == best or not differs(one, values[best], level)]
