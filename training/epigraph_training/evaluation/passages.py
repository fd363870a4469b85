"""Passages of today with a gap, written to judge by: no encoder is ever trained on them.

What is found in corpora is mostly old, and of the quotations that old books like; these are what people write now, and
ask for any quotation of the collection. `data/passages`, a file a language.
"""

import json
from collections.abc import Iterator
from importlib.resources import files

from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import quote_id
from epigraph.text.query import Language
from epigraph.text.windows import left_window, right_window
from epigraph_training.corpus.pair import Pair, Split

_SOURCE = "passages"


def passages(collection: Collection, language: Language, split: Split) -> Iterator[Pair]:
    """Yield the passages of a split whose quotations the collection has."""
    path = files("epigraph_training") / "data" / _SOURCE / f"{language}.jsonl"
    with path.open(encoding="utf-8") as lines:
        for number, record in enumerate(map(json.loads, lines), 1):
            quote = collection.get(quote_id(record["quote"]))
            if quote and record["split"] == split:
                left, right = left_window(record["left"], language), right_window(record["right"], language)
                yield Pair(_SOURCE, f"{path.name}#{number}", -1, quote.id, quote.text, quote.text, left, right, split)
