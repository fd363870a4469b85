"""The plots of docs/speed.md."""

from pathlib import Path

import matplotlib as mpl
from bench.growth import Growth
from bench.peers import Peers
from matplotlib.figure import Figure

mpl.rcParams["svg.hashsalt"] = "epigraph"  # the same figures give the same file


def growth_plot(grown: Growth, path: Path) -> None:
    """Draw the time of an answer over the number of quotations, both logarithmic."""
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    for name, indexed in (("every quotation compared", False), ("index", True)):
        ways = [way for way in grown.ways if way.indexed == indexed]
        sizes = [way.quotations for way in ways]
        early, middle, late = ([way.times.percentile(which) for way in ways] for which in (5, 50, 95))
        line = axes.plot(sizes, middle, marker="o", label=name)[0]
        axes.fill_between(sizes, early, late, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set(xscale="log", yscale="log", xlabel="quotations", ylabel="milliseconds (p50; p5 to p95 shaded)")
    axes.legend(frameon=False)
    _save(figure, path)


def peers_plot(beside: Peers, path: Path) -> None:
    """Draw the time of an answer of each, with its spread."""
    figure = Figure(figsize=(6, 2.2), layout="constrained")
    axes = figure.subplots()
    names = list(reversed(beside.times))
    middle = [beside.times[name].percentile(50) for name in names]
    late = [beside.times[name].percentile(95) - at for name, at in zip(names, middle, strict=True)]
    axes.barh(names, middle, xerr=[[0] * len(names), late], capsize=3)
    axes.set(xlabel="milliseconds of an answer (p50, whisker to p95)")
    _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None})
