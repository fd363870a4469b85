"""What the ranker answers: a quotation, how well it fits, and why."""

from dataclasses import dataclass
from typing import Literal

from epigraph.quotes.quote import Quote

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
