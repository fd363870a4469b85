"""Pairs that need no search: the contexts written for this project, and pairs found before."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import quote_id
from epigraph.text.query import Language
from epigraph.text.windows import left_window, right_window
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.pair import WRITTEN, Pair


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage with a gap in which a quotation belongs."""

    quote: str
    left: str
    right: str


def written_files(language: Language) -> list[Traversable]:
    """Return the files of the passages that were written for this project, in the order in which they were."""
    folder = files("epigraph_training") / "data" / "contexts" / language
    return sorted(folder.iterdir(), key=lambda file: int(file.name.partition(".")[0]))


def written_contexts(language: Language) -> list[Passage]:
    """Read the passages that were written for this project."""
    return [passage for file in written_files(language) for passage in read_passages(file)]


def read_passages(file: Traversable) -> list[Passage]:
    """Read one file of passages."""
    with file.open(encoding="utf-8") as lines:
        return [Passage(**json.loads(line)) for line in lines]


def written(collection: Collection, language: Language) -> Iterator[Pair]:
    """Yield the written passages of the quotations of a collection, for training only."""
    for file in written_files(language):
        for number, passage in enumerate(read_passages(file), 1):
            record = {"quote": passage.quote, "left": passage.left, "right": passage.right}
            document = f"{language}/{file.name}#{number}"
            if pair := _pair(record, collection, language, source=WRITTEN, document=document):
                yield pair


def mined(path: Path, collection: Collection, language: Language) -> Iterator[Pair]:
    """Yield the pairs of a file that an earlier search wrote; those of quotations we do not know are left out.

    A line is an object with `quote`, `left`, `right`, `source` and `document`, perhaps `matched`. Pairs beside
    another quotation (`beside_another_quote`) are left out: they are likely of a list.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if record.get("beside_another_quote"):
                    continue
                source, document = record["source"], record["document"]
                if pair := _pair(record, collection, language, source=source, document=document):
                    yield pair
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorpusError(f"{path}: {error!r}, expected pairs as JSON lines; see docs/training-data.md") from error


def _pair(
    record: dict[str, Any], collection: Collection, language: Language, *, source: str, document: str
) -> Pair | None:
    quote = collection.get(quote_id(record["quote"]))
    if quote is None:
        return None
    left, right = left_window(record["left"], language), right_window(record["right"], language)
    matched = record.get("matched", record["quote"])
    return Pair(source, document, -1, quote.id, quote.text, matched, left, right)
