"""A tiny random encoder, a small dataset of quotations that tell themselves apart, and runs over them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from epigraph.quotes.collection import Collection, shipped
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.pair import Pair, Split
from epigraph_training.encoders.config import StageConfig, TowersConfig, TrainConfig
from epigraph_training.encoders.trainer import Run, make_accelerator, open_run, train
from unit.training.tiny_bert import save_tiny_bert

TOPICS = ["river", "bread", "winter", "money", "friend", "book", "night", "garden"]


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Save a random BERT of two layers, with a tokenizer of letters and a few words."""
    return save_tiny_bert(tmp_path_factory.mktemp("tiny-bert"), TOPICS)


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 64 contexts of 8 quotations: each quotation has a word of its own in its contexts."""
    folder = tmp_path_factory.mktemp("dataset")
    quotes = shipped("en")[:8]

    def pair(number: int, split: Split) -> Pair:
        topic = TOPICS[number % 8]
        left, right = f"the {topic} a {'bcdefghi'[number // 8 % 8]}", f"and {topic} the {topic}"
        quote = quotes[number % 8]
        return Pair("books", f"{split}-{number}", number, quote.id, quote.text, quote.text, left, right, split)

    pairs = [*(pair(number, "train") for number in range(64)), *(pair(number, "validation") for number in range(8))]
    write_dataset(pairs, folder, {})
    return folder


@pytest.fixture
def make_config(tiny_base: str, dataset: Path, tmp_path: Path) -> Callable[..., TrainConfig]:
    """Return what makes a configuration of some stages."""

    def make(*stages: StageConfig, shared: bool = False, unit: bool = True, **rest: object) -> TrainConfig:
        towers = TowersConfig(
            base=tiny_base,
            shared=shared,
            context_pooling="mask",
            quote_pooling="mean",
            gap=True,
            fields=("text",),
            unit=unit,
        )
        given = {"language": "en", "dataset": dataset, "out": tmp_path / "run", "towers": towers, "stages": stages}
        return TrainConfig(**{**given, "save_every": 1, **rest})  # type: ignore[arg-type]

    return make


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Let torch use one thread: for tiny matrices several only wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(autouse=True)
def small_collection(monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Let runs know twenty quotations only."""
    collection = shipped("en")[:20]
    for module in ("trainer", "trained"):
        monkeypatch.setattr(f"epigraph_training.encoders.{module}.shipped", lambda _: collection)
    return Collection(collection)


def trained(config: TrainConfig, *, steps: int | None = None) -> Run:
    """Train a run to its end, or kill it after some steps."""
    accelerator = make_accelerator(config)
    run = open_run(config, accelerator.device)
    done = 0

    def count(*_: float) -> None:
        nonlocal done
        done += 1
        if done == steps:
            raise KeyboardInterrupt

    if steps is None:
        train(run, accelerator, count)
    else:
        with pytest.raises(KeyboardInterrupt):
            train(run, accelerator, count)
    return run
