"""A small dataset that every system can learn: each quotation has a word of its own in all its contexts."""

import json
from pathlib import Path

import pytest

from epigraph.quotes.collection import Collection, shipped
from epigraph_training.baselines.method import ClassifierOptions, NetworkOptions, Options
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.pair import SPLITS, Pair
from epigraph_training.encoders.config import SememesConfig, StageConfig, TowersConfig, TrainConfig
from unit.training.encoders.conftest import TOPICS, one_thread  # noqa: F401 - a fixture
from unit.training.tiny_bert import save_tiny_bert

QUOTES = shipped("en")[: len(TOPICS)]


def make_pairs() -> list[Pair]:
    """Make 16 contexts a quotation: 12 of training, 2 of validation, 2 of test."""
    splits = [split for split, many in zip(SPLITS, (12, 2, 2), strict=True) for _ in range(many)]

    def pair(number: int) -> Pair:
        topic, split = TOPICS[number % 8], splits[number // 8]
        quote, letter = QUOTES[number % 8], "abcdefghijklmnop"[number // 8]
        left, right = f"the {topic} and {topic} {letter}", f"{letter} of {topic} too"
        return Pair("books", f"{number}.txt", number, quote.id, quote.text, quote.text, left, right, split)

    return [pair(number) for number in range(16 * 8)]


@pytest.fixture(scope="session")
def pairs() -> list[Pair]:
    """The pairs."""
    return make_pairs()


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]) -> Path:
    """Write a dataset of them."""
    folder = tmp_path_factory.mktemp("separable")
    write_dataset(pairs, folder, {"language": "en"})
    return folder


@pytest.fixture(scope="session")
def lively_base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Save a random BERT whose states tell texts apart, as a pretrained one's do, with a tokenizer of letters."""
    settings = {"initializer_range": 0.2, "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    return save_tiny_bert(tmp_path_factory.mktemp("lively-bert"), TOPICS, **settings)


@pytest.fixture
def options(lively_base: str, dataset: Path, tmp_path: Path) -> Options:
    """Tell systems to be small and quick."""
    sememes = tmp_path / "en.json"
    sememes.write_text(json.dumps({"time": ["moment"], "love": ["feel", "like"]}), encoding="utf-8")
    paper = TrainConfig(
        language="en",
        dataset=dataset,
        out=tmp_path / "paper",
        towers=TowersConfig(lively_base, False, "mask", "cls", True, ("text",), False),
        stages=tuple(StageConfig(kind, 6, batch=8, rate=3e-3, negatives=4) for kind in ("sampled", "frozen")),
        sememes=SememesConfig(0.5, sememes),
        written=False,
    )
    networks = NetworkOptions(16, 16, dropout=0.1, epochs=12, patience=12, batch=16, rate=2e-2)
    return Options(paper, networks, ClassifierOptions(epochs=12, negatives=3))


@pytest.fixture(autouse=True)
def few_quotations(monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Let checkpoints know twenty quotations only."""
    few = shipped("en")[:20]
    monkeypatch.setattr("epigraph_training.encoders.trained.shipped", lambda _: few)
    return Collection(few)
