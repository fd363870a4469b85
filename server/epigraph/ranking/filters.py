"""Which quotations a filter lets through, by author, topic, period, collection and length, and which a hint names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.quote import PERIODS, Quote
from epigraph.quotes.topics import topic_named
from epigraph.text.normal import CJK, normalise
from epigraph.text.query import Hint

_CHINESE = re.compile(CJK)
_YEARS = re.compile(r"(?P<first>-?\d{1,4})?\.\.(?P<last>-?\d{1,4})?")


@dataclass(frozen=True, slots=True)
class Filter:
    """What a suggestion must satisfy; an empty field lets everything through.

    `author` is a part of the name; `period` is modern, classical or a span of years such as 1590..1616, ..1800;
    lengths are in characters.
    """

    author: str = ""
    topic: str = ""
    period: str = ""
    collection: str = ""
    min_length: int = 0
    max_length: int = 0

    def __post_init__(self) -> None:
        if self.period not in PERIODS and not _YEARS.fullmatch(self.period):
            raise ValueError(f"period {self.period!r}, expected modern, classical or years such as 1590..1616")
        if self.min_length < 0 or self.max_length < 0:
            raise ValueError(f"lengths {self.min_length} and {self.max_length}, expected 0 or more characters")


def narrowed(wanted: Filter, hint: Hint) -> Filter:
    """Return the filter with what the placeholder itself asks for."""
    return replace(wanted, author=hint.author or wanted.author, topic=hint.topic or wanted.topic)


def passing(quotes: Sequence[Quote], wanted: Filter) -> NDArray[np.bool_]:
    """Tell for each quotation whether it satisfies the filter."""
    if wanted == Filter():
        return np.ones(len(quotes), dtype=np.bool_)
    author, topic = normalise(wanted.author), topic_named(wanted.topic)
    years = _YEARS.fullmatch(wanted.period)
    name_of = cache(normalise)  # authors are far fewer than quotations

    def passes(quote: Quote) -> bool:
        return (
            author in name_of(quote.author)
            and (not topic or topic in quote.topics)
            and (not wanted.period or (_in_years(quote, years) if years else quote.period == wanted.period))
            and wanted.collection in ("", quote.collection)
            and wanted.min_length <= len(quote.text) <= (wanted.max_length or len(quote.text))
        )

    return np.fromiter((passes(quote) for quote in quotes), dtype=np.bool_, count=len(quotes))  # (n_quotes,)


def hinted(quotes: Sequence[Quote], words: str) -> NDArray[np.bool_]:
    """Tell for each quotation whether free words name its topic or its author.

    They are whole words of the name, for "war" does not mean Edward; Chinese parts no words, so there a part is enough.
    """
    topic, wanted = topic_named(words), normalise(words)
    around = "" if _CHINESE.search(wanted) else " "

    @cache
    def named(author: str) -> bool:
        return bool(wanted) and f"{around}{wanted}{around}" in f"{around}{normalise(author)}{around}"

    found = (topic in quote.topics or named(quote.author) for quote in quotes)
    return np.fromiter(found, dtype=np.bool_, count=len(quotes))  # (n_quotes,)


def _in_years(quote: Quote, years: re.Match[str]) -> bool:
    if quote.year is None:
        return False
    first, last = years["first"], years["last"]
    return (first is None or int(first) <= quote.year) and (last is None or quote.year <= int(last))
