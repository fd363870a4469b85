"""The known contexts of a bundle are those of a dataset, whenever they were written."""

import json
from pathlib import Path

import pytest

from epigraph.errors import ModelError
from epigraph.model.manifest import MANIFEST
from epigraph_training.corpus.dataset import read_dataset
from epigraph_training.encoders.remembering import remember
from unit.training.evaluation.trials import copy_bundle


def test_a_bundle_remembers_what_a_dataset_may_teach(tmp_path: Path, dataset: Path) -> None:
    """Its contexts of training take the place of the old ones; what was measured with those is no longer said."""
    bundle = remember(copy_bundle(tmp_path / "en", dataset), dataset, lambda *_: None)
    training = [pair for pair in read_dataset(dataset) if pair.split == "train"]
    assert bundle.memory.contexts == len({(pair.quote_id, pair.left, pair.right) for pair in training})
    assert f"{len(training)} uses of 8 quotations" in (tmp_path / "en" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "cosine_int8" in bundle.manifest.metrics
    assert "validation_mrr" not in bundle.manifest.metrics


def test_a_bundle_of_another_dataset_is_left_alone(tmp_path: Path, dataset: Path) -> None:
    """Its encoders may have learned from contexts that this dataset holds out."""
    path = copy_bundle(tmp_path / "en", dataset) / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "data_hash": "f" * 64}), "utf-8")
    before = path.read_bytes()
    with pytest.raises(ModelError, match=r"learned from data ffffffffffff, the dataset is .*train and export it"):
        remember(tmp_path / "en", dataset, lambda *_: None)
    assert path.read_bytes() == before
