"""BM25 over glosses, topics and texts."""

import numpy as np
import pytest

from builders import make_quote
from epigraph.model.postings import ByRow
from epigraph.ranking.lexical import LexicalIndex
from epigraph.text.terms import terms_of, words_of


def test_words_meet_by_their_first_letters_and_chinese_by_pairs() -> None:
    """Inflected words share a term; Chinese is cut into overlapping pairs."""
    assert list(terms_of("Forgiving, forgiveness!")) == ["forgiv", "forgiv"]
    assert list(terms_of("学而时习之 ok")) == ["学而", "而时", "时习", "习之", "ok"]


def test_bm25_by_hand() -> None:
    """One rare term in one of two documents of equal length has the weight that the formula gives."""
    index = LexicalIndex.build([make_quote("alpha beta"), make_quote("gamma delta")])
    # ln(1 + (2 - 1 + .5) / (1 + .5)) * 1 * 2.2 / (1 + 1.2) = ln 2
    assert index.scores({"only", "alpha"}, np.arange(2)).tolist() == pytest.approx([0.6931, 0.0], abs=1e-4)


def test_rare_words_weigh_more_than_common_ones() -> None:
    """A word that all have hardly counts."""
    index = LexicalIndex.build([make_quote("the sea"), make_quote("the sky"), make_quote("the earth")])
    scores = index.scores({"the", "sea"}, np.arange(3))
    assert scores[0] > 3 * scores[1] > 0


def test_shared_words_are_the_weightiest_of_the_telling_ones() -> None:
    """The words named as a reason are those of the context, heaviest first; what many have is no reason."""
    quotes = [make_quote("the old sea"), make_quote("the sky"), make_quote("old age")]
    index = LexicalIndex.build([*quotes, *(make_quote(f"the {i}") for i in range(60))])
    words = dict(words_of("The old man and the sea"))
    assert index.shared(words, [0, 1, 2]) == [("sea", "old"), (), ("old",)]
    assert index.shared({"nothing": "nothin"}, [2, 0]) == [(), ()]


def test_topics_are_found_by_all_their_words() -> None:
    """A quotation on friendship answers to a Chinese word for it."""
    index = LexicalIndex.build([make_quote("aaa", topics=("friendship",)), make_quote("bbb", topics=("war",))])
    found, other = index.scores({"友情"}, np.arange(2))
    assert found > 0 == other


def test_an_empty_index_scores_nothing() -> None:
    """No quotations, no scores."""
    assert LexicalIndex.build([]).scores({"word"}, np.arange(0)).tolist() == []


def test_an_index_turned_round_scores_alike() -> None:
    """The few rows of a large collection get what they would get among all, in the order asked for."""
    plain = LexicalIndex.build([make_quote(text) for text in ("the old sea", "the sky", "old age", "")])
    turned = LexicalIndex(plain.postings, ByRow.turned(plain.postings))
    rows = np.array([2, 0, 3])
    assert turned.scores({"old", "sea"}, rows).tolist() == plain.scores({"old", "sea"}, rows).tolist()
    assert turned.scores({"old"}, rows[:0]).tolist() == []
