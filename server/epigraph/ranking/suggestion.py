"""What the ranker answers: a quotation, how well it fits, and why."""

from dataclasses import dataclass
from typing import Literal, get_args

from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of

# the lone ones are those of quotations of which no use is known: where nothing else speaks, they weigh more
Channel = Literal[
    "semantic",
    "lone_semantic",
    "memory",
    "written",
    "known",
    "lexical",
    "lone_lexical",
    "usage",
    "beside",
    "named",
    "prior",
    "hint",
]
CHANNELS: tuple[Channel, ...] = get_args(Channel)


@dataclass(frozen=True, slots=True)
class Reason:
    """What one channel has to say for a quotation; `words` are those of the context that it shares."""

    channel: Channel
    score: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A quotation, the reasons for it, and other wordings of the same saying.

    `score` is the probability that it is the one for this place: with thousands to choose from, 0.1 is much. `fits`
    says whether the score reaches what the bundle holds to be worth a suggestion.
    """

    quote: Quote
    score: float
    fits: bool
    reasons: tuple[Reason, ...] = ()
    variants: tuple[Quote, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words that all reasons name, each once."""
        return tuple(dict.fromkeys(word for reason in self.reasons for word in reason.words))


def record_of_suggestion(suggestion: Suggestion) -> dict[str, object]:
    """Return a suggestion as a JSON object."""
    return {
        "id": suggestion.quote.id,
        "score": round(suggestion.score, 4),
        "fits": suggestion.fits,
        **record_of(suggestion.quote),
        "collection": suggestion.quote.collection,
        "reasons": [
            {"channel": reason.channel, "score": round(reason.score, 4), "words": list(reason.words)}
            for reason in suggestion.reasons
        ],
        "variants": [{"id": variant.id, "text": variant.text} for variant in suggestion.variants],
    }
