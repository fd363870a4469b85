"""Figures of results as SVG: performance by number of training contexts, reliability. The same plot, the same file."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from epigraph_training.evaluation.calibration import Bin
from epigraph_training.evaluation.metrics import metrics
from epigraph_training.evaluation.results import Result
from epigraph_training.evaluation.tables import ranks_in

# unseen, then ranges of numbers of training contexts; the last has no end
_STARTS = (0, 1, 6, 11, 21, 51, 101)
RANGES = [(low, high - 1) for low, high in pairwise(_STARTS)] + [(_STARTS[-1], None)]


def plot_frequency(results: Sequence[Result], path: Path) -> None:
    """Plot MRR and NDCG@5 of systems by how many contexts of the right saying were in training."""
    ranges = [(low, high) for low, high in RANGES if ranks_in(results[0], low, high)]
    labels = [f"{_range_text(low, high)}\n({len(ranks_in(results[0], low, high))})" for low, high in ranges]
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for result in results:
        found = [metrics(ranks_in(result, low, high)) for low, high in ranges]
        left.plot(labels, [one.mrr for one in found], marker="o", label=result.system)
        right.plot(labels, [one.ndcg5 for one in found], marker="o", label=result.system)
    left.set(xlabel="contexts of the saying in training (contexts evaluated)", ylabel="MRR")
    right.set(xlabel="contexts of the saying in training (contexts evaluated)", ylabel="NDCG@5")
    left.legend()
    _save(figure, path)


def plot_reliability(bins: Mapping[str, Sequence[Bin]], path: Path) -> None:
    """Plot the share of best suggestions that is right over their score, a line a system."""
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.subplots()
    top = min(1.0, 1.1 * max(max(one.score, one.right) for found in bins.values() for one in found))
    axes.plot([0, top], [0, top], color="grey", linestyle="--", label="perfect")
    for system, found in bins.items():
        axes.plot([one.score for one in found], [one.right for one in found], marker="o", label=system)
    axes.set(xlabel="score of the best suggestion", ylabel="share that is right", xlim=(0, top), ylim=(0, top))
    axes.legend()
    _save(figure, path)


def _range_text(low: int, high: int | None) -> str:
    if high is None:
        return f"≥{low}"
    return str(low) if low == high else f"{low}–{high}"


def _save(figure: Figure, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": "epigraph"}):
        figure.savefig(path, metadata={"Date": None})
