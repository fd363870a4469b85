"""Result files on disk."""

import json
from pathlib import Path

import pytest

from epigraph_training.evaluation.results import EvaluationError, read_results, write_results
from unit.training.evaluation.trials import make_result


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    """All fields come back, and a file's name says system, cell and split."""
    results = [make_result([1, 7], "ours, no memory", scores=[0.5, 0.25]), make_result([3, 2], "paper", setting="left")]
    write_results(results, tmp_path)
    assert read_results(tmp_path) == results
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "ours-no-memory.en.both.collection.test.json",
        "paper.en.left.collection.test.json",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": 0}, "schema 0, expected 1"),
        ({"ranks": [1]}, "different length"),
        ({"ranks": ["1", "2"]}, "result file"),
    ],
)
def test_a_damaged_result_is_refused(tmp_path: Path, change: dict[str, object], told: str) -> None:
    """Neither another schema nor lists that do not fit become a table."""
    result = make_result([1, 2])
    write_results([result], tmp_path)
    path = tmp_path / result.file_name
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(EvaluationError, match=told):
        read_results(tmp_path)
