"""How many contexts a quotation has."""

from hypothesis import given
from hypothesis import strategies as st

from epigraph_training.corpus.limits import sampled, with_at_least
from epigraph_training.corpus.pair import Pair

PAIRS = [Pair("s", str(number), 0, f"q{number % 3}", "q", "q", "l", "r") for number in range(20)]


@given(st.permutations(PAIRS), st.integers(1, 8))
def test_a_sample_does_not_depend_on_order(shuffled: list[Pair], most: int) -> None:
    """The same pairs are drawn however they arrive, at most so many of a quotation."""
    drawn = sampled(shuffled, most, seed=1)
    assert drawn == sampled(PAIRS, most, seed=1)
    assert [sum(pair.quote_id == f"q{row}" for pair in drawn) for row in range(3)] == [
        min(most, size) for size in (7, 7, 6)
    ]


def test_another_seed_draws_another_sample() -> None:
    """The lot follows the seed."""
    assert sampled(PAIRS, 3, seed=1) != sampled(PAIRS, 3, seed=2)


def test_quotations_with_few_contexts_go() -> None:
    """All contexts of a quotation stay, or none."""
    assert {pair.quote_id for pair in with_at_least(PAIRS, 7)} == {"q0", "q1"}
    assert len(with_at_least(PAIRS, 7)) == 14
