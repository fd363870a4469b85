"""The inverted index, apart from what is indexed."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from epigraph.model.postings import Postings

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=8), max_size=10)


@given(DOCUMENTS, st.sets(st.sampled_from("abcdefgxy")))
def test_a_document_scores_the_sum_of_its_terms(documents: list[list[str]], wanted: set[str]) -> None:
    """The score of a row is what its terms weigh there; a row without any of them has 0."""
    postings = Postings.build(documents)
    expected = np.zeros(len(documents))
    for term in wanted:
        rows, weights = postings.of(term)
        assert rows.tolist() == [row for row, document in enumerate(documents) if term in document]
        for row, weight in zip(rows, weights, strict=True):
            assert weight > 0
            expected[row] += weight
    np.testing.assert_allclose(postings.scores(wanted), expected, rtol=1e-5)


def test_a_term_weighs_more_where_it_comes_more_often() -> None:
    """Of two documents of equal length the one with more of a term has the greater weight."""
    _, weights = Postings.build([["a", "a", "b"], ["a", "b", "b"], ["c", "c", "c"]]).of("a")
    assert weights[0] > weights[1]
