"""The cells of a benchmark: what each is made by and of which contexts, and whether it is filled. Fits, ranks nothing.

A cell is filled where the same options made its results of the same data, contexts and sayings.

    OUT/models/SETTING/SYSTEM/DATASET   fitted systems; fitted.json says on what, and what it took
    OUT/results                         results of the split, one file a part, setting and system
    OUT/negatives                       those of the table of negative samples, on validation
    OUT/cases                           tables of the case studies
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epigraph.errors import SettingsError
from epigraph.model.manifest import MANIFEST, read_manifest
from epigraph.quotes.collection import shipped
from epigraph_training.baselines.method import Options, Task
from epigraph_training.baselines.methods import METHODS
from epigraph_training.benchmark.config import (
    MANUAL,
    NEGATIVES,
    SAMPLED,
    SHIPPED,
    BenchmarkConfig,
    DatasetConfig,
    NegativesConfig,
)
from epigraph_training.corpus.dataset import content_hash, dataset_facts, read_dataset
from epigraph_training.corpus.quotations import all_quotations, in_use
from epigraph_training.encoders.config import read_train_config
from epigraph_training.encoders.trainer import training_pairs
from epigraph_training.evaluation.results import Result, Setting, read_results
from epigraph_training.evaluation.systems import key_of
from epigraph_training.evaluation.trial import Trial, saying_of

RESULTS, MODELS = "results", "models"
SHIPPED_NAME = "Epigraph"
_STAGES = ["sampled", "frozen"]  # of the paper's training


@dataclass(frozen=True, slots=True)
class Place:
    """A dataset in a benchmark: what is ranked on it, what systems are told, and a hash of what they learn from."""

    dataset: DatasetConfig
    config: BenchmarkConfig
    options: Options
    trial: Trial
    learned: str

    @classmethod
    def open(cls, dataset: DatasetConfig, config: BenchmarkConfig) -> "Place":
        """Read the contexts that will be ranked, and how the paper's model is trained.

        Training contexts are counted as systems may learn from them, before `contexts` leaves some out: how often a
        saying is used, as in the paper's figure.
        """
        paper = replace(read_train_config(dataset.paper), dataset=dataset.path)
        if (found := [stage.kind for stage in paper.stages]) != _STAGES:
            raise SettingsError(f"{dataset.paper}: stages {found}, expected {_STAGES}, the paper's; see {MANUAL}")
        options = Options(paper, config.networks, config.classifier, config.seed)
        trial = Trial.read(dataset.path, config.split)
        learned = training_pairs(read_dataset(dataset.path), with_written=paper.written)
        uses = Counter(saying_of(trial.collection, pair.quote_id) for pair in learned)
        return cls(dataset, config, options, replace(trial, training_contexts=uses), content_hash(learned))

    def task(self, setting: Setting) -> Task:
        """Return what systems learn from: the contexts that the paper's model has, and the quotations in use."""
        pairs, language = read_dataset(self.dataset.path), self.trial.language
        collection = in_use(all_quotations(shipped(language), pairs, language), pairs)
        checked = [pair for pair in pairs if pair.split == "validation"]
        learned = training_pairs(pairs, with_written=self.options.paper.written)
        return Task.of([*learned, *checked], collection, trained_for(self.config, setting))


@dataclass(frozen=True, slots=True)
class Cell:
    """A row of the tables in a setting on a dataset; `made_by` is a short hash of all that its results depend on."""

    name: str
    setting: Setting
    trial: Trial
    made_by: str

    def found(self, there: Sequence[Result]) -> list[Result]:
        """Return its results, one a part; none unless they are of all its contexts as they are now."""
        trial = self.trial
        mine = [
            result
            for result in there
            if (result.system, result.setting, result.split, result.data_hash, result.made_by)
            == (self.name, self.setting, trial.split, trial.data_hash, self.made_by)
        ]
        ranked = {saying_of(trial.collection, quote_id) for quote_id in trial.in_use}
        right = sorted(zip(map(key_of, trial.pairs), trial.sayings, strict=True))
        shown = sorted(pair for result in mine for pair in zip(result.keys, result.sayings, strict=True))
        return mine if shown == right and all(result.sayings_ranked == len(ranked) for result in mine) else []


def open_places(config: BenchmarkConfig) -> list[Place]:
    """Open the datasets of a benchmark, of which no two may be of one part: their results would have one file."""
    places = [Place.open(dataset, config) for dataset in config.datasets]
    of: dict[str, str] = {}
    for place in places:
        for part in set(place.trial.parts):
            if (other := of.setdefault(part, place.dataset.name)) != place.dataset.name:
                raise SettingsError(
                    f"datasets {other!r} and {place.dataset.name!r} both have the part {part!r}, expected one; "
                    f"give them benchmarks of their own; see {MANUAL}"
                )
    return places


def cell_of(place: Place, system: str, setting: Setting) -> Cell | None:
    """Return a cell; none of the shipped ranker where the dataset names no bundle."""
    if system == SHIPPED:
        if place.dataset.bundle is None:
            return None
        # a manifest has the fusion and the checksums of all files; `learned` decides which contexts are counted
        manifest = repr(read_manifest(place.dataset.bundle / MANIFEST))
        return Cell(SHIPPED_NAME, setting, place.trial, _hash(manifest, place.learned))
    trial = place.trial
    if system in SAMPLED and place.config.sample:
        trial = trial.sample(place.config.sample, place.config.seed)
    return Cell(METHODS[system].name, setting, trial, made_by(place, system, setting))


def made_by(place: Place, system: str, setting: Setting, *more: str) -> str:
    """Return a short hash of all that a system was told and learned from, and of more."""
    told = METHODS[system].told(place.options)
    return _hash(told, place.learned, trained_for(place.config, setting), *more)


def negative_cells(config: BenchmarkConfig) -> Iterator[tuple[str, Place, Cell]]:
    """Yield the rows of the table of negative samples: the system's name, what it is told, and the cell."""
    if config.negatives:
        opened = Place.open(config.dataset(config.negatives.dataset), replace(config, split="validation"))
        for count in config.negatives.counts:
            system, place = _with_negatives(opened, config.negatives, count)
            yield system, place, Cell(negatives_name(count), "both", place.trial, made_by(place, "ours", "both"))


def _with_negatives(place: Place, wanted: NegativesConfig, count: int) -> tuple[str, Place]:
    """Return the name of the paper's model with so many negative samples, and what it is told; it may be `ours`."""
    paper = place.options.paper
    first, second = paper.stages
    stages = (replace(first, negatives=count), second)
    changed = replace(paper, stages=stages, contexts=wanted.contexts or paper.contexts)
    if changed == paper:
        return "ours", place
    name = f"ours-{count}-negatives"
    changed = replace(changed, out=folder_of(place, name, "both"))
    return name, replace(place, options=replace(place.options, paper=changed))


def negatives_name(count: int) -> str:
    """Return the row of a number of negative samples."""
    return f"{count} negatives"


def present_results(config: BenchmarkConfig) -> list[Result]:
    """Return the results of all cells that are filled."""
    there = results_in(config.out / RESULTS)
    cells = [
        cell_of(place, system, setting)
        for place in open_places(at_hand(config))
        for system in config.systems
        for setting in config.settings
    ]
    return [result for cell in cells if cell for result in cell.found(there)]


def present_negatives(config: BenchmarkConfig) -> list[Result]:
    """Return the results of the rows of the table of negative samples that are filled."""
    there = results_in(config.out / NEGATIVES)
    return [result for _, _, cell in negative_cells(at_hand(config)) for result in cell.found(there)]


def at_hand(config: BenchmarkConfig) -> BenchmarkConfig:
    """Return a benchmark of the datasets that this machine has."""
    datasets = tuple(dataset for dataset in config.datasets if dataset_facts(dataset.path))
    table = config.negatives
    known = table and table.dataset in {dataset.name for dataset in datasets}
    return replace(config, datasets=datasets, negatives=table if known else None)


def results_in(folder: Path) -> list[Result]:
    """Return the results of a folder, which need not be there."""
    return read_results(folder) if folder.is_dir() else []


def folder_of(place: Place, system: str, setting: Setting) -> Path:
    """Return where a fitted system is."""
    return place.config.out / MODELS / trained_for(place.config, setting) / system / place.dataset.name


def trained_for(config: BenchmarkConfig, setting: Setting) -> Setting:
    """Return the setting whose models serve a setting."""
    return setting if config.left_trained else "both"


def _hash(*told: str) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
