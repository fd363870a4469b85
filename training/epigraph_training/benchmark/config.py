"""What a benchmark runs, from a TOML file; docs/benchmark.md tells every key."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

from epigraph.errors import SettingsError
from epigraph_training.baselines.method import ClassifierOptions, NetworkOptions
from epigraph_training.baselines.methods import METHODS
from epigraph_training.corpus.pair import Split
from epigraph_training.evaluation.results import SETTINGS, Setting
from epigraph_training.toml import read_toml

MANUAL = "docs/benchmark.md"
SHIPPED = "epigraph"  # a bundle rather than a system that is fitted
SYSTEMS = (*METHODS, SHIPPED)
SAMPLED = ("bert-cls",)  # too slow for every context
NEGATIVES = "negatives"  # the table of negative samples, and the folder of its results


@dataclass(frozen=True, slots=True)
class DatasetConfig:
    """A dataset, how the paper's model is trained on it, and the bundle that is its shipped ranker."""

    name: str
    path: Path
    paper: Path
    bundle: Path | None = None


@dataclass(frozen=True, slots=True)
class NegativesConfig:
    """The table of negative samples: which dataset, how many are drawn, and `contexts` as in the paper's training.

    With 0 contexts it is as many as that has.
    """

    dataset: str
    counts: tuple[int, ...] = (4, 9, 19, 29, 39)
    contexts: int = 0


@dataclass(frozen=True, slots=True)
class CaseConfig:
    """A context whose best quotations are shown; `gold` is the text of the right one, if there is one."""

    dataset: str
    left: str
    right: str = ""
    gold: str = ""
    system: str = "ours"

    @property
    def setting(self) -> Setting:
        """Whether there are words after the gap."""
        return "both" if self.right else "left"


@dataclass(frozen=True, slots=True)
class BenchmarkConfig:
    """One benchmark.

    With `left_trained` the setting without right contexts has models of its own, as the paper's; without, it is given
    those that learned from both sides. `sample` is how many contexts of a part slow systems rank, 0 for all.
    """

    out: Path
    page: Path
    datasets: tuple[DatasetConfig, ...]
    systems: tuple[str, ...] = SYSTEMS
    settings: tuple[Setting, ...] = SETTINGS
    split: Split = "test"
    seed: int = 1
    sample: int = 0
    left_trained: bool = True
    negatives: NegativesConfig | None = None
    cases: tuple[CaseConfig, ...] = ()
    networks: NetworkOptions = field(default_factory=NetworkOptions)
    classifier: ClassifierOptions = field(default_factory=ClassifierOptions)

    def dataset(self, name: str) -> DatasetConfig:
        """Return a dataset by its name."""
        found = {one.name: one for one in self.datasets}
        if name not in found:
            raise SettingsError(f"dataset {name!r}, expected one of {', '.join(found)}; see {MANUAL}")
        return found[name]


def read_benchmark_config(path: Path) -> BenchmarkConfig:
    """Read a benchmark; every name in it must be known."""
    config = read_toml(path, BenchmarkConfig, MANUAL)
    if unknown := [name for name in config.systems if name not in SYSTEMS]:
        raise SettingsError(f"{path}: system {unknown[0]!r}, expected some of {', '.join(SYSTEMS)}; see {MANUAL}")
    for case in config.cases:
        check_case(case)
    for name in [case.dataset for case in config.cases] + ([config.negatives.dataset] if config.negatives else []):
        config.dataset(name)
    return config


def check_case(case: CaseConfig) -> None:
    """Raise SettingsError where a case is of no system that a benchmark fits."""
    if case.system not in METHODS:
        raise SettingsError(f"case of system {case.system!r}, expected one of {', '.join(METHODS)}; see {MANUAL}")


def part_of(
    config: BenchmarkConfig, datasets: Collection[str], systems: Collection[str], settings: Collection[Setting]
) -> BenchmarkConfig:
    """Return some of a benchmark's cells; naming nothing of a kind takes all of it, `negatives` is as if a system."""
    for name in datasets:
        config.dataset(name)
    if unknown := [name for name in systems if name not in (*config.systems, NEGATIVES)]:
        raise SettingsError(f"system {unknown[0]!r}, expected some of {', '.join((*config.systems, NEGATIVES))}")
    table = config.negatives
    if table and not all(_taken(*one) for one in ((NEGATIVES, systems), (table.dataset, datasets), ("both", settings))):
        table = None
    return replace(
        config,
        datasets=tuple(one for one in config.datasets if _taken(one.name, datasets)),
        systems=tuple(one for one in config.systems if _taken(one, systems)),
        settings=tuple(one for one in config.settings if _taken(one, settings)),
        negatives=table,
        cases=tuple(
            one
            for one in config.cases
            if _taken(one.dataset, datasets) and _taken(one.system, systems) and _taken(one.setting, settings)
        ),
    )


def _taken(name: str, named: Collection[str]) -> bool:
    return not named or name in named
