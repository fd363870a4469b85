"""What the log of a run tells: the learning curve, as a plot, and the time that training took."""

import json
from pathlib import Path
from typing import Any

from epigraph_training.encoders.config import TrainConfig
from epigraph_training.encoders.trainer import LOG

CURVE = "curve.svg"
_SMOOTHING = 0.95


def draw_curve(out: Path) -> Path:
    """Draw loss and validation MRR of a run over its steps; return the picture's path."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import, and only wanted at the end

    lines = _lines(out)
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    losses = {_place(line, lines): line["loss"] for line in lines if "loss" in line}
    axes.plot(list(losses), _smooth(list(losses.values())), color="tab:blue")
    axes.set_xlabel("step")
    axes.set_ylabel("loss (smoothed)", color="tab:blue")
    right = axes.twinx()
    mrr = {_place(line, lines): line["validation_mrr"] for line in lines if "validation_mrr" in line}
    right.plot(list(mrr), list(mrr.values()), "o-", color="tab:orange")
    right.set_ylabel("MRR on a sample of validation", color="tab:orange")
    figure.savefig(out / CURVE, metadata={"Date": None})
    return out / CURVE


def seconds_taken(config: TrainConfig) -> float:
    """Return how long the steps of a run took, in all the processes that went on with it one after the other."""
    return float(sum(_seconds(line, config) for line in _lines(config.out) if "loss" in line))


def _seconds(line: dict[str, Any], config: TrainConfig) -> float:
    if "seconds" in line:
        return float(line["seconds"])
    # an older log: right for one process
    return float(config.stages[line["stage"]].batch / line["samples_per_second"])


def _lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / LOG).read_text(encoding="utf-8").splitlines()]


def _place(line: dict[str, Any], lines: list[dict[str, Any]]) -> int:
    """Return the step of a line counted through all stages."""
    totals = {other["stage"]: other["of"] for other in lines}
    return int(line["step"] + sum(total for stage, total in totals.items() if stage < line["stage"]))


def _smooth(values: list[float]) -> list[float]:
    smoothed: list[float] = []
    for value in values:
        smoothed.append(value if not smoothed else _SMOOTHING * smoothed[-1] + (1 - _SMOOTHING) * value)
    return smoothed
