"""The ranker with an encoder that counts letters."""

import numpy as np
import pytest

from builders import make_query, make_quote, make_ranker
from epigraph.ranking.filters import Filter
from epigraph.ranking.suggestion import CHANNELS, record_of_suggestion
from epigraph.text.query import Hint

NOTHING: frozenset[str] = frozenset()


def test_the_nearest_quotation_comes_first() -> None:
    """The semantic channel orders the answer."""
    ranker = make_ranker(make_quote("zzz"), make_quote("aab"), make_quote("aaa"))
    found = ranker.recommend(make_query("aa", "a"), 3, Filter(), NOTHING)
    assert [suggestion.quote.text for suggestion in found] == ["aaa", "aab", "zzz"]


def test_ties_keep_collection_order() -> None:
    """Quotations with the same score stand as in the collection."""
    ranker = make_ranker(*(make_quote(text) for text in ("abc", "bca", "cab")))
    found = ranker.recommend(make_query("abc"), 3, Filter(), NOTHING)
    assert [suggestion.quote.text for suggestion in found] == ["abc", "bca", "cab"]


def test_scores_fall_and_lie_between_0_and_1() -> None:
    """The answer is sorted by a score in 0..1."""
    ranker = make_ranker(*(make_quote(text) for text in ("abc", "abd", "xyz", "aaa")))
    scores = [suggestion.score for suggestion in ranker.recommend(make_query("abc"), 4, Filter(), NOTHING)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_a_score_is_a_share_among_all_that_pass() -> None:
    """With two of equal total and nothing of the same, each has a third; alone after a filter, a half."""
    one, other = make_quote("abc", author="Lincoln"), make_quote("bca")
    ranker = make_ranker(one, other, nothing=1.0)
    assert [found.score for found in ranker.recommend(make_query("abc"), 9, Filter(), NOTHING)] == pytest.approx(
        [1 / 3, 1 / 3]
    )
    [alone] = ranker.recommend(make_query("abc"), 9, Filter(author="lincoln"), NOTHING)
    assert alone.score == pytest.approx(1 / 2)


def test_the_number_of_suggestions_does_not_change_a_score() -> None:
    """A score is a share of what all candidates have, not of what is shown."""
    ranker = make_ranker(*(make_quote(f"ab{chr(99 + i)}") for i in range(20)))
    best, *_ = ranker.recommend(make_query("abc"), 20, Filter(), NOTHING)
    assert ranker.recommend(make_query("abc"), 1, Filter(), NOTHING) == [best]


def test_wordings_of_one_saying_do_not_compete() -> None:
    """A saying with two wordings is as likely as with the better one alone."""
    known, other = make_quote("abcd"), make_quote("xyz")
    variant = make_quote("abce", variant_of=known.id)
    [alone, *_] = make_ranker(known, other).recommend(make_query("abcd"), 2, Filter(), NOTHING)
    [both, *_] = make_ranker(known, variant, other).recommend(make_query("abcd"), 2, Filter(), NOTHING)
    assert both.quote == alone.quote
    assert both.score == pytest.approx(alone.score)


def test_what_scores_below_the_threshold_does_not_fit() -> None:
    """The answer still has it, for who asks, and says so."""
    ranker = make_ranker(make_quote("abc"), make_quote("xyz"), nothing=0.0, abstain=0.3)
    fitting, other = ranker.recommend(make_query("abc"), 2, Filter(), NOTHING)  # e, 1 and 1 of e + 2
    assert (fitting.fits, other.fits) == (True, False)
    assert record_of_suggestion(other)["fits"] is False


def test_every_channel_speaks_of_every_quotation() -> None:
    """What evaluation reads are the very numbers that a suggestion is made of."""
    quotes = [make_quote("abc"), make_quote("xyz", gloss="Said of gardens."), make_quote("aab")]
    ranker = make_ranker(*quotes, lexical=0.5)
    query = make_query("ab garden")
    channels = ranker.all_channels(query)
    assert set(channels) == set(CHANNELS)
    assert all(scores.shape == (3,) and scores.dtype == np.float32 for scores in channels.values())
    for found in ranker.recommend(query, 3, Filter(), NOTHING):
        row = quotes.index(found.quote)
        assert all(reason.score == channels[reason.channel][row] for reason in found.reasons)


def test_a_word_of_the_gloss_lifts_a_quotation() -> None:
    """The lexical channel finds what the letters do not, and says which words it shares."""
    ranker = make_ranker(make_quote("aaa"), make_quote("zzz", gloss="Said of gardens."), semantic=0.01, lexical=1.0)
    best = ranker.recommend(make_query("aa in my garden a"), 1, Filter(), NOTHING)[0]
    assert best.quote.text == "zzz"
    assert [reason.words for reason in best.reasons if reason.channel == "lexical"] == [("garden",)]


def test_excluded_quotations_never_appear() -> None:
    """An excluded id is left out however well it fits; an unknown one is no error."""
    best, other = make_quote("aaa"), make_quote("aab")
    found = make_ranker(best, other).recommend(make_query("aaa"), 5, Filter(), frozenset({best.id, "unknown"}))
    assert [suggestion.quote for suggestion in found] == [other]


def test_a_filter_reaches_below_the_best_candidates() -> None:
    """What satisfies a filter is found even where hundreds of others are nearer."""
    near = [make_quote(f"aaa {'a' * i}") for i in range(400)]
    wanted = make_quote("zzz", author="Abraham Lincoln")
    found = make_ranker(*near, wanted).recommend(make_query("aaa"), 5, Filter(author="lincoln"), NOTHING)
    assert [suggestion.quote for suggestion in found] == [wanted]


def test_the_hint_of_a_placeholder_filters_too() -> None:
    """`author=` and `topic=` of a placeholder restrict the answer."""
    war = make_quote("aaa", author="Lincoln", topics=("war",))
    peace = make_quote("aab", author="Lincoln", topics=("peace",))
    query = make_query("aaa", hint=Hint(author="Lincoln", topic="peace"))
    assert [found.quote for found in make_ranker(war, peace).recommend(query, 5, Filter(), NOTHING)] == [peace]


def test_words_of_a_hint_lift_their_topic_and_their_author() -> None:
    """`[Quote: courage]` puts quotations on courage first, `[Quote: Twain]` those of Twain."""
    brave, funny = make_quote("zzz", topics=("courage",)), make_quote("zzy", author="Mark Twain")
    ranker = make_ranker(make_quote("aaa"), brave, funny, hint=5.0)
    for words, wanted in (("courage", brave), ("勇气", brave), ("twain", funny)):
        best = ranker.recommend(make_query("aaa", hint=Hint(words=words)), 1, Filter(), NOTHING)[0]
        assert best.quote == wanted
        assert best.reasons[-1].channel == "hint"


def test_a_hint_inside_of_a_name_lifts_nobody() -> None:
    """`[Quote: war]` does not mean Edward."""
    ranker = make_ranker(make_quote("aaa"), make_quote("zzy", author="Edward Gibbon"), hint=5.0)
    best = ranker.recommend(make_query("aaa", hint=Hint(words="war")), 1, Filter(), NOTHING)[0]
    assert best.quote.text == "aaa"


def test_variants_of_one_saying_are_one_item() -> None:
    """The wording that fits best leads; the others are its variants."""
    known = make_quote("abcd")
    other = make_quote("abce", variant_of=known.id)
    found = make_ranker(known, other, make_quote("xyz")).recommend(make_query("abce"), 5, Filter(), NOTHING)
    assert [(suggestion.quote.text, suggestion.variants) for suggestion in found] == [("abce", (known,)), ("xyz", ())]


def test_an_empty_collection_gives_an_empty_answer() -> None:
    """No quotations, no suggestions, no error; so too where a filter lets nothing through."""
    assert make_ranker().recommend(make_query("abc"), 5, Filter(), NOTHING) == []
    assert make_ranker(make_quote("abc")).recommend(make_query("abc"), 5, Filter(author="nobody"), NOTHING) == []


def test_an_explanation_names_the_words_that_speak_for_a_quotation() -> None:
    """Of a context, the words with the quotation's letters are the clue; an unknown id has none."""
    zoo, sea = make_quote("zzz zoo zzz"), make_quote("sea")
    ranker = make_ranker(zoo, sea)
    query = make_query("we ran in the rain, puzzle pizzazz jazz, and ate")
    assert "pizzazz" in ranker.explain(query, zoo.id)[0].text
    assert ranker.explain(query, "nothing") == []
