"""A real bundle from dataset to learned fusion and result files, on contexts that were written for this project."""

import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from epigraph.engine import Engine, shipped_bundles
from epigraph.model.bundle import Bundle
from epigraph.quotes.collection import Collection, shipped
from epigraph.quotes.library import Library
from epigraph.ranking.suggestion import CHANNELS
from epigraph.text.query import Query
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.pair import Pair
from epigraph_training.corpus.sources import written
from epigraph_training.evaluation.bundle_trial import BundleTrial
from epigraph_training.evaluation.channels import Opened
from epigraph_training.evaluation.fusing import fuse
from epigraph_training.evaluation.results import EvaluationError, Result, read_results
from epigraph_training.evaluation.running import evaluate_bundle
from epigraph_training.evaluation.trial import Trial
from unit.training.evaluation.trials import copy_bundle

CONTEXTS = 24


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Take every tenth written context, as if found in as many books; the first half for validation, then test."""
    found = islice(written(Collection(shipped("en")), "en"), 0, 20 * CONTEXTS, 10)
    return [
        replace(pair, source="books", document=f"{number}.txt", split="validation" if number < CONTEXTS else "test")
        for number, pair in enumerate(found)
    ]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]) -> Path:
    """Write a dataset of them."""
    folder = tmp_path_factory.mktemp("dataset")
    write_dataset(pairs, folder, {"language": "en"})
    return folder


@pytest.fixture(scope="module")
def fused(tmp_path_factory: pytest.TempPathFactory, dataset: Path) -> tuple[Path, Path]:
    """Learn the fusion of a copy of the shipped bundle; return the copy and the folder of results."""
    bundle = copy_bundle(tmp_path_factory.mktemp("bundles") / "en", dataset)
    out = tmp_path_factory.mktemp("results")
    fuse(bundle, dataset, out, name="ours", command="by a test")
    return bundle, out


def by_system(results: list[Result]) -> dict[str, Result]:
    """Return the results of the dataset among all quotations with both sides of the context."""
    return {
        one.system: one for one in results if (one.part, one.setting, one.candidates) == ("en", "both", "collection")
    }


def test_fusing_fills_the_bundle_and_tells_what_each_channel_is_worth(fused: tuple[Path, Path]) -> None:
    """The bundle loads with weights for every channel; results are of validation only."""
    bundle, out = fused
    manifest = Bundle.load(bundle).manifest
    assert manifest.fusion.keys() == {"nothing", "abstain", *CHANNELS}
    assert manifest.fusion["semantic"] > 0
    assert manifest.fusion["hint"] > 0
    found = read_results(out)
    assert {result.split for result in found} == {"validation"}
    assert {"ours", "ours, semantic only", "ours, no lexical"} <= by_system(found).keys()
    assert manifest.metrics["validation_mrr"] == pytest.approx(
        sum(1 / rank for rank in by_system(found)["ours"].ranks) / CONTEXTS, abs=1e-4
    )


def test_the_evaluated_ranker_is_the_one_that_writers_get(
    fused: tuple[Path, Path], dataset: Path, pairs: list[Pair], tmp_path: Path
) -> None:
    """Whether the right saying is first, and the best score with it and without it, are what the engine answers."""
    result = by_system(evaluate_bundle(fused[0], dataset, "test", tmp_path, name="ours"))["ours"]
    engine = Engine(Library(), cache=tmp_path, bundles=fused[0].parent)
    collection = engine.library.collection("en")
    assert result.confidence is not None
    for place, pair in enumerate(pair for pair in sorted(pairs) if pair.split == "test"):
        query, quote = Query("en", pair.left, pair.right), collection[collection.row_of[pair.quote_id]]
        wordings = {quote.id, *(variant.id for variant in collection.variants_of(quote))}
        (best,), (without,) = engine.recommend(query, 1), engine.recommend(query, 1, exclude=wordings)
        assert (best.quote.saying == quote.saying) == (result.ranks[place] == 1)
        assert result.confidence.present[place] == pytest.approx(best.score, rel=1e-3)
        assert result.confidence.absent[place] == pytest.approx(without.score, rel=1e-3)


def test_figures_of_weights_on_what_taught_them_say_so(fused: tuple[Path, Path], dataset: Path, tmp_path: Path) -> None:
    """On validation the ranker's row is another than the cross-validated one; channels learn nothing."""
    found = by_system(evaluate_bundle(fused[0], dataset, "validation", tmp_path, name="ours"))
    channels = ("semantic", "memory", "written", "lexical", "usage", "beside", "named", "prior")
    alone = {f"ours, {channel} only" for channel in channels}
    assert found.keys() == {"ours, optimistic", *alone}


def test_a_bundle_is_asked_once(fused: tuple[Path, Path], dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers come from the cache of the run's folder, whatever the fusion is."""

    def never(*_: object) -> None:
        raise AssertionError("the ranker was asked again")

    monkeypatch.setattr(Opened, "_asked", never)
    trial = Trial.read(dataset, "validation").with_passages()
    assert BundleTrial.hold(fused[0], trial, fused[1]).answers["both"].channels


def test_a_bundle_of_another_name_language_or_dataset_is_told(dataset: Path, tmp_path: Path) -> None:
    """The engine finds a bundle by its folder's name, a dataset has one language, and another may be remembered."""
    shutil.copytree(shipped_bundles() / "en", tmp_path / "mine")
    with pytest.raises(EvaluationError, match="expected in a folder named en"):
        evaluate_bundle(tmp_path / "mine", dataset, "validation", tmp_path)
    with pytest.raises(EvaluationError, match="language zh"):
        evaluate_bundle(shipped_bundles() / "zh", dataset, "validation", tmp_path)
    with pytest.raises(EvaluationError, match=r"learned from data \w{12}, the dataset is \w{12}; train and export it"):
        evaluate_bundle(shipped_bundles() / "en", dataset, "validation", tmp_path)
