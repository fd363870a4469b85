"""What the ranker answers: a quotation, how well it fits, and why."""

from dataclasses import dataclass
from typing import Literal

from epigraph.quotes.quote import Quote
from epigraph.quotes.records import record_of

Channel = Literal["semantic", "lexical", "hint"]
CHANNELS: tuple[Channel, ...] = ("semantic", "lexical", "hint")


@dataclass(frozen=True, slots=True)
class Reason:
    """What one channel has to say for a quotation; `words` are those of the context that it shares."""

    channel: Channel
    score: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A quotation with its score in 0..1, the reasons, and other wordings of the same saying."""

    quote: Quote
    score: float
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
        **record_of(suggestion.quote),
        "collection": suggestion.quote.collection,
        "reasons": [
            {"channel": reason.channel, "score": round(reason.score, 4), "words": list(reason.words)}
            for reason in suggestion.reasons
        ],
        "variants": [{"id": variant.id, "text": variant.text} for variant in suggestion.variants],
    }
