"""Of very many quotations those are scored that matter, and a score is about what it would be among all."""

import random

import numpy as np
import pytest

from builders import make_large, make_memory, make_query, make_quote, make_ranker
from epigraph.quotes.quote import Quote
from epigraph.ranking.filters import Filter
from epigraph.ranking.ranker import Ranker
from epigraph.text.query import Hint

NOTHING: frozenset[str] = frozenset()
MANY = 2_500
ALL = Filter()


@pytest.fixture(autouse=True)
def _small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a collection be large from a hundred quotations on, and a sample be a fifth of it."""
    monkeypatch.setattr("epigraph.ranking.ranker.EXACT", 100)
    monkeypatch.setattr("epigraph.ranking.shortlist._SAMPLE", 500)


def many(*more: Quote) -> list[Quote]:
    """Make quotations of random words, and put some more among them."""
    draw = random.Random(5)  # noqa: S311 - the same every time, nothing secret
    words = ["".join(draw.choices("abcdefghijklmnopqrst", k=5)) for _ in range(900)]
    made = [make_quote(" ".join(draw.choices(words, k=6)), author=draw.choice("XYZ")) for _ in range(MANY)]
    return [*made[:900], *more, *made[900:]]


def test_the_best_are_found_with_about_their_scores() -> None:
    """Few are scored, yet the ten best of all are the same, and a sample keeps their scores from being too high."""
    exact = make_ranker(*many(), semantic=14.0, lexical=0.3, nothing=10.0)
    large = make_large(exact)
    for words in ("apricot fog", "cabbage and jam", "the moon is old", "harbour lights", "a far bell tolled"):
        wanted, found = (one.recommend(make_query(words), 10, ALL, NOTHING) for one in (exact, large))
        assert len({one.quote for one in found} & {one.quote for one in wanted}) >= 9
        assert found[0].score == pytest.approx(wanted[0].score, rel=0.15)


def test_what_shares_rare_words_is_found_however_far_its_meaning() -> None:
    """The lexical channel has candidates of its own."""
    best = make_quote("zzzz xylophone")
    ranker = make_large(make_ranker(*many(best), lexical=5.0))
    assert ranker.recommend(make_query("abc abc abc xylophone"), 1, ALL, NOTHING)[0].quote == best


def test_what_stood_in_such_a_place_is_found_however_far_its_meaning() -> None:
    """Known uses have candidates of their own."""
    best = make_quote("zzzz zz")
    quotes = many(best)
    memory = make_memory(quotes, {best.id: ["aaab"]})
    ranker = make_large(make_ranker(*quotes, remembered=memory, memory=20.0))
    assert ranker.recommend(make_query("aaab"), 1, ALL, NOTHING)[0].quote == best


def test_what_a_hint_names_is_found_however_far_its_meaning() -> None:
    """All that the hint names are candidates, unless these are very many too."""
    best = make_quote("zzzz zzz", author="Twain")
    ranker = make_large(make_ranker(*many(best), hint=20.0))
    assert ranker.recommend(make_query("abc", hint=Hint(words="twain")), 1, ALL, NOTHING)[0].quote == best


def test_a_filter_that_leaves_few_has_all_of_them_scored() -> None:
    """Where no more pass than are scored anyway, the answer is exact."""
    rare = [make_quote(f"zz {'z' * i} xx", author="Twain") for i in range(20)]
    exact = make_ranker(*many(*rare))
    wanted, found = (
        one.recommend(make_query("aaa"), 20, Filter(author="twain"), NOTHING) for one in (exact, make_large(exact))
    )
    assert [one.quote for one in found] == [one.quote for one in wanted]
    assert [one.score for one in found] == pytest.approx([one.score for one in wanted], rel=0.01)


def test_a_filter_that_leaves_many_lets_only_these_through() -> None:
    """What does not pass is no candidate and not in the sample."""
    found = make_large(make_ranker(*many())).recommend(make_query("cabbage jam"), 30, Filter(author="X"), NOTHING)
    assert len(found) == 30
    assert {one.quote.author for one in found} == {"X"}


def test_excluded_quotations_are_not_found() -> None:
    """However near they are."""
    ranker = make_large(make_ranker(*many()))
    best = ranker.recommend(make_query("cabbage jam"), 3, ALL, NOTHING)
    again = ranker.recommend(make_query("cabbage jam"), 3, ALL, frozenset(one.quote.id for one in best))
    assert not {one.quote for one in best} & {one.quote for one in again}


def test_the_same_query_has_the_same_answer() -> None:
    """The sample is drawn once, and the same way at every start."""
    first, second = (make_large(make_ranker(*many())) for _ in range(2))
    assert recommended(first) == recommended(second)


def recommended(ranker: Ranker) -> list[tuple[str, float]]:
    """Return texts and scores for one query."""
    return [(one.quote.text, one.score) for one in ranker.recommend(make_query("a far bell"), 10, ALL, NOTHING)]


def test_channels_of_all_quotations_are_the_same_either_way() -> None:
    """What evaluation reads does not depend on how a collection is kept, but for float16."""
    exact = make_ranker(*many()[:300], lexical=1.0)
    large = make_large(exact)
    for name, scores in exact.all_channels(make_query("cabbage jam")).items():
        np.testing.assert_allclose(large.all_channels(make_query("cabbage jam"))[name], scores, atol=2e-3)
