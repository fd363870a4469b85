"""Learn a bundle's fusion on validation, and tell what it and each channel are worth there. Never sees the test split.

The figures are cross-validated: those of a document come from weights that were learned from other documents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epigraph.ranking.folding import saying_numbers
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.suggestion import CHANNELS
from epigraph_export.fusion import set_fusion
from epigraph_training.evaluation.bundle_trial import BundleTrial
from epigraph_training.evaluation.calibration import abstention, calibration_error, confidence, shown
from epigraph_training.evaluation.channels import weighted
from epigraph_training.evaluation.cross_validation import Folds, best_l2, folds_of, learned_from_others
from epigraph_training.evaluation.fusion import Examples, calibrated, examples_of, fit, hint_weight, joined
from epigraph_training.evaluation.metrics import metrics
from epigraph_training.evaluation.results import SETTINGS, Confidence, Result, Setting, write_results
from epigraph_training.evaluation.trial import TODAY, Trial
from epigraph_training.evaluation.withholding import with_withheld


def fuse(bundle: Path, dataset: Path, out: Path, *, name: str = "", command: str = "") -> Fusion:
    """Learn the fusion, put it into the bundle, write the results of validation into a folder; return the fusion.

    One fusion serves both settings, so it is learned from every context twice, with its right side and without.
    """
    trial = Trial.read(dataset, "validation").with_passages()
    held = BundleTrial.hold(bundle, trial, out, name=name, command=command)
    examples, folds = _examples(held), folds_of(held.trial.pairs)
    twice = np.tile(folds, len(SETTINGS))
    l2 = best_l2(examples, twice)
    crossed = learned_from_others(examples, twice, lambda others: calibrated(fit(others, l2), others))
    fused = [result for setting in SETTINGS for result in _fused(held, setting, folds, crossed)]
    abstain = abstention(shown(fused))
    write_results([replace(result, abstain=abstain) if result.confidence else result for result in fused], out)
    write_results((result for setting in SETTINGS for result in held.alone(setting)), out)
    write_results(_ablations(held, examples, folds, l2), out)
    fusion = _complete(held, calibrated(fit(examples, l2), examples), abstain)
    numbers = [("nothing", fusion.nothing), ("abstain", fusion.abstain), *fusion.weights.items()]
    set_fusion(bundle, {name: float(f"{number:.6g}") for name, number in numbers}, _figures(fused))
    return fusion


def _examples(held: BundleTrial) -> Examples:
    """Return the examples of both settings, one after the other."""
    collection = held.opened.ranker.collection
    sayings = saying_numbers(collection)
    right = np.array([sayings[collection.row_of[pair.quote_id]] for pair in held.trial.pairs])
    both, left = (
        examples_of(with_withheld(held.answers[setting].channels, collection, held.trial.in_use), sayings, right)
        for setting in SETTINGS
    )
    return joined(both, left)


def _crossed(held: BundleTrial, setting: Setting, folds: Folds, crossed: Sequence[Fusion]) -> NDArray[np.float32]:
    """Return the totals of all quotations, (n_contexts, n_quotes), each fold by what the others taught."""
    channels = held.answers[setting].channels
    totals = np.empty((len(folds), len(held.opened.quote_ids)), dtype=np.float32)
    for fold, fusion in enumerate(crossed):
        rows = folds == fold
        totals[rows] = weighted({name: scores[rows] for name, scores in channels.items()}, fusion.weights)
    return totals


def _fused(held: BundleTrial, setting: Setting, folds: Folds, crossed: Sequence[Fusion]) -> list[Result]:
    """Return the results of the ranker with its confidence, each fold by what the others taught."""
    totals = _crossed(held, setting, folds, crossed)
    present, absent = np.empty(len(folds)), np.empty(len(folds))
    for fold, fusion in enumerate(crossed):
        rows = np.flatnonzero(folds == fold)
        given = confidence(totals[rows], fusion, held.sayings, [held.trial.sayings[row] for row in rows])
        present[rows], absent[rows] = given.present, given.absent
    return held.results(held.name, setting, totals, Confidence(tuple(present.tolist()), tuple(absent.tolist())))


def _ablations(held: BundleTrial, examples: Examples, folds: Folds, l2: float) -> Iterator[Result]:
    """Yield the results without each channel, learned anew."""
    for channel in examples.channels if len(examples.channels) > 1 else ():
        twice = np.tile(folds, len(SETTINGS))
        crossed = learned_from_others(examples.without(channel), twice, lambda others: fit(others, l2))
        for setting in SETTINGS:
            totals = _crossed(held, setting, folds, crossed)
            yield from held.results(f"{held.name}, no {channel}", setting, totals)


def _complete(held: BundleTrial, learned: Fusion, abstain: float) -> Fusion:
    """Return what was learned with the numbers that no data shows: the hint's, and 0 for channels that say nothing."""
    totals = np.concatenate([weighted(held.answers[setting].channels, learned.weights) for setting in SETTINGS])
    weights = {**dict.fromkeys(CHANNELS, 0.0), **learned.weights, "hint": hint_weight(totals)}
    return Fusion(learned.nothing, abstain, weights)


def _figures(fused: Sequence[Result]) -> dict[str, float]:
    """Return what the manifest says of the ranker: among all quotations, with both sides of the context."""
    chosen = [result for result in fused if result.confidence and result.setting == "both"]
    today = [result for result in chosen if result.part in TODAY.values()]
    figures = {"validation_calibration_error": calibration_error(shown(chosen))}
    for name, some in (("validation", [result for result in chosen if result not in today]), ("today", today)):
        found = metrics([rank for result in some for rank in result.ranks])
        figures |= {f"{name}_mrr": found.mrr, f"{name}_recall10": found.recall10}
    return {name: round(figure, 4) for name, figure in figures.items()}
