"""Folding of variants and fusion of channels."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import make_quote
from epigraph.errors import BundleError
from epigraph.ranking.folding import fold, highest, leading, saying_numbers
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.suggestion import CHANNELS

TOTALS = st.lists(st.floats(-3e3, 3e3, width=32), max_size=30)


def floats(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return float32 values."""
    return np.array(values, dtype=np.float32)


def test_all_wordings_of_a_saying_have_its_number() -> None:
    """A variant shares the number of the wording that it names, wherever the two stand."""
    a = make_quote("a")
    quotes = [make_quote("b", variant_of=a.id), make_quote("c"), a, make_quote("d")]
    assert saying_numbers(quotes).tolist() == [0, 1, 0, 2]


def test_folding_keeps_the_best_wording_of_a_saying_and_the_order() -> None:
    """Of the rows of one saying the best stays; ties keep the order that they had."""
    assert fold(floats(1, 3, 2, 2), np.array([0, 0, 1, 2])).tolist() == [1, 2, 3]
    assert fold(floats(5, 5, 5), np.array([1, 1, 0])).tolist() == [0, 2]
    assert fold(floats(), np.array([], dtype=np.intp)).tolist() == []


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=30))
def test_folding_equals_a_plain_loop(rows: list[tuple[int, int]]) -> None:
    """Whatever the totals and the sayings, the first of each saying in the order of rank stays."""
    best: dict[int, int] = {}
    for place in sorted(range(len(rows)), key=lambda place: -rows[place][0]):
        best.setdefault(rows[place][1], place)
    totals, sayings = floats(*(total for total, _ in rows)), np.array([saying for _, saying in rows], dtype=np.intp)
    assert fold(totals, sayings).tolist() == list(best.values())
    varied = np.array([(sayings == saying).sum() > 1 for saying in sayings], dtype=np.bool_)
    assert leading(totals, sayings, varied).tolist() == sorted(best.values())


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(0, 35))
def test_the_highest_come_first_and_ties_keep_their_order(totals: list[int], k: int) -> None:
    """Whatever the totals and however many are wanted, the answer is the start of a stable sort."""
    expected = sorted(range(len(totals)), key=lambda place: -totals[place])[:k]
    assert highest(floats(*totals), k).tolist() == expected


def test_totals_are_weighted_sums() -> None:
    """Each channel counts by its weight."""
    fusion = Fusion(0.0, 0.0, {"semantic": 2.0, "lexical": 0.5})
    assert fusion.totals({"semantic": floats(0.5, 0), "lexical": floats(0, 4)}).tolist() == [1, 2]


def test_probabilities_by_hand() -> None:
    """Odds of 1 and 3 against odds of 4 for nothing."""
    fusion = Fusion(np.log(4), 0.0, {})
    assert fusion.probabilities(floats(0, np.log(3))).tolist() == pytest.approx([1 / 8, 3 / 8])


def test_one_of_a_sample_counts_for_those_that_it_stands_for() -> None:
    """Odds of 1 that stand for five quotations, and of 3 for one, against odds of 2 for nothing."""
    fusion = Fusion(np.log(2), 0.0, {})
    assert fusion.probabilities(floats(0, np.log(3)), floats(5, 1)).tolist() == pytest.approx([1 / 10, 3 / 10])


@given(TOTALS, st.floats(-3e3, 3e3))
def test_probabilities_leave_room_for_nothing(totals: list[float], nothing: float) -> None:
    """However large the totals, all are numbers in 0..1, in the order of the totals, and make at most 1 together."""
    found = Fusion(nothing, 0.0, {}).probabilities(floats(*totals))
    assert np.all((found >= 0) & (found <= 1))
    assert found.astype(np.float64).sum() <= 1 + 1e-5
    assert np.all(np.diff(found[np.argsort(floats(*totals), kind="stable")]) >= 0)


def test_a_likely_nothing_takes_from_all() -> None:
    """Where nothing weighs more than every quotation, no quotation is likely, and the other way round."""
    assert Fusion(50.0, 0.0, {}).probabilities(floats(1, 2)).max() < 1e-6
    assert Fusion(-50.0, 0.0, {}).probabilities(floats(1, 1)).tolist() == pytest.approx([0.5, 0.5])


def test_a_bundle_without_a_channel_is_refused() -> None:
    """The error says which bundle, what it has and what is missing."""
    numbers = dict.fromkeys(("nothing", "abstain", *CHANNELS), 1.0)
    assert Fusion.from_manifest(numbers, Path("some/en")).weights.keys() == set(CHANNELS)
    del numbers["usage"]
    with pytest.raises(BundleError, match=r"some/en: fusion has \['abstain'.*expected 'usage' too"):
        Fusion.from_manifest(numbers, Path("some/en"))
