"""Evaluate a system or a bundle on a split of a dataset: what the command line runs. Learns nothing."""

from dataclasses import replace
from pathlib import Path

from epigraph_training.corpus.pair import Split
from epigraph_training.evaluation.bundle_trial import BundleTrial
from epigraph_training.evaluation.results import SETTINGS, Result, write_results
from epigraph_training.evaluation.systems import System, judge, run
from epigraph_training.evaluation.trial import Trial


def evaluate_system(
    system: System, dataset: Path, split: Split, out: Path, *, command: str = "", parameters: int | None = None
) -> list[Result]:
    """Evaluate any system in both settings; write the results into a folder and return them."""
    trial = Trial.read(dataset, split).with_passages()
    done = (run(system, trial, setting, command=command, parameters=parameters) for setting in SETTINGS)
    results = [result for one in done for result in judge(one, trial)]
    write_results(results, out)
    return results


def evaluate_bundle(
    bundle: Path, dataset: Path, split: Split, out: Path, *, name: str = "", command: str = ""
) -> list[Result]:
    """Evaluate a bundle's ranker with the fusion that it carries, and each channel alone; write and return results.

    On validation, where fusion was learned, the ranker's row says that it is optimistic: `fuse` writes the honest one.
    """
    trial = Trial.read(dataset, split).with_passages()
    held = BundleTrial.hold(bundle, trial, out, name=name, command=command)
    fused = [result for setting in SETTINGS for result in held.fused(setting, held.opened.ranker.fusion)]
    if split == "validation":
        fused = [replace(result, system=f"{result.system}, optimistic") for result in fused]
    results = [*fused, *(result for setting in SETTINGS for result in held.alone(setting))]
    write_results(results, out)
    return results
