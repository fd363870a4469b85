"""Run a benchmark: fit every system that has not been, score it, and leave one result file a cell. Draws nothing.

Cells whose files are there, of the same data, contexts and options, are skipped, so a benchmark that was stopped goes
on where it was, and several processes may each run some of its cells.

    OUT/models/SETTING/SYSTEM/DATASET   fitted systems; fitted.json says on what, and what it took
    OUT/results                         results of the split, one file a part, setting and system
    OUT/negatives                       those of the table of negative samples, on validation
    OUT/cases                           tables of the case studies
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from epigraph.errors import SettingsError
from epigraph.model.manifest import MANIFEST, read_manifest
from epigraph.quotes.collection import shipped
from epigraph.replacing import replace_file
from epigraph_training.baselines.method import Fitted, Method, Options, Progress, Task
from epigraph_training.baselines.methods import METHODS
from epigraph_training.baselines.towers import TowersSystem
from epigraph_training.benchmark.config import (
    MANUAL,
    NEGATIVES,
    SAMPLED,
    SHIPPED,
    BenchmarkConfig,
    DatasetConfig,
    NegativesConfig,
)
from epigraph_training.corpus.dataset import read_dataset
from epigraph_training.corpus.quotations import all_quotations, in_use
from epigraph_training.encoders.config import read_train_config
from epigraph_training.encoders.trainer import training_pairs
from epigraph_training.evaluation.bundle_trial import BundleTrial
from epigraph_training.evaluation.results import (
    Candidates,
    EvaluationError,
    Result,
    Setting,
    read_results,
    write_results,
)
from epigraph_training.evaluation.systems import judge, key_of, run
from epigraph_training.evaluation.trial import Trial, saying_of

RESULTS, MODELS = "results", "models"
SHIPPED_NAME = "Epigraph"
_FITTED = "fitted.json"
_CANDIDATES: tuple[Candidates, ...] = ("dataset",)  # the paper ranks the quotations that its dataset has in use
_STAGES = ["sampled", "frozen"]  # of the paper's training


@dataclass(frozen=True, slots=True)
class Place:
    """A dataset in a benchmark: what is ranked on it, and what systems are told."""

    dataset: DatasetConfig
    config: BenchmarkConfig
    options: Options
    trial: Trial

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
        return cls(dataset, config, options, replace(trial, training_contexts=uses))

    def task(self, setting: Setting) -> Task:
        """Return what systems learn from: the contexts that the paper's model has, and the quotations in use."""
        pairs, language = read_dataset(self.dataset.path), self.trial.language
        collection = in_use(all_quotations(shipped(language), pairs, language), pairs)
        checked = [pair for pair in pairs if pair.split == "validation"]
        learned = training_pairs(pairs, with_written=self.options.paper.written)
        return Task.of([*learned, *checked], collection, _learned(self.config, setting))


def run_benchmark(config: BenchmarkConfig, command: str, progress: Progress) -> Iterator[Result]:
    """Fill every cell that is empty; yield the results as they come, which are on disk by then."""
    for dataset in config.datasets:
        place = Place.open(dataset, config)
        for system in config.systems:
            for setting in config.settings:
                told = _told(progress, dataset.name, setting)
                if system == SHIPPED:
                    yield from _run_shipped(place, setting, command, told)
                else:
                    yield from _run_system(place, system, setting, command, told)
    if config.negatives:
        yield from _run_negatives(config, config.negatives, command, progress)


def is_fitted(config: BenchmarkConfig, dataset: str, system: str, setting: Setting) -> bool:
    """Tell whether a system need only be loaded."""
    return (_folder(config, dataset, system, setting) / _FITTED).exists()


def made_by(place: Place, system: str, setting: Setting, *more: str) -> str:
    """Return a short hash of all that a system was told, and of more, by which its results are known again."""
    return _hash(METHODS[system].told(place.options), _learned(place.config, setting), *more)


def fitted(place: Place, system: str, setting: Setting, progress: Progress) -> tuple[Fitted, float]:
    """Return a system of a benchmark, fitted now or before, and the seconds that it took."""
    folder = _folder(place.config, place.dataset.name, system, setting)
    return _fitted(METHODS[system], place, setting, folder, progress)


def _fitted(method: Method, place: Place, setting: Setting, folder: Path, progress: Progress) -> tuple[Fitted, float]:
    """Return the system in a folder, or fit it; one of other data or options is an error."""
    path, on = folder / _FITTED, {"data_hash": place.trial.data_hash, "told": method.told(place.options)}
    if path.exists():  # the last file that is written
        facts = json.loads(path.read_text(encoding="utf-8"))
        if {name: facts.get(name) for name in on} != on:
            raise EvaluationError(f"{folder}: fitted on other data or with other options; delete it to fit it again")
        return method.load(folder), float(facts["seconds"])
    system, seconds = _fit(method, place, setting, folder, progress)
    system.save(folder)
    replace_file(path, json.dumps({**on, "seconds": round(seconds, 1)}).encode())
    return system, seconds


def _fit(method: Method, place: Place, setting: Setting, folder: Path, progress: Progress) -> tuple[Fitted, float]:
    """Fit a system, one that joins others from those rows; return it with the seconds of all that it needed."""
    if method.join:
        found = [fitted(place, name, setting, progress) for name in method.members]
        return method.join([system for system, _ in found]), sum(seconds for _, seconds in found)
    start = time.monotonic()
    system = method.fit(place.task(setting), place.options, folder, progress)
    return system, system.training_seconds if isinstance(system, TowersSystem) else time.monotonic() - start


def _run_system(place: Place, system: str, setting: Setting, command: str, progress: Progress) -> list[Result]:
    out, method = place.config.out / RESULTS, METHODS[system]
    trial = place.trial
    if system in SAMPLED and place.config.sample:
        trial = trial.sample(place.config.sample, place.config.seed)
    maker = made_by(place, system, setting)
    if _done(out, method.name, setting, trial, maker):
        return []
    found, seconds = fitted(place, system, setting, progress)
    progress(f"{method.name}: ranking {len(trial.pairs)} contexts")
    done = run(found, trial, setting, command=command, parameters=found.parameters)
    judged = judge(done, trial, _CANDIDATES)
    results = [replace(result, training_seconds=seconds, made_by=maker) for result in judged]
    write_results(results, out)
    return results


def _run_shipped(place: Place, setting: Setting, command: str, progress: Progress) -> list[Result]:
    """Rank with the bundle, through the engine that ships."""
    out, bundle = place.config.out / RESULTS, place.dataset.bundle
    if bundle is None:
        return []
    # a manifest has the fusion and the checksums of all files; `written` decides which training contexts are counted
    maker = _hash(repr(read_manifest(bundle / MANIFEST)), str(place.options.paper.written))
    if _done(out, SHIPPED_NAME, setting, place.trial, maker):
        return []
    progress(f"{SHIPPED_NAME}: ranking {len(place.trial.pairs)} contexts")
    held = BundleTrial.hold(bundle, place.trial, place.config.out, name=SHIPPED_NAME, command=command)
    judged = held.fused(setting, held.opened.ranker.fusion)
    results = [replace(result, made_by=maker) for result in judged if result.candidates in _CANDIDATES]
    write_results(results, out)
    return results


def _run_negatives(
    config: BenchmarkConfig, wanted: NegativesConfig, command: str, progress: Progress
) -> Iterator[Result]:
    """Train the paper's model with each number of negative samples and rank validation."""
    dataset = config.dataset(wanted.dataset)
    opened = Place.open(dataset, replace(config, split="validation"))
    for count in wanted.counts:
        name, out = negatives_name(count), config.out / NEGATIVES
        system, place = _with_negatives(opened, wanted, count)
        maker = made_by(place, "ours", "both")
        if _done(out, name, "both", place.trial, maker):
            continue
        folder = _folder(config, dataset.name, system, "both")
        told = _told(progress, dataset.name, name)
        found, seconds = _fitted(METHODS["ours"], place, "both", folder, told)
        done = run(found, place.trial, "both", command=command, parameters=found.parameters)
        judged = judge(replace(done, system=name), place.trial, _CANDIDATES)
        results = [replace(result, training_seconds=seconds, made_by=maker) for result in judged]
        write_results(results, out)
        yield from results


def _with_negatives(place: Place, wanted: NegativesConfig, count: int) -> tuple[str, Place]:
    """Return the name of the paper's model with so many negative samples, and what it is told; it may be `ours`."""
    paper = place.options.paper
    first, second = paper.stages
    stages = (replace(first, negatives=count), second)
    changed = replace(paper, stages=stages, contexts=wanted.contexts or paper.contexts)
    if changed == paper:
        return "ours", place
    name = f"ours-{count}-negatives"
    changed = replace(changed, out=_folder(place.config, place.dataset.name, name, "both"))
    return name, replace(place, options=replace(place.options, paper=changed))


def negatives_name(count: int) -> str:
    """Return the row of a number of negative samples."""
    return f"{count} negatives"


def _folder(config: BenchmarkConfig, dataset: str, system: str, setting: Setting) -> Path:
    """Return where a fitted system is."""
    return config.out / MODELS / _learned(config, setting) / system / dataset


def _learned(config: BenchmarkConfig, setting: Setting) -> Setting:
    """Return the setting whose models serve a setting."""
    return setting if config.left_trained else "both"


def _done(out: Path, system: str, setting: Setting, trial: Trial, made_by: str) -> bool:
    """Tell whether the results of a cell are there, made by the same of the same contexts, for all its parts."""
    if not out.is_dir():
        return False
    there = [
        result
        for result in read_results(out)
        if (result.system, result.setting, result.split, result.data_hash, result.made_by)
        == (system, setting, trial.split, trial.data_hash, made_by)
    ]
    return sorted(key for result in there for key in result.keys) == sorted(map(key_of, trial.pairs))


def _hash(*told: str) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _told(progress: Progress, *where: str) -> Progress:
    return lambda told: progress(f"{', '.join(where)}, {told}")
