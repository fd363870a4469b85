"""What to train, from a TOML file; docs/training.md tells every key."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from epigraph.errors import SettingsError
from epigraph.model.manifest import Pooling, QuoteField
from epigraph.text.query import Language
from epigraph_training.toml import read_toml

StageKind = Literal["sampled", "frozen", "bank"]


@dataclass(frozen=True, slots=True)
class TowersConfig:
    """The two encoders: one network for both if `shared`; `gap` puts the mask token where the quotation is missing.

    With `unit` vectors have length 1 and their product is the cosine; the paper's are as they come. Embeddings and
    the first `frozen_layers` stay as they are, if that is more than 0.
    """

    base: str
    shared: bool
    context_pooling: Pooling
    quote_pooling: Pooling
    gap: bool
    fields: tuple[QuoteField, ...]
    unit: bool
    context_tokens: int = 128
    quote_tokens: int = 64
    frozen_layers: int = 0


@dataclass(frozen=True, slots=True)
class SememesConfig:
    """Sememes on the quote encoder: their weight, and the dictionary, by default OpenHowNet's."""

    alpha: float = 0.5
    file: Path | None = None


@dataclass(frozen=True, slots=True)
class StageConfig:
    """One stretch of training with an optimizer of its own.

    `sampled`: both encoders, each pair against `negatives` drawn quotations, for each pair or once for the batch.
    `frozen`: the context encoder alone, against all quotations as they are.
    `bank`: both encoders against the batch's quotations and lookalikes of `negatives` of them; contexts also against
    all quotations as they were at the last `refresh`, in steps, and against known contexts, with weight `neighbours`.
    `left_only` and `right_only` are the shares of contexts that lose their other side.
    """

    kind: StageKind
    epochs: int
    batch: int = 32
    rate: float = 5e-5
    temperature: float = 1.0
    negatives: int = 19
    negatives_for: Literal["pair", "batch"] = "pair"
    neighbours: float = 0.0
    refresh: int = 200
    left_only: float = 0.0
    right_only: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """One run.

    `written` tells whether contexts that were written for this project are learned from too, `contexts` how many of a
    quotation an epoch has at most, drawn anew for each, 0 for all. With `mixed_precision` the networks compute in it,
    while weights and losses keep theirs.
    """

    language: Language
    dataset: Path
    out: Path
    towers: TowersConfig
    stages: tuple[StageConfig, ...]
    sememes: SememesConfig | None = None
    seed: int = 1
    written: bool = True
    contexts: int = 0
    mixed_precision: Literal["no", "bf16"] = "no"
    warmup: float = 0.05
    weight_decay: float = 0.01
    save_every: int = 100
    validation: int = 1000


def read_train_config(path: Path) -> TrainConfig:
    """Read a configuration of training."""
    config = read_toml(path, TrainConfig, "docs/training.md")
    towers = config.towers
    if towers.context_pooling == "mask" and not towers.gap:
        raise SettingsError(f"{path}: context_pooling mask without gap, expected gap = true; see docs/training.md")
    if towers.shared and config.sememes:
        raise SettingsError(f"{path}: sememes on a shared encoder, expected shared = false; see docs/training.md")
    if towers.shared and any(stage.kind == "frozen" for stage in config.stages):
        raise SettingsError(f"{path}: a frozen stage on a shared encoder, expected shared = false")
    if not config.stages:
        raise SettingsError(f"{path}: no stages, expected at least one; see docs/training.md")
    return config
