"""The passages of today that rankers are judged by."""

from collections import Counter

import numpy as np
import pytest

from epigraph.quotes.collection import Collection, shipped
from epigraph.text.normal import normalise
from epigraph.text.query import LANGUAGES, Language
from epigraph_training.corpus.pair import Split
from epigraph_training.corpus.sources import written_contexts
from epigraph_training.evaluation.passages import passages
from epigraph_training.evaluation.systems import Run, judge
from unit.training.evaluation.trials import COLLECTION, TIME, make_pair, make_trial

SPLITS: tuple[Split, ...] = ("validation", "test")


@pytest.mark.parametrize("language", LANGUAGES)
def test_passages_are_of_the_collection_and_in_halves(language: Language) -> None:
    """Each asks for a quotation that there is, one passage a quotation, as many for choosing as for the test."""
    found = {split: list(passages(Collection(shipped(language)), language, split)) for split in SPLITS}
    assert {split: len(pairs) for split, pairs in found.items()} == {"validation": 150, "test": 150}
    assert max(Counter(pair.quote_id for pairs in found.values() for pair in pairs).values()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_passages_neither_tell_their_quotation_nor_are_trained_on(language: Language) -> None:
    """The quotation does not stand in them, and no context of training is one of them."""
    known = {normalise(passage.left) for passage in written_contexts(language)}
    for split in SPLITS:
        for pair in passages(Collection(shipped(language)), language, split):
            assert normalise(pair.quote) not in normalise(f"{pair.left} {pair.right}")
            assert normalise(pair.left) not in known


def test_passages_of_today_are_a_part_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are ranked among all quotations only; the dataset's contexts as ever."""
    today = make_pair(TIME.text, "now", source="passages")
    monkeypatch.setattr("epigraph_training.evaluation.trial.passages", lambda *_: iter([today]))
    trial = make_trial(make_pair(TIME.text)).with_passages()
    ids = [quote.id for quote in COLLECTION]
    done = Run("ours", "both", ids, np.eye(len(ids), dtype=np.float32)[[0, 2]])
    found = {(result.part, result.candidates): result.ranks for result in judge(done, trial)}
    assert found == {("en", "dataset"): (1,), ("en", "collection"): (1,), ("en-today", "collection"): (3,)}
