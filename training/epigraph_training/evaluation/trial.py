"""The task: the contexts of one split of a dataset, the right saying of each, and what is known of that saying."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epigraph.quotes.collection import Collection, shipped
from epigraph.text.query import LANGUAGES, Language
from epigraph_training.corpus.dataset import FACTS, dataset_facts, read_dataset
from epigraph_training.corpus.pair import WRITTEN, Pair, Split
from epigraph_training.corpus.quotations import all_quotations
from epigraph_training.evaluation.passages import passages
from epigraph_training.evaluation.results import EvaluationError, Part, Setting

Context = tuple[str, str]  # left, right

TODAY: dict[Language, Part] = {"en": "en-today", "zh": "zh-today"}


@dataclass(frozen=True, slots=True)
class Trial:
    """The pairs of one split, and what the dataset and the collection say of their quotations."""

    language: Language
    split: Split
    data_hash: str
    pairs: tuple[Pair, ...]
    sayings: tuple[str, ...]  # the right one of each pair
    parts: tuple[Part, ...]  # of the benchmark, by the period of each pair's quotation
    in_use: frozenset[str]  # ids of the quotations that the dataset has in use, in any split
    training_contexts: Counter[str]  # of each saying
    collection: Collection

    @classmethod
    def read(cls, dataset: Path, split: Split) -> "Trial":
        """Read the pairs of a split."""
        pairs = read_dataset(dataset)
        facts = dataset_facts(dataset)
        language: Language = facts.get("language", "")
        if language not in LANGUAGES:
            raise EvaluationError(f"{dataset / FACTS}: language {language!r}, expected one of {', '.join(LANGUAGES)}")
        collection = all_quotations(shipped(language), pairs, language)
        return cls.of(pairs, split, collection, language, facts["data_hash"], facts.get("part"))

    @classmethod
    def of(  # noqa: PLR0917 - what a dataset is
        cls,
        pairs: Sequence[Pair],
        split: Split,
        collection: Collection,
        language: Language,
        data_hash: str,
        part: Part | None = None,
    ) -> "Trial":
        """Take the pairs of a split out of a dataset's; all are of one part, or each of its quotation's."""
        chosen = tuple(pair for pair in pairs if pair.split == split)
        if not chosen:
            raise EvaluationError(f"data {data_hash[:12]}: no pairs of {split}, expected some; mine more text")
        quotes = [collection.get(pair.quote_id) for pair in chosen]
        return cls(
            language=language,
            split=split,
            data_hash=data_hash,
            pairs=chosen,
            sayings=tuple(saying_of(collection, pair.quote_id) for pair in chosen),
            parts=tuple(part or (quote.period if quote else "") or language for quote in quotes),
            in_use=frozenset(pair.quote_id for pair in pairs if pair.source != WRITTEN),
            training_contexts=Counter(saying_of(collection, pair.quote_id) for pair in pairs if pair.split == "train"),
            collection=collection,
        )

    def with_passages(self) -> "Trial":
        """Return the trial with the passages of today of its split, which are a part of their own."""
        added = tuple(passages(self.collection, self.language, self.split))
        return replace(
            self,
            pairs=self.pairs + added,
            sayings=self.sayings + tuple(saying_of(self.collection, pair.quote_id) for pair in added),
            parts=self.parts + (TODAY[self.language],) * len(added),
        )

    def sample(self, most: int, seed: int) -> "Trial":
        """Return the trial of at most so many pairs of each part, drawn by their content."""
        drawn = sorted(range(len(self.pairs)), key=lambda row: self.pairs[row].lot(seed))
        kept = sorted(row for part in set(self.parts) for row in [r for r in drawn if self.parts[r] == part][:most])
        return replace(
            self,
            pairs=tuple(self.pairs[row] for row in kept),
            sayings=tuple(self.sayings[row] for row in kept),
            parts=tuple(self.parts[row] for row in kept),
        )

    def contexts(self, setting: Setting) -> list[Context]:
        """Return what a system is shown of each pair."""
        return [(pair.left, pair.right if setting == "both" else "") for pair in self.pairs]


def saying_of(collection: Collection, quote_id: str) -> str:
    """Return the saying of a quotation; one that the collection does not have is a saying of its own."""
    quote = collection.get(quote_id)
    return quote.saying if quote else quote_id
