"""The paper's metrics, by hand and against trec_eval."""

import math

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from epigraph_training.evaluation.metrics import metrics, ranks_of
from epigraph_training.evaluation.results import EvaluationError


def test_metrics_of_ranks_computed_by_hand() -> None:
    """Ranks 1, 2, 5, 6 and 200 give what the paper's formulas give."""
    found = metrics([1, 2, 5, 6, 200])
    assert found.mrr == pytest.approx((1 + 1 / 2 + 1 / 5 + 1 / 6 + 1 / 200) / 5)
    assert found.ndcg5 == pytest.approx((1 + 1 / math.log2(3) + 1 / math.log2(6)) / 5)
    assert (found.recall1, found.recall10, found.recall100) == (0.2, 0.8, 0.8)
    assert (found.median, found.mean) == (5, 42.8)
    assert found.deviation == pytest.approx(math.sqrt(sum((rank - 42.8) ** 2 for rank in (1, 2, 5, 6, 200)) / 5))


def test_no_ranks_have_no_metrics() -> None:
    """An empty slice is an error, not a zero."""
    with pytest.raises(ValueError, match="no ranks"):
        metrics([])


@given(st.integers(1, 5), st.integers(2, 150), st.integers(0, 2**32 - 1))
def test_metrics_are_those_of_trec_eval(contexts: int, candidates: int, seed: int) -> None:
    """An independent implementation gets the same from the same scores."""
    random = np.random.default_rng(seed)
    scores = random.permuted(np.tile(np.arange(candidates, dtype=np.float32), (contexts, 1)), axis=1)
    names = [f"q{number:03}" for number in range(candidates)]
    gold = [names[place] for place in random.integers(candidates, size=contexts)]
    judged = {str(context): {right: 1} for context, right in enumerate(gold)}
    ranked = {
        str(context): {name: float(score) for name, score in zip(names, row, strict=True)}
        for context, row in enumerate(scores)
    }
    measures = {"recip_rank", "ndcg_cut.5", "recall.1,10,100"}
    theirs = pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(ranked).values()
    ours = metrics(ranks_of(scores, names, gold))
    for name, value in {
        "recip_rank": ours.mrr,
        "ndcg_cut_5": ours.ndcg5,
        "recall_1": ours.recall1,
        "recall_10": ours.recall10,
        "recall_100": ours.recall100,
    }.items():
        assert value == pytest.approx(np.mean([one[name] for one in theirs]))


def test_ties_count_against_the_right_saying() -> None:
    """Who scores everything alike is last everywhere."""
    scores = np.array([[0, 0, 0], [2, 1, 1]], dtype=np.float32)
    assert ranks_of(scores, ["a", "b", "c"], ["a", "b"]).tolist() == [3, 3]


def test_a_saying_ranks_by_its_best_wording() -> None:
    """Other wordings of a saying neither hold it back nor take places before another."""
    scores = np.array([[3, 1, 2, 4], [1, 3, 2, 4]], dtype=np.float32)
    sayings = ["a", "b", "b", "a"]
    assert ranks_of(scores, sayings, ["a", "b"]).tolist() == [1, 2]
    assert ranks_of(scores, sayings, ["b", "a"]).tolist() == [2, 1]


def test_a_score_that_is_no_number_is_refused() -> None:
    """A system that failed silently gets no rank, and the error says what to do."""
    with pytest.raises(EvaluationError, match=r"not numbers.*; train with a lower rate"):
        ranks_of(np.array([[np.nan, 1]], dtype=np.float32), ["a", "b"], ["b"])
