"""Learned numbers get into a bundle."""

import shutil
from pathlib import Path

import pytest

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.ranking.fusion import Fusion
from epigraph_export.fusion import BASE_START, START, set_fusion


@pytest.fixture
def folder(one_tower: Bundle, tmp_path: Path) -> Path:
    """Copy a bundle that may be changed."""
    return Path(shutil.copytree(one_tower.path, tmp_path / "bundle"))


def test_learned_numbers_take_the_place_of_the_start(folder: Path) -> None:
    """Manifest and card have the new numbers, older metrics stay, and the bundle still loads."""
    learned = {name: float(place) for place, name in enumerate(START)}
    changed = set_fusion(folder, learned, {"validation_mrr": 0.25})
    found = Bundle.load(folder)
    assert found.manifest == changed.manifest
    assert found.manifest.fusion == learned
    assert found.manifest.metrics.keys() == {"cosine_export", "validation_mrr"}
    assert "| validation_mrr | 0.25 |" in (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert not [file for file in folder.iterdir() if file.name.endswith(".new")]


@pytest.mark.parametrize("change", [{"memory": None}, {"memroy": 1.0}])
def test_numbers_of_another_ranker_are_refused(folder: Path, change: dict[str, float | None]) -> None:
    """A channel that is missing, or that there is not, is told by name, and the bundle stays as it was."""
    before = (folder / "manifest.json").read_bytes()
    numbers = {name: value for name, value in {**START, **change}.items() if value is not None}
    with pytest.raises(ModelError, match="mem"):
        set_fusion(folder, numbers, {})
    assert (folder / "manifest.json").read_bytes() == before


def test_every_start_is_one_that_the_ranker_takes() -> None:
    """The channels that the export knows are those of the server."""
    for numbers in (START, *BASE_START.values()):
        assert {"nothing", "abstain", *Fusion.from_manifest(numbers, Path()).weights} == set(numbers)
