"""All quotations of one language in a fixed order, found by id. Layers merge: a person's own entry wins."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.resources import files

from epigraph.quotes.quote import Quote
from epigraph.quotes.records import quote_from_record
from epigraph.text.query import Language


class Collection:
    """Quotations with distinct ids. The shipped ones come first, so that their rows are those of the bundle."""

    def __init__(self, quotes: Iterable[Quote]) -> None:
        by_id: dict[str, Quote] = {}
        for quote in quotes:
            by_id[quote.id] = quote  # a later layer replaces the entry and keeps its row
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

    def starting(self, prefix: str) -> list[Quote]:
        """Return the quotations whose id starts with prefix."""
        return [quote for quote in self.quotes if quote.id.startswith(prefix)]


def shipped(language: Language) -> list[Quote]:
    """Read the collection that ships with Epigraph."""
    path = files("epigraph.quotes") / "data" / f"{language}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [quote_from_record(json.loads(line), collection=language) for line in lines]
