"""The pieces that systems are made of, on values made by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from epigraph_export.bases import load_base
from epigraph_training.baselines.cnn import CnnContexts
from epigraph_training.baselines.features import Features
from epigraph_training.baselines.lstm import LstmContexts
from epigraph_training.baselines.method import NetworkOptions
from epigraph_training.baselines.network import MakeContexts
from epigraph_training.baselines.nqrm import margin_loss
from epigraph_training.baselines.rank_multiplication import RankMultiplication
from epigraph_training.baselines.transform import TransformContexts
from epigraph_training.baselines.vocabulary import PAD, UNKNOWN, Vocabulary, in_groups, padded, pretrained_words


def test_words_are_english_words_and_chinese_characters() -> None:
    """Words seen once are unknown, and a text may mix both scripts."""
    vocabulary = Vocabulary.learned(["Time flies, time 光阴", "光 like"])
    assert vocabulary.words == ("time", "光")
    assert vocabulary.numbers("Time 光阴") == [2, 3, UNKNOWN]


@pytest.mark.parametrize("more", [0, 5])
def test_words_start_as_far_from_each_other_as_the_base_has_them(lively_base: str, more: int) -> None:
    """As many axes as the base has keep all distances, up to scale; further ones are drawn; padding is nothing."""
    vocabulary = Vocabulary.of(["time", "love", "e", "evil"])
    base = load_base(lively_base)
    table = base.encoder.get_input_embeddings().weight.detach()  # type: ignore[operator]
    pieces = base.tokenizer.encode_batch(list(vocabulary.words), add_special_tokens=False)
    expected = torch.pdist(torch.stack([table[found.ids].mean(dim=0) for found in pieces]))
    vectors = pretrained_words(vocabulary, lively_base, table.shape[1] + more)
    found = torch.pdist(vectors[UNKNOWN + 1 :, : len(vocabulary.words)])
    assert vectors.shape == (len(vocabulary), table.shape[1] + more)
    torch.testing.assert_close(found / found.max(), expected / expected.max())
    assert not vectors[PAD].any()


def test_reading_in_groups_changes_nothing() -> None:
    """Each row comes back in its place, whatever the group it was read in."""
    ids = padded([[5, 6, 7], [8], [], [9, 4]])
    found = in_groups(lambda part: part.sum(dim=1, keepdim=True), ids, groups=3)
    assert ids[2].tolist() == [PAD] * 3
    assert found.squeeze(1).tolist() == [18, 8, 0, 13]


@pytest.mark.parametrize("make", [CnnContexts, LstmContexts, TransformContexts])
@pytest.mark.parametrize("context", [([4, 5], [6]), ([4, 5, 6, 7, 8, 9], [3, 2]), ([], [])])
def test_a_context_is_read_the_same_beside_a_longer_one(
    make: MakeContexts, context: tuple[list[int], list[int]]
) -> None:
    """What fills up a batch is in no vector."""
    torch.manual_seed(0)
    network = make(10, NetworkOptions(16, 16)).eval()
    with torch.no_grad():
        beside = network([context, ([2] * 20, [3] * 20)])[0]
        torch.testing.assert_close(network([context])[0], beside)


def test_a_solved_context_has_no_part_in_the_margin_loss() -> None:
    """Wrong quotations a margin below the right one cost nothing; another wording never does."""
    context, quotes = torch.tensor([[1.0, 0.0]]), torch.tensor([[3.0, 0.0], [1.5, 0.0], [2.9, 0.0]])
    gold, sayings = torch.tensor([0]), torch.tensor([0, 1, 0])
    assert margin_loss(context, quotes, gold, sayings).item() == 0.0
    assert margin_loss(context, quotes, gold, torch.tensor([0, 1, 2])).item() == pytest.approx(0.9)


class Fixed:
    """A ranker that always gives the same scores."""

    name, quote_ids, parameters = "fixed", ("a", "b", "c"), 3

    def __init__(self, *scores: float) -> None:
        self._scores = np.array(scores, dtype=np.float32)

    def scores(self, contexts: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the same row for each context."""
        return np.tile(self._scores, (len(contexts), 1))

    def save(self, folder: object) -> None:
        """Keep nothing."""


def test_ranks_are_multiplied() -> None:
    """Ranks 1 and 3, 2 and 1, 3 and 2 have the products 3, 2 and 6."""
    joined = RankMultiplication((Fixed(0.9, 0.5, 0.1), Fixed(1, 30, 20)))
    assert np.argsort(-joined.scores([("", "")])[0]).tolist() == [1, 0, 2]
    assert joined.parameters == 6


def test_ranks_below_k_count_as_one_more_than_k() -> None:
    """A first rank counts beside a rank of 150 as beside one of 101; of two such, the better rank is before."""
    size, first, second, fair = 200, 149, 120, 14
    good, bad = np.zeros((2, size))
    good[[first, second]] = 3, 2  # ranks 1 and 2
    bad[:] = -np.arange(size)  # rank 150 of the first, 121 of the second, 15 of a third
    good[fair] = 1
    order = np.argsort(-RankMultiplication((Fixed(*good), Fixed(*bad))).scores([("", "")])[0], kind="stable")
    # 1 x 101 = 101, 2 x 101 = 202, 3 x 15 = 45; uncut the first would have 150 and the second 242
    assert order.tolist().index(fair) < order.tolist().index(first) < order.tolist().index(second)
    both_far = RankMultiplication((Fixed(*bad), Fixed(*bad))).scores([("", "")])[0]
    assert both_far[second] > both_far[first]
    assert both_far[second] == pytest.approx(both_far[first], abs=0.01)


def test_terms_that_are_rare_weigh_more() -> None:
    """Vectors have length 1, terms too rare to learn from are left out, a text without terms is zeros."""
    features = Features.learned(["alpha beta", "alpha gamma", "alpha beta"], least=2, most=10)
    assert features.terms == ("alpha", "beta")
    both, none = features.weighed(["alpha beta gamma", "delta"]).toarray()
    assert both[1] > both[0]
    assert np.linalg.norm(both) == pytest.approx(1)
    assert not none.any()


def test_of_terms_as_frequent_the_same_are_kept() -> None:
    """Where not all have room, the alphabet decides, not the order of a set, which another process has otherwise."""
    assert Features.learned(["delta beta gamma alpha"] * 2, least=2, most=2).terms == ("alpha", "beta")
