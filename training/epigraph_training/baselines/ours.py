"""The paper's model, section 5, and its ablations, as configurations of `encoders/`.

Two encoders; the context's vector is the hidden state at `[MASK]`, the quotation's that at `[CLS]`, with sememes; first
both are trained against drawn quotations, then the context encoder against all. The ablations take away one after the
other, as in the paper: sememes, then the second stage (-ReTrain), or the first one instead (-SimTrain).
"""

from dataclasses import replace
from pathlib import Path

from epigraph_training.baselines.method import Options, Task
from epigraph_training.baselines.towers import Configure, towers_method
from epigraph_training.encoders.config import StageKind, TrainConfig


def whole(task: Task, options: Options, work: Path) -> TrainConfig:
    """Return the paper's training itself: where it has been trained already, it is not trained again."""
    return options.paper if task.setting == "both" else _left_only(options.paper, work)


def ablated(*kinds: StageKind) -> Configure:
    """Return what makes of the paper's training one without sememes, and with some of its stages."""

    def configure(task: Task, options: Options, work: Path) -> TrainConfig:
        kept = tuple(stage for stage in options.paper.stages if stage.kind in kinds)
        config = replace(options.paper, out=work, sememes=None, stages=kept)
        return config if task.setting == "both" else _left_only(config, work)

    return configure


def _left_only(config: TrainConfig, out: Path) -> TrainConfig:
    return replace(config, out=out, stages=tuple(replace(stage, left_only=1.0) for stage in config.stages))


OURS = towers_method("Ours", whole)
NO_SEMEME = towers_method("Ours -Sememe", ablated("sampled", "frozen"))
NO_RETRAIN = towers_method("Ours -ReTrain", ablated("sampled"))
NO_SIMTRAIN = towers_method("Ours -SimTrain", ablated("frozen"))
