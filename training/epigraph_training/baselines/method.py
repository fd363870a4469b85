"""What all systems share: what they are given, what they are told, and how they are fitted, saved and loaded."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal, Protocol

from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import Quote
from epigraph_training.corpus.pair import Pair
from epigraph_training.encoders.config import TrainConfig
from epigraph_training.encoders.examples import Example, examples_of
from epigraph_training.evaluation.results import Setting
from epigraph_training.evaluation.systems import System

Progress = Callable[[str], None]  # what is being done, for a person


@dataclass(frozen=True, slots=True)
class NetworkOptions:
    """Networks that are not pretrained, but for words; training ends after `patience` epochs that made none better."""

    embedding: int = 100
    hidden: int = 100
    dropout: float = 0.2
    epochs: int = 40
    patience: int = 5
    batch: int = 128
    rate: float = 2e-3


@dataclass(frozen=True, slots=True)
class ClassifierOptions:
    """BERT-Cls, which learns each context with its quotation and with so many others."""

    epochs: int = 3
    negatives: int = 4


@dataclass(frozen=True, slots=True)
class Options:
    """All that a system may be told; `paper` is how the paper's model is trained, which others then follow."""

    paper: TrainConfig
    networks: NetworkOptions = NetworkOptions()
    classifier: ClassifierOptions = ClassifierOptions()
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """The quotations to rank, and the contexts to learn from; `row` of a context is that of its quotation."""

    setting: Setting
    quotes: tuple[Quote, ...]
    training: tuple[Example, ...]
    validation: tuple[Example, ...]

    @classmethod
    def of(cls, pairs: Sequence[Pair], collection: Collection, setting: Setting) -> "Task":
        """Take the pairs of training and validation whose quotations are in the collection."""

        def examples(split: str) -> tuple[Example, ...]:
            chosen = [pair for pair in pairs if pair.split == split and pair.quote_id in collection.row_of]
            found = examples_of(chosen, collection)
            return tuple(replace(one, right="") if setting == "left" else one for one in found)

        return cls(setting, collection.quotes, examples("train"), examples("validation"))

    @property
    def quote_ids(self) -> tuple[str, ...]:
        """The id of each quotation."""
        return tuple(quote.id for quote in self.quotes)

    @property
    def sayings(self) -> list[int]:
        """A number for each quotation that all wordings of its saying share."""
        numbers: dict[str, int] = {}
        return [numbers.setdefault(quote.saying, len(numbers)) for quote in self.quotes]


class Fitted(System, Protocol):
    """A system that has learned."""

    @property
    def parameters(self) -> int:
        """How many numbers it has."""
        ...

    def save(self, folder: Path) -> None:
        """Write all that `load` needs to give the same scores."""
        ...


class Fit(Protocol):
    """How a system learns from a task; `work` is a folder where a long training keeps its progress."""

    def __call__(self, task: Task, options: Options, work: Path, progress: Progress, /) -> Fitted:
        """Return the system that was learned."""
        ...


@dataclass(frozen=True, slots=True)
class Method:
    """A row of the tables: its name, how it is fitted, how a fitted one is loaded, and what of Options it reads.

    One that joins others names these, so that rows of a table need not be fitted twice.
    """

    name: str
    fit: Fit
    load: Callable[[Path], Fitted]
    reads: tuple[Literal["paper", "base", "networks", "classifier", "seed"], ...] = ()
    members: tuple[str, ...] = ()  # as in METHODS
    join: Callable[[Sequence[Fitted]], Fitted] | None = None

    def told(self, options: Options) -> str:
        """Return as text what a fitted system depends on besides data: whether written contexts count, what it reads.

        Paths are left out: a folder that is named otherwise is the same. A file of sememes is not OpenHowNet.
        """
        paper = options.paper
        sememes = paper.sememes and replace(paper.sememes, file=paper.sememes.file and Path())
        plain = asdict(replace(options, paper=replace(paper, out=Path(), dataset=Path(), sememes=sememes)))
        plain["base"] = paper.towers.base  # all that networks read of `paper`
        return json.dumps([{"written": paper.written}, {name: plain[name] for name in self.reads}], default=str)
