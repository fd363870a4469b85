"""Tables of results as in the paper, rows systems and columns metrics, in Markdown and LaTeX. Reads no files."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from epigraph_training.evaluation.metrics import Metrics, Ranks, gains, metrics
from epigraph_training.evaluation.results import EvaluationError, Result
from epigraph_training.evaluation.significance import not_beaten


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what it shows of a result, None for nothing, and whether more of it is better (None: neither is).

    `each` are values context by context of which the column shows the mean: what a paired test compares.
    """

    head: str
    value: Callable[[Result], float | None]
    form: str = ".3f"
    more_is_better: bool | None = True
    each: Callable[[Ranks], ArrayLike] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text, a row a system; which are the best of their column, and which are as good as the best."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]]
    level: frozenset[tuple[int, int]] = frozenset()


def main_columns() -> tuple[Column, ...]:
    """Return the columns of the paper's main table."""

    def column(
        head: str,
        of: Callable[[Metrics], float],
        each: Callable[[Ranks], ArrayLike] | None,
        form: str = ".3f",
        more: bool = True,
    ) -> Column:
        return Column(head, lambda result: of(metrics(result.ranks)), form, more, each)

    return (
        column("MRR", lambda found: found.mrr, lambda ranks: 1 / ranks),
        column("NDCG@5", lambda found: found.ndcg5, gains),
        column("Median", lambda found: found.median, None, "g", more=False),
        column("Mean", lambda found: found.mean, lambda ranks: ranks, ".0f", more=False),
        column("Deviation", lambda found: found.deviation, None, ".0f", more=False),
        column("Recall@1", lambda found: 100 * found.recall1, lambda ranks: ranks <= 1, ".2f"),
        column("Recall@10", lambda found: 100 * found.recall10, lambda ranks: ranks <= 10, ".2f"),  # noqa: PLR2004
        column("Recall@100", lambda found: 100 * found.recall100, lambda ranks: ranks <= 100, ".2f"),  # noqa: PLR2004
    )


def slice_columns() -> tuple[Column, ...]:
    """Return the columns of sayings with contexts in training and of those without, and what the system took."""

    def column(head: str, of: Callable[[Metrics], float], form: str, unseen: bool) -> Column:
        def value(result: Result) -> float | None:
            ranks = ranks_in(result, 0, 0) if unseen else ranks_in(result, 1)
            return of(metrics(ranks)) if ranks else None

        return Column(f"{head}, {'unseen' if unseen else 'known'}", value, form)

    return (
        column("MRR", lambda found: found.mrr, ".3f", unseen=False),
        column("Recall@10", lambda found: 100 * found.recall10, ".2f", unseen=False),
        column("MRR", lambda found: found.mrr, ".3f", unseen=True),
        column("Recall@10", lambda found: 100 * found.recall10, ".2f", unseen=True),
        Column("Parameters", lambda result: result.parameters, ",.0f", None),
        Column("Seconds", lambda result: result.seconds, ",.0f", None),
    )


def ranks_in(result: Result, least: int, most: int | None = None) -> list[int]:
    """Return the ranks of contexts whose right saying has so many contexts in training."""
    return [
        rank
        for rank, known in zip(result.ranks, result.training_contexts, strict=True)
        if known >= least and (most is None or known <= most)
    ]


def cost_columns() -> tuple[Column, ...]:
    """Return the columns of what systems took."""
    return (
        Column("Parameters", lambda result: result.parameters, ",.0f", None),
        Column("Training, s", lambda result: result.training_seconds, ",.0f", None),
        Column("Ranking, s", lambda result: result.seconds, ",.1f", None),
        Column("Ranking, ms a context", lambda result: 1000 * result.seconds / len(result.ranks), ",.1f", None),
    )


def table(results: Sequence[Result], columns: Sequence[Column]) -> Table:
    """Return the table of results of one cell of the benchmark, the best MRR last, the best of each column marked."""
    ordered = sorted(results, key=lambda result: (metrics(result.ranks).mrr, result.system))
    rows, values = _cells(ordered, columns)
    best = frozenset(
        (row, place + 1)
        for place, column in enumerate(columns)
        for row in range(len(rows))
        if rows[row][place + 1] == _best([line[place] for line in values], column)
    )
    return Table(_head(columns), rows, best if len(rows) > 1 else frozenset())


def marked_table(results: Sequence[Result], columns: Sequence[Column]) -> Table:
    """Return the table in the given order, marked as the paper marks it.

    The best of a column is `best` where it is significantly better than all others, else it is `level` with those from
    which it does not differ. What no paired test compares, such as a median, differs where it looks different. One row
    is nothing's best.
    """
    rows, values = _cells(results, columns)
    best, level = set[tuple[int, int]](), set[tuple[int, int]]()
    for place, column in enumerate(columns):
        alike = _alike(results, column, [line[place] for line in values]) if len(rows) > 1 else []
        (best if len(alike) == 1 else level).update((row, place + 1) for row in alike)
    return Table(_head(columns), rows, frozenset(best), frozenset(level))


def _alike(results: Sequence[Result], column: Column, values: Sequence[float | None]) -> list[int]:
    """Return the rows that no other beats in a column; none for a column without a best."""
    text = [_text(value, column.form) for value in values]
    top = [row for row, shown in enumerate(text) if shown == _best(values, column)]
    if not top or column.each is None:
        return top
    return not_beaten([column.each(np.asarray(result.ranks)) for result in results], _first(values, column))


def _first(values: Sequence[float | None], column: Column) -> int:
    """Return the row of the best value, by all its digits."""
    sign = 1 if column.more_is_better else -1
    return max(range(len(values)), key=lambda row: -np.inf if values[row] is None else sign * float(values[row] or 0))


def _head(columns: Sequence[Column]) -> tuple[str, ...]:
    return ("System", *(column.head for column in columns))


def _cells(
    results: Sequence[Result], columns: Sequence[Column]
) -> tuple[tuple[tuple[str, ...], ...], list[list[float | None]]]:
    """Return the rows as text and as numbers; all must be of the same contexts and candidates."""
    first = results[0]
    for other in results[1:]:
        if (other.data_hash, other.keys, other.sayings_ranked) != (first.data_hash, first.keys, first.sayings_ranked):
            raise EvaluationError(
                f"{other.file_name}: other contexts or candidates than {first.file_name}; evaluate both on one dataset"
            )
    values = [[column.value(result) for column in columns] for result in results]
    rows = tuple(
        (result.system, *(_text(value, column.form) for value, column in zip(row, columns, strict=True)))
        for result, row in zip(results, values, strict=True)
    )
    return rows, values


def markdown(shown: Table) -> str:
    """Return a table in Markdown, the best of each column bold, those that are level underlined."""
    lines = [list(shown.head), ["---", *["---:"] * (len(shown.head) - 1)]]
    lines += [list(row) for row in _marked(shown, "**{}**", "<u>{}</u>", str)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def latex(shown: Table, caption: str) -> str:
    """Return a table in LaTeX, for the package booktabs, marked in the same way."""
    lines = [" & ".join(row) for row in _marked(shown, r"\textbf{{{}}}", r"\underline{{{}}}", _escaped)]
    head = " & ".join(map(_escaped, shown.head))
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_escaped(caption)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(shown.head) - 1)}}}",
            rf"\toprule {head} \\ \midrule",
            *(rf"{line} \\" for line in lines),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _marked(shown: Table, best: str, level: str, escaped: Callable[[str], str]) -> Iterator[tuple[str, ...]]:
    """Yield the rows with their marks."""
    for row, cells in enumerate(shown.rows):
        forms = (
            best if (row, place) in shown.best else level if (row, place) in shown.level else "{}"
            for place in range(len(cells))
        )
        yield tuple(form.format(escaped(cell)) for form, cell in zip(forms, cells, strict=True))


def _text(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _best(values: Sequence[float | None], column: Column) -> str:
    """Return the text of the best value: what looks equal is equally good."""
    there = [value for value in values if value is not None]
    if column.more_is_better is None or not there:
        return ""
    return _text((max if column.more_is_better else min)(there), column.form)


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "&%$#_{}" else letter for letter in text)
