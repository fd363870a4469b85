"""BERT-Sim: the hidden state of `[CLS]` on both sides; the quote encoder stays as it was pretrained.

It differs from the paper's words in one thing: no separator stands between left and right.
"""

from dataclasses import replace
from pathlib import Path

from epigraph_training.baselines.method import Options, Task
from epigraph_training.baselines.ours import ablated
from epigraph_training.baselines.towers import towers_method
from epigraph_training.encoders.config import TrainConfig

NAME = "BERT-Sim"


def configure(task: Task, options: Options, work: Path) -> TrainConfig:
    """Return the second stage of the paper's training alone, on contexts without a mask."""
    config = ablated("frozen")(task, options, work)
    return replace(config, towers=replace(config.towers, context_pooling="cls", gap=False))


BERT_SIM = towers_method(NAME, configure)
