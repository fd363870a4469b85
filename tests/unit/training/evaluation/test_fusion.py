"""How the channels are joined: the loss, what is learned, and what the product then says."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from epigraph.ranking.fusion import Fusion
from epigraph.ranking.suggestion import Channel
from epigraph_training.evaluation.cross_validation import FOLDS, best_l2, folds_of, learned_from_others
from epigraph_training.evaluation.fusion import Examples, calibrated, examples_of, fit, hint_weight, joined, loss
from unit.training.evaluation.trials import make_pair


def make_examples(contexts: int = 400, others: int = 30, seed: int = 1) -> Examples:
    """Make contexts in which `semantic` tells the right saying, `lexical` a little, and `prior` misleads."""
    random = np.random.default_rng(seed)
    gold = random.normal([2.0, 0.5, -1.0], 1.0, (contexts, 3))
    names: tuple[Channel, ...] = ("semantic", "lexical", "prior")
    return Examples(names, gold, random.normal(0.0, 1.0, (contexts, others, 3)), np.ones(others))


def test_the_gradient_is_that_of_the_loss() -> None:
    """Finite differences agree with it, also where a candidate stands for several."""
    examples = replace(make_examples(contexts=20, others=5), stands_for=np.array([1.0, 1, 1, 4, 4]))
    at = np.array([0.7, -0.2, 0.4, 1.5])
    expected = approx_fprime(at, lambda parameters: loss(parameters, examples, 0.01)[0])
    assert loss(at, examples, 0.01)[1] == pytest.approx(expected, abs=1e-5)


def test_the_loss_of_one_context_computed_by_hand() -> None:
    """Odds 4 for the right saying, 2 for another, 1 for nothing; a fifth of the time the right one is missing."""
    examples = Examples(("semantic",), np.log([[4.0]]), np.log([[[2.0]]]), np.ones(1))
    value, _ = loss(np.array([1.0, 0.0]), examples, 0.0)
    assert value == pytest.approx(-0.8 * np.log(4 / 7) - 0.2 * np.log(1 / 3))


def test_contexts_of_both_settings_count_alike() -> None:
    """The weights of contexts that are joined to themselves are those of the contexts."""
    examples = make_examples(contexts=40)
    assert fit(joined(examples, examples), 1e-3).weights == pytest.approx(fit(examples, 1e-3).weights, rel=0.01)


def test_evidence_is_weighed_and_never_against_a_quotation() -> None:
    """The telling channel gets the most, the misleading one nothing rather than less."""
    found = fit(make_examples(), 1e-4)
    assert found.weights["semantic"] > found.weights["lexical"] > 0
    assert found.weights["prior"] == 0


def test_calibration_keeps_the_ranking_and_mends_the_scores() -> None:
    """Weights that are three times too sure come back; their proportion stays."""
    examples = make_examples(contexts=2000)
    learned = fit(examples, 1e-6)
    sure = Fusion(3 * learned.nothing, 0.0, {name: 3 * weight for name, weight in learned.weights.items()})
    mended = calibrated(sure, examples)
    assert mended.weights["semantic"] == pytest.approx(learned.weights["semantic"], rel=0.15)
    assert mended.weights["lexical"] / mended.weights["semantic"] == pytest.approx(
        learned.weights["lexical"] / learned.weights["semantic"]
    )


def test_scores_that_are_never_right_do_not_lose_their_ranking() -> None:
    """Where no suggestion is ever right, calibration lowers scores, but not to weights of nothing."""
    hopeless = make_examples(contexts=50)
    hopeless = replace(hopeless, gold=hopeless.gold - 20)
    learned = Fusion(3.0, 0.0, {"semantic": 1.0, "lexical": 0.5, "prior": 0.1})
    assert calibrated(learned, hopeless).weights["semantic"] > 0.01


def test_examples_take_the_strongest_wording_and_no_other_of_the_right_saying() -> None:
    """Three sayings in four wordings: each context has two others."""
    scores = np.array([[0.1, 0.9, 0.5, 0.3]], dtype=np.float32)
    found = examples_of({"semantic": scores}, np.array([0, 0, 1, 2]), np.array([0]))
    assert found.gold.tolist() == [[pytest.approx(0.9)]]
    assert found.others[0, :, 0].tolist() == pytest.approx([0.5, 0.3])
    assert found.stands_for.tolist() == [1, 1]


def test_a_sample_stands_for_the_weak_rest() -> None:
    """Of 3,000 others few are kept, the strongest all, and their odds in sum are nearly those of all."""
    scores = np.random.default_rng(2).normal(size=(1, 3001)).astype(np.float32)
    found = examples_of({"semantic": scores}, np.arange(3001), np.array([7]))
    everyone = np.exp(np.delete(scores[0], 7)).sum()
    assert found.others.shape[1] < 600
    assert found.others.max() == np.delete(scores[0], 7).max()
    assert np.exp(found.others[0, :, 0]) @ found.stands_for == pytest.approx(everyone, rel=0.01)


def test_a_channel_can_be_left_out_and_settings_joined() -> None:
    """Names and numbers stay together."""
    examples = make_examples(contexts=3)
    less = joined(examples, examples).without("lexical")
    assert less.channels == ("semantic", "prior")
    assert np.array_equal(less.gold, np.tile(examples.gold[:, [0, 2]], (2, 1)))


def test_a_hint_lifts_the_hundredth_to_the_first() -> None:
    """Totals that fall by one from place to place need 99."""
    totals = -np.arange(300, dtype=np.float32)[None, :]
    assert hint_weight(np.repeat(totals, 3, axis=0)) == 99


def test_a_document_is_in_one_fold() -> None:
    """Pairs of a document stay together, documents are spread."""
    pairs = [make_pair("Time flies", left=f"{number}", document=f"{number // 2}") for number in range(100)]
    folds = folds_of(pairs)
    assert np.array_equal(folds[::2], folds[1::2])
    assert set(folds.tolist()) == set(range(FOLDS))


def test_a_fold_is_judged_by_the_others() -> None:
    """What is learned for a fold has seen every other context and none of its own."""
    examples = make_examples(contexts=10)
    folds = np.arange(10) % FOLDS
    seen: list[Examples] = []

    def learn(given: Examples) -> Fusion:
        seen.append(given)
        return fit(given, 0.1)

    learned_from_others(examples, folds, learn)
    for fold, given in enumerate(seen):
        assert np.array_equal(given.gold, examples.gold[folds != fold])


def test_the_penalty_is_chosen_by_contexts_that_were_not_seen() -> None:
    """Few contexts teach too much of themselves and need the strongest penalty, many do not."""
    assert best_l2(make_examples(contexts=20), np.arange(20) % FOLDS) == 1e-2
    assert best_l2(make_examples(contexts=400), np.arange(400) % FOLDS) < 1e-2
