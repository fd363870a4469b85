"""All quotations of one language in a fixed order, found by id. Layers merge: a person's own entry wins."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.resources import files
from typing import Any

from epigraph.quotes.quote import Quote, merged
from epigraph.text.query import Language


class Collection:
    """Quotations with distinct ids. The shipped ones come first: their rows are those of the bundle."""

    def __init__(self, quotes: Iterable[Quote]) -> None:
        by_id: dict[str, Quote] = {}
        for quote in quotes:
            known = by_id.get(quote.id)
            # a later layer completes the entry, which keeps its row
            by_id[quote.id] = merged(known, quote) if known else quote
        self._by_id = by_id
        self.quotes = tuple(by_id.values())

    def __len__(self) -> int:
        return len(self.quotes)

    def __iter__(self) -> Iterator[Quote]:
        return iter(self.quotes)

    def __getitem__(self, row: int) -> Quote:
        return self.quotes[row]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each id."""
        return {quote_id: row for row, quote_id in enumerate(self._by_id)}

    def get(self, quote_id: str) -> Quote | None:
        """Return the quotation with this id."""
        return self._by_id.get(quote_id)

    def variants_of(self, quote: Quote) -> tuple[Quote, ...]:
        """Return the other wordings of a quotation's saying."""
        return tuple(other for other in self._by_saying.get(quote.saying, ()) if other.id != quote.id)

    @cached_property
    def _by_saying(self) -> dict[str, list[Quote]]:
        """The wordings of each saying that has more than one."""
        heads = {quote.variant_of for quote in self.quotes if quote.variant_of}
        groups: dict[str, list[Quote]] = {head: [] for head in heads}
        for quote in self.quotes:
            if quote.saying in groups:
                groups[quote.saying].append(quote)
        return groups

    def starting(self, prefix: str) -> list[Quote]:
        """Return the quotations whose id starts with prefix."""
        return [quote for quote in self.quotes if quote.id.startswith(prefix)]


def shipped(language: Language) -> list[Quote]:
    """Read the collection that ships with Epigraph; `quotes check` and the tests have found it clean."""
    path = files("epigraph.quotes") / "data" / f"{language}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [_shipped_quote(json.loads(line), language) for line in lines]


def _shipped_quote(record: dict[str, Any], language: Language) -> Quote:
    # not quote_from_record: its checks would take most of the time of a start
    topics = tuple(record.pop("topics", ()))
    return Quote(**{"language": language, **record}, topics=topics, collection=language)
