"""The quotations of a dataset: those of a collection that it has in use, and those that no collection has."""

from collections.abc import Iterable, Sequence

from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import Quote
from epigraph.text.query import Language
from epigraph_training.corpus.pair import WRITTEN, Pair


def all_quotations(known: Iterable[Quote], pairs: Iterable[Pair], language: Language) -> Collection:
    """Return a collection with all quotations of pairs, those that it does not have by their text alone."""
    quotes = {quote.id: quote for quote in known}
    for pair in pairs:
        if pair.quote_id not in quotes:
            quotes[pair.quote_id] = Quote(pair.quote, language)
    return Collection(quotes.values())


def in_use(collection: Collection, pairs: Sequence[Pair]) -> Collection:
    """Return the quotations that some text uses, in the collection's order: the paper's candidates."""
    used = {pair.quote_id for pair in pairs if pair.source != WRITTEN}
    return Collection(quote for quote in collection if quote.id in used)
