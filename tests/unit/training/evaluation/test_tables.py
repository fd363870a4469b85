"""Tables from hand-made results."""

from typing import Any

import pytest

from epigraph_training.evaluation.results import EvaluationError
from epigraph_training.evaluation.tables import latex, main_columns, markdown, slice_columns, table
from unit.training.evaluation.trials import make_result

PAPER = make_result([1, 4], "paper", known=[3, 0])
OURS = make_result([1, 2], "ours_2", known=[3, 0])


def test_the_best_of_each_column_is_bold_and_the_best_system_last() -> None:
    """Values that look the same are equally good; less is better for ranks."""
    assert markdown(table([OURS, PAPER], main_columns())).splitlines() == [
        "| System | MRR | NDCG@5 | Median | Mean | Deviation | Recall@1 | Recall@10 | Recall@100 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| paper | 0.625 | 0.715 | 2.5 | **2** | 2 | **50.00** | **100.00** | **100.00** |",
        "| ours_2 | **0.750** | **0.815** | **1.5** | **2** | **0** | **50.00** | **100.00** | **100.00** |",
    ]


def test_known_and_unseen_sayings_stand_apart() -> None:
    """A slice without contexts is empty rather than 0; cost has no best."""
    rows = markdown(table([OURS, PAPER], slice_columns())).splitlines()[2:]
    assert rows == [
        "| paper | **1.000** | **100.00** | 0.250 | **100.00** | 1,000 | 2 |",
        "| ours_2 | **1.000** | **100.00** | **0.500** | **100.00** | 1,000 | 2 |",
    ]
    assert "| – | – |" in markdown(table([make_result([1])], slice_columns()))


def test_latex_has_the_same_cells() -> None:
    """Rows end and special letters are escaped."""
    text = latex(table([OURS, PAPER], main_columns()), "English, 50 % of test")
    assert r"ours\_2 & \textbf{0.750}" in text
    assert r"\caption{English, 50 \% of test}" in text
    assert text.count(r"\\") == 3


@pytest.mark.parametrize("other", [{"data_hash": "1" * 64}, {"keys": ("a", "b")}, {"sayings_ranked": 7}])
def test_results_of_other_data_are_never_in_one_table(other: dict[str, Any]) -> None:
    """Another dataset, sample or set of candidates is an error that names the file."""
    with pytest.raises(EvaluationError, match=r"paper\.en.both\.collection\.test\.json"):
        table([OURS, make_result([1, 4], "paper", **other)], main_columns())
