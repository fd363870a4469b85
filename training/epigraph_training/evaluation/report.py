"""The page of results: every table and figure, made of saved result files by one function. Runs no system."""

import os
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from epigraph_training.corpus.pair import Split
from epigraph_training.evaluation.calibration import BINS, MISSING, above, calibration_error, reliability, shown
from epigraph_training.evaluation.figures import plot_frequency, plot_reliability
from epigraph_training.evaluation.metrics import metrics
from epigraph_training.evaluation.results import (
    CANDIDATES,
    SETTINGS,
    Candidates,
    EvaluationError,
    Part,
    Result,
    Setting,
    read_results,
)
from epigraph_training.evaluation.tables import Table, latex, main_columns, markdown, ranks_in, slice_columns, table

PARTS: dict[Part, str] = {
    "en": "English",
    "modern": "Modern Chinese",
    "classical": "Classical Chinese",
    "zh": "Chinese",
    "en-today": "English passages of today",
    "zh-today": "Chinese passages of today",
}
SETTING_NAMES: dict[Setting, str] = {"both": "left and right context", "left": "left context only"}
_CANDIDATES: dict[Candidates, str] = {"dataset": "quotations in use", "collection": "all quotations"}
_SPLITS: tuple[Split, ...] = ("test", "validation")
_LINES = 6  # systems in a figure, the best
_CALIBRATION_HEAD = ("System", "Error", "Error, none missing", "Abstains below", "Shown, %", "Right of shown, %")

_INTRODUCTION = f"""# Results

Made by `epigraph-train report` from saved result files.

- The task is the paper's: for each context of a split, rank all candidates; the rank is that of the right saying, by
  its best wording. Candidates that score the same as the right one count as before it.
- *Quotations in use* are those that the dataset shows in some text, as in the paper; *all quotations* are the whole
  collection, as in the product.
- *Known* sayings have contexts in training, *unseen* ones have none.
- Recall is in percent. *Deviation* is the standard deviation of the rank. The best of a column is bold. *Parameters*
  and *seconds* of one channel are those of the whole ranker.
- Figures of validation are for choosing: learned weights are cross-validated by document. Nothing is learned from test.
- Calibration is that of the best suggestion's score among all quotations. For {MISSING:.0%} of the gaps the right
  saying is taken out of the candidates, so that every suggestion is wrong; the error is the expected calibration
  error over {BINS} bins of equal size."""


def write_report(results: Path, page: Path, figures: Path) -> None:
    """Write the page, the same tables in LaTeX beside it, and the figures, from all result files of a folder."""
    found = read_results(results)
    if not found:
        raise EvaluationError(f"{results}: no result files, expected some; evaluate a system first")
    sections, tables = [_INTRODUCTION, *_glance(found)], list[str]()
    for split in _SPLITS:
        for part, title in PARTS.items():
            chosen = [result for result in found if (result.split, result.part) == (split, part)]
            if chosen:
                sections.append(f"## {title}, {split}\n\nData hash `{chosen[0].data_hash}`.")
                sections += _cells(chosen, tables)
                sections += _frequency(chosen, page, figures / f"frequency-{part}-{split}.svg")
                sections += _calibration(chosen, page, figures / f"reliability-{part}-{split}.svg")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n\n".join(sections) + "\n", encoding="utf-8")
    page.with_suffix(".tex").write_text("\n\n".join(tables) + "\n", encoding="utf-8")


def _glance(found: Sequence[Result]) -> Iterator[str]:
    """Yield the table of whole systems on test, a row for each part, setting and set of candidates."""
    whole = [result for result in found if result.split == "test" and "," not in result.system]
    if not whole:
        return
    columns = (main_columns()[0], main_columns()[6], *slice_columns()[1:3])  # MRR, recall at 10, of known and unseen
    rows = []
    for part, candidates, setting in product(PARTS, CANDIDATES, SETTINGS):
        cell = _cell([result for result in whole if result.part == part], setting, candidates)
        least = min((metrics(result.ranks).mrr for result in cell), default=0.0)
        for result in sorted(cell, key=lambda result: metrics(result.ranks).mrr):
            values = [(column.value(result), column.form) for column in columns]
            shown = ["–" if value is None else format(value, form) for value, form in values]
            where = f"{PARTS[part]}, {_CANDIDATES[candidates]}, {SETTING_NAMES[setting]}"
            rows.append((where, result.system, *shown, f"{metrics(result.ranks).mrr / least:.2f}"))
    yield "## At a glance: the test split"
    yield markdown(
        Table(("Part", "System", *(column.head for column in columns), "MRR ratio"), tuple(rows), frozenset())
    )


def _cells(results: Sequence[Result], tables: list[str]) -> Iterator[str]:
    """Yield the tables of a part of a split; put the LaTeX of the main ones into `tables`."""
    for candidates in CANDIDATES:
        for setting in SETTINGS:
            cell = _cell(results, setting, candidates)
            if not cell:
                continue
            size, unseen = len(cell[0].ranks), len(ranks_in(cell[0], 0, 0))
            title = f"{_CANDIDATES[candidates].capitalize()}, {SETTING_NAMES[setting]}"
            main = table(cell, main_columns())
            tables.append(latex(main, f"{PARTS[cell[0].part]}, {cell[0].split}. {title}."))
            yield f"### {title}"
            yield f"{size:,} contexts, {unseen:,} of them of unseen sayings; {cell[0].sayings_ranked:,} sayings ranked."
            yield markdown(main)
            yield markdown(table(cell, slice_columns()))


def _frequency(results: Sequence[Result], page: Path, path: Path) -> Iterator[str]:
    """Yield the frequency figure of a part, of the best systems, with both sides of the context."""
    cell = _cell(results, "both", "dataset")
    if cell:
        best = sorted(cell, key=lambda result: (-metrics(result.ranks).mrr, result.system))[:_LINES]
        plot_frequency(best, path)
        yield "### By number of training contexts"
        yield f"![MRR and NDCG@5 by number of training contexts]({_link(path, page)})"


def _calibration(results: Sequence[Result], page: Path, path: Path) -> Iterator[str]:
    """Yield table and figure of the systems whose scores are probabilities."""
    able = [result for result in results if result.confidence]
    if able:
        plot_reliability(
            {f"{one.system}, {SETTING_NAMES[one.setting]}": reliability(shown([one])) for one in able}, path
        )
        yield "### Calibration"
        yield markdown(Table(_CALIBRATION_HEAD, tuple(_calibration_row(one) for one in able), frozenset()))
        yield f"![share that is right by score of the best suggestion]({_link(path, page)})"


def _calibration_row(result: Result) -> tuple[str, ...]:
    suggestions, present = shown([result]), shown([result], missing=0.0)
    threshold = result.abstain or 0.0
    share, right = above(suggestions, threshold)
    return (
        f"{result.system}, {SETTING_NAMES[result.setting]}",
        f"{calibration_error(suggestions):.3f}",
        f"{calibration_error(present):.3f}",
        f"{threshold:.3f}",
        f"{100 * share:.1f}",
        f"{100 * right:.1f}",
    )


def _cell(results: Sequence[Result], setting: Setting, candidates: Candidates) -> list[Result]:
    return [result for result in results if (result.setting, result.candidates) == (setting, candidates)]


def _link(path: Path, page: Path) -> str:
    return Path(os.path.relpath(path, page.parent)).as_posix()
