"""Every system learns what can be learned, and is the same again when it comes from disk."""

from pathlib import Path

import numpy as np
import pytest

from epigraph.quotes.collection import Collection
from epigraph_training.baselines.method import Options, Task
from epigraph_training.baselines.methods import METHODS
from epigraph_training.corpus.pair import Pair
from epigraph_training.evaluation.metrics import metrics, ranks_of
from epigraph_training.evaluation.results import Setting
from unit.training.baselines.conftest import QUOTES


def task_of(pairs: list[Pair], dataset: Path, setting: Setting = "both") -> Task:
    """Make the task of the dataset."""
    return Task.of(pairs, Collection(QUOTES), setting, "en", dataset)


@pytest.mark.parametrize("name", METHODS)
def test_a_system_learns_and_comes_back_as_it_was(
    name: str, pairs: list[Pair], dataset: Path, options: Options, tmp_path: Path
) -> None:
    """On contexts that words tell apart its MRR is above 0.9; saved and loaded it gives the same scores."""
    system = METHODS[name].fit(task_of(pairs, dataset), options, tmp_path / "work", lambda _: None)
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
    task = task_of(pairs, dataset, "left")
    assert {one.right for one in (*task.training, *task.validation)} == {""}
    configure = METHODS["ours"].fit.args[1]  # type: ignore[attr-defined]
    assert {stage.left_only for stage in configure(task, options, dataset).stages} == {1.0}


def test_the_papers_model_is_trained_once(pairs: list[Pair], dataset: Path, options: Options, tmp_path: Path) -> None:
    """Where its own training has ended, it is taken from there; its cost stays what that training took."""
    steps = list[str]()
    first, again = (
        METHODS["ours"].fit(task_of(pairs, dataset), options, tmp_path / work, steps.append) for work in ("one", "two")
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
        config = METHODS[name].fit.args[1](task_of(pairs, dataset), options, dataset)  # type: ignore[attr-defined]
        return config.sememes is not None, [stage.kind for stage in config.stages], config.towers.context_pooling

    assert told("ours") == (True, ["sampled", "frozen"], "mask")
    assert told("ours-no-sememe") == (False, ["sampled", "frozen"], "mask")
    assert told("ours-no-retrain") == (False, ["sampled"], "mask")
    assert told("ours-no-simtrain") == (False, ["frozen"], "mask")
    assert told("bert-sim") == (False, ["frozen"], "cls")
