"""Known uses: memory, usage, beside and prior, by hand and against a plain loop."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from builders import make_memory, make_query, make_quote, make_ranker
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.ranking.filters import Filter
from epigraph.ranking.known import KnownUses

A, B, C = make_quote("aaa"), make_quote("bbb"), make_quote("ccc")
NOTHING: frozenset[str] = frozenset()


def of_each_channel(known: KnownUses) -> list[NDArray[np.float32]]:
    """Return what the channels give where the context is an x, and "xyz" is all that stands before the gap."""
    vector = np.eye(26, dtype=np.float32)[23]
    by_words = known.usage_scores({"xyz"}), known.beside_scores({"xyz _"})
    by_row = (*known.memory_scores(vector), *by_words, known.known, known.prior)
    return [scores[known.source] for scores in by_row]


def test_memory_is_the_best_cosine_with_a_known_context() -> None:
    """Of several known contexts the nearest counts; a quotation without any has 0 and is not known."""
    ranker = make_ranker(A, B, C, remembered=make_memory([A, B, C], {A.id: ["xy", "x"], C.id: ["xz"]}))
    channels = ranker.all_channels(make_query("xx"))
    assert channels["memory"].tolist() == pytest.approx([1.0, 0.0, 0.5**0.5], abs=0.01)
    assert channels["known"].tolist() == [1, 0, 1]


def test_written_contexts_speak_in_a_channel_of_their_own() -> None:
    """What was written for a quotation is no use of it: it makes it known, and counts beside what was found."""
    remembered = make_memory([A, B, C], {A.id: ["xy"]}, written={A.id: ["zz"], B.id: ["x", "y"]})
    channels = make_ranker(A, B, C, remembered=remembered).all_channels(make_query("xx"))
    assert channels["memory"].tolist() == pytest.approx([0.5**0.5, 0, 0], abs=0.01)
    assert channels["written"].tolist() == pytest.approx([0, 1, 0], abs=0.01)
    assert channels["known"].tolist() == [1, 1, 0]


def test_usage_counts_terms_of_known_contexts() -> None:
    """Words that stood around a quotation before speak for it, whatever the quotation itself says."""
    memory = make_memory([A, B, C], {A.id: ["a wet garden"], B.id: ["a dry desert"]})
    channels = make_ranker(A, B, C, remembered=memory).all_channels(make_query("in the garden"))
    assert channels["usage"][0] > 0
    assert channels["usage"][1:].tolist() == [0, 0]
    assert channels["lexical"].tolist() == [0, 0, 0]


def test_beside_counts_what_stands_at_the_gap() -> None:
    """The same words further away say nothing; the same at the gap do, and the longer the more."""
    remembered = make_memory([A, B, C], {A.id: ["he told me to"], B.id: ["to him and me"], C.id: ["go to"]})
    beside = make_ranker(A, B, C, remembered=remembered).all_channels(make_query("she told me to"))["beside"]
    assert beside[0] > beside[2] > beside[1] == 0


def test_prior_is_the_logarithm_of_uses() -> None:
    """ln(1 + uses), 0 for what was never found."""
    memory = make_memory([A, B], {}, {A.id: 9})
    assert make_ranker(A, B, remembered=memory).all_channels(make_query())["prior"].tolist() == pytest.approx(
        [2.302585, 0.0]
    )


def test_wordings_of_a_saying_share_its_known_uses() -> None:
    """What is known is kept at the best-known wording, and counts for a variant too, a person's own among them."""
    variant = make_quote("aab", variant_of=A.id)
    memory = make_memory([A, B], {A.id: ["xyz"]}, {A.id: 4}, {A.id: ["x"]})
    known = KnownUses.from_memory(*memory, np.array([0, 1, 0]))  # A, B and the variant, which the bundle has not
    for scores in of_each_channel(known):
        assert scores[2] == scores[0] > 0 == scores[1]
    assert variant.saying == A.id


def test_own_quotations_have_no_known_uses() -> None:
    """A quotation that the bundle does not have gets 0 from all of these channels, and is ranked by the others."""
    known = KnownUses.from_memory(*make_memory([A], {A.id: ["xyz"]}, {A.id: 4}, {A.id: ["x"]}), np.array([0, 1]))
    for scores in of_each_channel(known):
        assert scores[0] > 0 == scores[1]


def test_the_foremost_are_quotations_that_the_bundle_has() -> None:
    """Of a collection those come whose known uses speak most for them; a person's own never do."""
    memory = make_memory([A, B, C], {A.id: ["xy"], C.id: ["xx"]})
    known = KnownUses.from_memory(*memory, np.array([3, 0, 1, 2, 3]))  # an own one, A, B, C, an own one
    assert known.foremost(known.memory_scores(np.eye(26, dtype=np.float32)[23])[0], 2).tolist() == [3, 1]


def test_without_memory_its_channels_are_0() -> None:
    """A bundle without known uses ranks by the other channels."""
    channels = make_ranker(A, B).all_channels(make_query("aaa"))
    for name in ("memory", "written", "known", "usage", "beside", "prior"):
        assert channels[name].tolist() == [0, 0]


def test_a_quotation_without_known_uses_speaks_for_itself_twice() -> None:
    """So its likeness and its words can weigh more than those of quotations for which their uses speak too."""
    channels = make_ranker(A, B, remembered=make_memory([A, B], {B.id: ["zzz"]})).all_channels(make_query(A.text))
    assert channels["lone_semantic"].tolist() == [channels["semantic"][0], 0]
    assert channels["lone_lexical"].tolist() == [channels["lexical"][0], 0]
    assert channels["semantic"][0] > 0
    assert channels["lexical"][0] > 0


def test_known_uses_lift_a_quotation() -> None:
    """The ranker's answer follows the memory where its weight is high, and says so."""
    memory = make_memory([A, B], {B.id: ["zzz"]})
    ranker = make_ranker(A, B, remembered=memory, semantic=0.1, memory=5.0)
    found = ranker.recommend(make_query("azz"), 2, Filter(), NOTHING)
    assert found[0].quote == B
    assert "memory" in [reason.channel for reason in found[0].reasons]


ROWS = st.lists(st.integers(0, 6), max_size=40)


@given(ROWS, ROWS, st.integers(0, 2**32 - 1))
def test_the_best_of_each_row_equals_a_plain_loop(rows: list[int], written: list[int], seed: int) -> None:
    """Whatever rows have contexts, found or written, and however many, the best of each is found."""
    rows.sort()
    written.sort()
    cosines = np.random.default_rng(seed).uniform(-1, 1, len(rows) + len(written)).astype(np.float32)
    memory = Memory(
        rows=np.array(rows, np.int32),
        written=np.array(written, np.int32),
        uses=np.zeros(7, np.int32),
        usage=Postings.build([[] for _ in range(7)]),
        beside=Postings.build([[] for _ in range(7)]),
    )
    known = KnownUses.from_memory(memory, lambda _: cosines, np.arange(8))
    scores, parts = known.memory_scores(np.ones(5, np.float32)), (cosines[: len(rows)], cosines[len(rows) :])
    for found, some, part in zip(scores, (rows, written), parts, strict=True):
        expected = [0.0] * 8
        for row in set(some):
            expected[row] = max(float(cosine) for cosine, other in zip(part, some, strict=True) if other == row)
        assert found.tolist() == expected
