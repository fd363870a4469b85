"""The page of results."""

from pathlib import Path

import pytest

from epigraph_training.evaluation.report import write_report
from epigraph_training.evaluation.results import EvaluationError, write_results
from unit.training.evaluation.trials import make_result


def test_the_page_has_every_cell_and_its_figures(tmp_path: Path) -> None:
    """Parts, splits and settings get their sections; links lead from the page to figures that are there."""
    write_results(
        [
            make_result([1, 30, 2], known=[0, 3, 200], scores=[0.9, 0.1, 0.4], abstain=0.3),
            make_result([2, 30, 2], "paper", known=[0, 3, 200], candidates="dataset"),
            make_result([5], part="classical", split="validation", setting="left"),
        ],
        tmp_path / "results",
    )
    page = tmp_path / "docs" / "results.md"
    write_report(tmp_path / "results", page, tmp_path / "docs" / "figures")
    text = page.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("##")] == [
        "## At a glance: the test split",
        "## English, test",
        "### Quotations in use, left and right context",
        "### All quotations, left and right context",
        "### By number of training contexts",
        "### Calibration",
        "## Classical Chinese, validation",
        "### All quotations, left context only",
    ]
    assert "3 contexts, 1 of them of unseen sayings; 100 sayings ranked." in text
    assert "| ours, left and right context | " in text
    figures = {path.name for path in (tmp_path / "docs" / "figures").iterdir()}
    assert figures == {"frequency-en-test.svg", "reliability-en-test.svg"}
    assert all(f"(figures/{name})" in text for name in figures)
    assert page.with_suffix(".tex").read_text(encoding="utf-8").count(r"\begin{table}") == 3


def test_whole_systems_are_compared_at_a_glance(tmp_path: Path) -> None:
    """Their channels alone and other splits are left out; the ratio is to the weakest of the same contexts."""
    write_results(
        [
            make_result([1, 4], known=[0, 3]),
            make_result([4, 1], "paper", known=[0, 3]),
            make_result([8, 8], "weak", known=[0, 3]),
            make_result([9, 9], "ours, memory only", known=[0, 3]),
            make_result([3, 3], "old", split="validation", known=[0, 3]),
        ],
        tmp_path / "results",
    )
    write_report(tmp_path / "results", tmp_path / "page.md", tmp_path)
    glance = (tmp_path / "page.md").read_text(encoding="utf-8").partition("At a glance")[2].partition("\n## ")[0]
    where = "English, all quotations, left and right context"
    assert glance.strip().splitlines()[4:] == [
        f"| {where} | weak | 0.125 | 100.00 | 100.00 | 0.125 | 1.00 |",
        f"| {where} | ours | 0.625 | 100.00 | 100.00 | 1.000 | 5.00 |",
        f"| {where} | paper | 0.625 | 100.00 | 100.00 | 0.250 | 5.00 |",
    ]


def test_the_same_results_are_the_same_files(tmp_path: Path) -> None:
    """Neither page nor figures change when nothing did."""
    write_results([make_result([1, 30], scores=[0.9, 0.1])], tmp_path / "results")
    for folder in ("a", "b"):
        write_report(tmp_path / "results", tmp_path / folder / "page.md", tmp_path / folder)
    first, second = (sorted(path.read_bytes() for path in (tmp_path / folder).iterdir()) for folder in ("a", "b"))
    assert first == second


def test_no_results_are_told(tmp_path: Path) -> None:
    """An empty folder makes no empty page."""
    with pytest.raises(EvaluationError, match="no result files"):
        write_report(tmp_path, tmp_path / "page.md", tmp_path)
