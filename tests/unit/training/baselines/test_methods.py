"""Every system learns what can be learned, and is the same again when it comes from disk."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from epigraph.quotes.collection import Collection
from epigraph_export.bases import load_base
from epigraph_training.baselines import bert_cls
from epigraph_training.baselines.method import ClassifierOptions, NetworkOptions, Options, Task
from epigraph_training.baselines.methods import METHODS
from epigraph_training.corpus.pair import Pair
from epigraph_training.encoders.config import SememesConfig
from epigraph_training.evaluation.metrics import metrics, ranks_of
from epigraph_training.evaluation.results import Setting
from unit.training.baselines.conftest import QUOTES


def task_of(pairs: list[Pair], setting: Setting = "both") -> Task:
    """Make the task of the dataset."""
    return Task.of(pairs, Collection(QUOTES), setting)


@pytest.mark.parametrize("name", METHODS)
def test_a_system_learns_and_comes_back_as_it_was(
    name: str, pairs: list[Pair], options: Options, tmp_path: Path
) -> None:
    """On contexts that words tell apart its MRR is above 0.9; saved and loaded it gives the same scores."""
    system = METHODS[name].fit(task_of(pairs), options, tmp_path / "work", lambda _: None)
    unseen = [pair for pair in pairs if pair.split == "test"]
    contexts = [(pair.left, pair.right) for pair in unseen]
    scores = system.scores(contexts)
    assert system.name == METHODS[name].name
    assert system.parameters > 0
    ranks = ranks_of(scores, list(system.quote_ids), [pair.quote_id for pair in unseen])
    assert metrics(ranks).mrr > 0.9
    system.save(tmp_path / "saved")
    loaded = METHODS[name].load(tmp_path / "saved")
    assert list(loaded.quote_ids) == list(system.quote_ids)
    assert loaded.parameters == system.parameters
    np.testing.assert_array_equal(loaded.scores(contexts), scores)


def test_a_system_for_left_contexts_never_sees_the_right(pairs: list[Pair], dataset: Path, options: Options) -> None:
    """The task of that setting has no right sides, and the training of encoders drops them all."""
    task = task_of(pairs, "left")
    assert {one.right for one in (*task.training, *task.validation)} == {""}
    configure = METHODS["ours"].fit.args[1]  # type: ignore[attr-defined]
    assert {stage.left_only for stage in configure(task, options, dataset).stages} == {1.0}


def test_the_papers_model_is_trained_once(pairs: list[Pair], options: Options, tmp_path: Path) -> None:
    """Where its own training has ended, it is taken from there; its cost stays what that training took."""
    steps = list[str]()
    first, again = (
        METHODS["ours"].fit(task_of(pairs), options, tmp_path / work, steps.append) for work in ("one", "two")
    )
    assert len(steps) == 2 * 6 * 12
    assert first.training_seconds == again.training_seconds > 0  # type: ignore[attr-defined]
    contexts = [("the river and", "of river")]
    np.testing.assert_array_equal(first.scores(contexts), again.scores(contexts))


def test_ablations_differ_from_the_model_in_one_thing_after_the_other(
    pairs: list[Pair], dataset: Path, options: Options
) -> None:
    """-Sememe has no sememes; -ReTrain then lacks the second stage, -SimTrain the first; BERT-Sim reads [CLS]."""

    def told(name: str) -> tuple[bool, list[str], str]:
        config = METHODS[name].fit.args[1](task_of(pairs), options, dataset)  # type: ignore[attr-defined]
        return config.sememes is not None, [stage.kind for stage in config.stages], config.towers.context_pooling

    assert told("ours") == (True, ["sampled", "frozen"], "mask")
    assert told("ours-no-sememe") == (False, ["sampled", "frozen"], "mask")
    assert told("ours-no-retrain") == (False, ["sampled"], "mask")
    assert told("ours-no-simtrain") == (False, ["frozen"], "mask")
    assert told("bert-sim") == (False, ["frozen"], "cls")


def test_a_system_is_another_only_by_what_it_reads(options: Options) -> None:
    """Each option makes those systems other that read it, written contexts all of them, and a path none."""

    def changed(other: Options) -> set[str]:
        return {name for name in METHODS if METHODS[name].told(other) != METHODS[name].told(options)}

    words = {"lstm", "cnn", "top-k-rm", "nnqr", "n-qrm", "transform"}
    towers = {"bert-sim", "ours", "ours-no-sememe", "ours-no-retrain", "ours-no-simtrain"}
    assert changed(replace(options, networks=NetworkOptions(hidden=7))) == words
    assert changed(replace(options, classifier=ClassifierOptions(negatives=7))) == {"bert-cls"}
    assert changed(replace(options, seed=7)) == {*words, "mga", "forest", "bert-cls"}
    assert changed(replace(options, paper=replace(options.paper, warmup=0.5))) == {*towers, "bert-cls"}
    base = replace(options.paper.towers, base="other")
    assert changed(replace(options, paper=replace(options.paper, towers=base))) == {*towers, *words, "bert-cls"}
    assert changed(replace(options, paper=replace(options.paper, contexts=7))) == {*towers, "bert-cls"}
    assert changed(replace(options, paper=replace(options.paper, written=True))) == set(METHODS)
    elsewhere = replace(options.paper, dataset=Path("there"), out=Path("there"), sememes=SememesConfig(0.5, Path("it")))
    assert changed(replace(options, paper=elsewhere)) == set()
    own = replace(options.paper, sememes=SememesConfig(0.5))  # OpenHowNet's data rather than a file
    assert changed(replace(options, paper=own)) == {*towers, "bert-cls"}


def test_a_separator_parts_the_sides_of_a_classified_context(lively_base: str) -> None:
    """BERT-Cls reads `[CLS] left [SEP] right [SEP]`."""
    tokens = bert_cls._tokens(load_base(lively_base).tokenizer)
    read = tokens.tokenizer.decode(tokens.context("river", "time"), skip_special_tokens=False)
    assert read == "[CLS] river [SEP] time [SEP]"
