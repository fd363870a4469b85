"""The words that speak for a quotation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import LetterEncoder, make_query
from epigraph.ranking.explanation import explain
from epigraph.text.query import Query

ENCODER = LetterEncoder()


def test_the_words_without_which_the_cosine_falls_are_the_clues() -> None:
    """The chunk that has the quotation's letters is found, on its side and in its place."""
    query = make_query("one two three zebra fizz jazz", "four nine seven")
    [first, *_] = explain(query, ENCODER, ENCODER.encode_quotes(["zzzz"])[0])
    assert (first.side, first.text) == ("left", "zebra fizz jazz")
    assert query.left[first.start : first.end] == first.text
    full, rest = ENCODER.encode_contexts([(query.left, query.right), ("one two three ", query.right)])
    z = np.eye(26, dtype=np.float32)[25]
    assert first.weight == pytest.approx(float((full - rest) @ z))


def test_a_clue_in_the_right_window_has_its_offsets_there() -> None:
    """Offsets count from the start of the window's own text."""
    query = make_query("one two three", "four nine seven zebra fizz jazz")
    assert explain(query, ENCODER, ENCODER.encode_quotes(["zzzz"])[0])[0].start == len("four nine seven ")


def test_words_that_speak_against_are_no_clues() -> None:
    """Only chunks whose absence lowers the score are told."""
    clues = explain(make_query("zoo zoo zoo", "bad cab dab"), ENCODER, ENCODER.encode_quotes(["zo"])[0])
    assert [clue.text for clue in clues] == ["zoo zoo zoo"]


def test_chinese_is_cut_at_clauses() -> None:
    """A phrase ends with its clause, or after six characters."""
    query = Query("zh", "夜里翻来zz，枕边的手机亮了又灭。", "")
    assert explain(query, ENCODER, ENCODER.encode_quotes(["z"])[0])[0].text == "夜里翻来zz，"


def test_an_empty_context_explains_nothing() -> None:
    """Without words there are no clues, and nothing is encoded."""
    assert explain(make_query(" ", ""), ENCODER, ENCODER.encode_quotes(["z"])[0]) == []


class CountingEncoder(LetterEncoder):
    """Remembers how many contexts it was given at once."""

    def encode_contexts(self, contexts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Return the vectors of contexts."""
        self.batch = len(contexts)
        return super().encode_contexts(contexts)


def test_a_full_window_is_one_batch_of_bounded_size() -> None:
    """Two windows of forty words make about sixteen chunks."""
    encoder = CountingEncoder()
    explain(make_query("word " * 40, "word, " * 40), encoder, encoder.encode_quotes(["z"])[0])
    assert 10 <= encoder.batch <= 24


@given(st.text(st.characters(), max_size=200), st.text(st.characters(), max_size=200), st.sampled_from(["en", "zh"]))
def test_any_context_is_explained(left: str, right: str, language: str) -> None:
    """At most three clues, the weightiest first, all of them words of the windows."""
    query = Query(language, left, right)  # type: ignore[arg-type]
    clues = explain(query, ENCODER, ENCODER.encode_quotes(["etaoin"])[0])
    assert len(clues) <= 3
    assert [clue.weight for clue in clues] == sorted((clue.weight for clue in clues), reverse=True)
    assert all({"left": left, "right": right}[clue.side][clue.start : clue.end] == clue.text for clue in clues)
