"""Suggestions of a person's own collection and of their team's, ranked as one. No I/O."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from epigraph.ranking.filters import Filter, hinted, narrowed, passing
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.named import NamedIndex
from epigraph.ranking.ranker import Ranker, Reading
from epigraph.ranking.suggestion import CHANNELS, Channel, Reason, Suggestion
from epigraph.ranking.team import Guests


def recommend_with_team(
    ranker: Ranker, reading: Reading, guests: Guests, *, k: int, wanted: Filter, exclude: AbstractSet[str]
) -> list[Suggestion]:
    """Return the k best of both; each score is a share of what both have together."""
    fusion, rows = ranker.fusion, ranker.collection.row_of
    own = ranker.suggest(reading, k, wanted, exclude)
    passes = passing(guests.quotes, narrowed(wanted, reading.query.hint))
    both = list(own)
    # what all have together, as a logarithm: from the best of the own, whose score is its share of theirs
    everything = _total(fusion, own[0]) - np.log(own[0].score) if own and own[0].score else fusion.nothing
    for one, share, wanted_too in zip(_suggestions(ranker, reading, guests), guests.shares, passes, strict=True):
        if wanted_too and one.quote.id not in exclude and one.quote.id not in rows:
            both.append(one)
            everything = np.logaddexp(everything, _total(fusion, one) + np.log(share))
    best = sorted(both, key=lambda one: -_total(fusion, one))[:k]
    scores = [float(np.exp(_total(fusion, one) - everything)) for one in best]
    return [replace(one, score=score, fits=score >= fusion.abstain) for one, score in zip(best, scores, strict=True)]


def _suggestions(ranker: Ranker, reading: Reading, guests: Guests) -> list[Suggestion]:
    """Return the guests with the reasons for them, without scores; of their uses nothing is known."""
    hint, named = reading.query.hint.words, NamedIndex.build(guests.quotes).read(reading.query.text)
    by_name = named.scores(np.arange(len(guests.quotes)))
    found = []
    for place, (quote, wanted) in enumerate(zip(guests.quotes, hinted(guests.quotes, hint), strict=True)):
        words, lexical = ranker.lexical.unindexed(reading.words, quote)
        cosine = float(guests.cosines[place])
        channels: dict[Channel, tuple[float, tuple[str, ...]]] = {
            "semantic": (cosine, ()),
            "lone_semantic": (cosine, ()),
            "lexical": (lexical, words),
            "lone_lexical": (lexical, ()),
            "named": (float(by_name[place]), named.names(place)),
            "hint": (float(wanted), (hint,)),
        }
        reasons = (Reason(name, *channels[name]) for name in CHANNELS if channels.get(name, (0,))[0])
        found.append(Suggestion(quote, 0.0, fits=False, reasons=tuple(reasons)))
    return found


def _total(fusion: Fusion, suggestion: Suggestion) -> float:
    return sum(fusion.weights[reason.channel] * reason.score for reason in suggestion.reasons)
