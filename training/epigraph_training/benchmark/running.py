"""Run a benchmark: fit every system that has not been, score it, and leave one result file a cell. Draws nothing.

Cells that are filled are skipped, so a benchmark that was stopped goes on where it was, and several processes may each
run some of its cells.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from epigraph.replacing import replace_file
from epigraph_training.baselines.method import Fitted, Method, Progress
from epigraph_training.baselines.methods import METHODS
from epigraph_training.baselines.towers import TowersSystem
from epigraph_training.benchmark.cells import (
    RESULTS,
    Cell,
    Place,
    cell_of,
    folder_of,
    negative_cells,
    open_places,
    results_in,
)
from epigraph_training.benchmark.config import NEGATIVES, SHIPPED, BenchmarkConfig
from epigraph_training.evaluation.bundle_trial import BundleTrial
from epigraph_training.evaluation.results import Candidates, EvaluationError, Result, Setting, write_results
from epigraph_training.evaluation.systems import judge, run

_FITTED = "fitted.json"
_CANDIDATES: tuple[Candidates, ...] = ("dataset",)  # the paper ranks the quotations that its dataset has in use


def run_benchmark(config: BenchmarkConfig, command: str, progress: Progress) -> Iterator[Result]:
    """Fill every cell that is empty; yield the results as they come, which are on disk by then."""
    out = config.out / RESULTS
    there = results_in(out)
    for place in open_places(config):
        for system in config.systems:
            for setting in config.settings:
                cell, told = cell_of(place, system, setting), _told(progress, place.dataset.name, setting)
                if cell is None or cell.found(there):
                    continue
                if system == SHIPPED:
                    results = _ranked_by_bundle(place, cell, command, told)
                else:
                    found, seconds = fitted(place, system, setting, told)
                    results = _ranked(found, cell, seconds, command, told)
                write_results(results, out)
                yield from results
    yield from _run_negatives(config, command, progress)


def _run_negatives(config: BenchmarkConfig, command: str, progress: Progress) -> Iterator[Result]:
    """Train the paper's model with each number of negative samples and rank validation."""
    out = config.out / NEGATIVES
    there = results_in(out)
    for system, place, cell in negative_cells(config):
        if not cell.found(there):
            told = _told(progress, place.dataset.name, cell.name)
            folder = folder_of(place, system, "both")
            found, seconds = _fitted(METHODS["ours"], place, "both", folder, told)
            results = _ranked(found, cell, seconds, command, told)
            write_results(results, out)
            yield from results


def fitted(place: Place, system: str, setting: Setting, progress: Progress) -> tuple[Fitted, float]:
    """Return a system of a benchmark, fitted now or before, and the seconds that it took.

    One that joins others is made of theirs each time, and took what they did.
    """
    method = METHODS[system]
    if method.join:
        found = [fitted(place, name, setting, progress) for name in method.members]
        return method.join([member for member, _ in found]), sum(seconds for _, seconds in found)
    return _fitted(method, place, setting, folder_of(place, system, setting), progress)


def _fitted(method: Method, place: Place, setting: Setting, folder: Path, progress: Progress) -> tuple[Fitted, float]:
    """Return the system in a folder, or fit it; one of other data or options is an error."""
    path = folder / _FITTED
    on = {"data_hash": place.trial.data_hash, "learned": place.learned, "told": method.told(place.options)}
    if path.exists():  # the last file that is written
        facts = json.loads(path.read_text(encoding="utf-8"))
        if {name: facts.get(name) for name in on} != on:
            raise EvaluationError(f"{folder}: fitted on other data or with other options; delete it to fit it again")
        return method.load(folder), float(facts["seconds"])
    start = time.monotonic()
    system = method.fit(place.task(setting), place.options, folder, progress)
    seconds = system.training_seconds if isinstance(system, TowersSystem) else time.monotonic() - start
    system.save(folder)
    replace_file(path, json.dumps({**on, "seconds": round(seconds, 1)}).encode())
    return system, seconds


def _ranked(system: Fitted, cell: Cell, training: float, command: str, progress: Progress) -> list[Result]:
    """Rank with a fitted system, whose training took so many seconds."""
    progress(f"{cell.name}: ranking {len(cell.trial.pairs)} contexts")
    done = run(system, cell.trial, cell.setting, command=command, parameters=system.parameters)
    judged = judge(replace(done, system=cell.name), cell.trial, _CANDIDATES)
    return [replace(result, training_seconds=training, made_by=cell.made_by) for result in judged]


def _ranked_by_bundle(place: Place, cell: Cell, command: str, progress: Progress) -> list[Result]:
    """Rank with the bundle of a dataset, through the engine that ships."""
    if (bundle := place.dataset.bundle) is None:
        return []
    progress(f"{cell.name}: ranking {len(cell.trial.pairs)} contexts")
    held = BundleTrial.hold(bundle, cell.trial, place.config.out, name=cell.name, command=command)
    judged = held.fused(cell.setting, held.opened.ranker.fusion)
    return [replace(result, made_by=cell.made_by) for result in judged if result.candidates in _CANDIDATES]


def _told(progress: Progress, *where: str) -> Progress:
    return lambda told: progress(f"{', '.join(where)}, {told}")
