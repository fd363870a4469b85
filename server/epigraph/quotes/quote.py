"""The quotation itself. A value; nothing here reads files."""

import hashlib
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Literal

from epigraph.text.normal import normalise
from epigraph.text.query import Language

Period = Literal["", "modern", "classical"]
PERIODS: tuple[Period, ...] = ("", "modern", "classical")

Attribution = Literal["sure", "attributed", "misattributed", "paraphrase"]
ATTRIBUTIONS: tuple[Attribution, ...] = ("sure", "attributed", "misattributed", "paraphrase")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation, who said it, where, and what it means.

    `attribution` and `note` keep doubt visible; `variant_of` is the id of the better-known wording of one
    saying; `period` parts modern from classical Chinese; `collection` says which file it came from.
    """

    text: str
    language: Language
    author: str = ""
    work: str = ""
    year: int | None = None
    topics: tuple[str, ...] = ()
    gloss: str = ""
    period: Period = ""
    attribution: Attribution = "sure"
    note: str = ""
    variant_of: str = ""
    collection: str = ""
    id: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", quote_id(self.text))

    @property
    def saying(self) -> str:
        """The id shared by all wordings of one saying."""
        return self.variant_of or self.id


def quote_id(text: str) -> str:
    """Return the id of a text: the same for every way to write it with other case or punctuation."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()[:16]


def merged(old: Quote, new: Quote) -> Quote:
    """Return the new quotation with the old one's fields where the new one says nothing."""
    optional = (part for part in fields(Quote) if part.init and part.default is not MISSING)
    unsaid = [part.name for part in optional if getattr(new, part.name) == part.default]
    return replace(new, **{name: getattr(old, name) for name in unsaid})
