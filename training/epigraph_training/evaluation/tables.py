"""Tables of results as in the paper, rows systems and columns metrics, in Markdown and LaTeX. Reads no files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from epigraph_training.evaluation.metrics import Metrics, metrics
from epigraph_training.evaluation.results import EvaluationError, Result


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what it shows of a result, None for nothing, and whether more of it is better (None: neither is)."""

    head: str
    value: Callable[[Result], float | None]
    form: str = ".3f"
    more_is_better: bool | None = True


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text, a row a system, and which of them are the best of their column."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]]


def main_columns() -> tuple[Column, ...]:
    """Return the columns of the paper's main table."""

    def column(head: str, of: Callable[[Metrics], float], form: str = ".3f", more: bool = True) -> Column:
        return Column(head, lambda result: of(metrics(result.ranks)), form, more)

    return (
        column("MRR", lambda found: found.mrr),
        column("NDCG@5", lambda found: found.ndcg5),
        column("Median", lambda found: found.median, "g", more=False),
        column("Mean", lambda found: found.mean, ".0f", more=False),
        column("Deviation", lambda found: found.deviation, ".0f", more=False),
        column("Recall@1", lambda found: 100 * found.recall1, ".2f"),
        column("Recall@10", lambda found: 100 * found.recall10, ".2f"),
        column("Recall@100", lambda found: 100 * found.recall100, ".2f"),
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


def table(results: Sequence[Result], columns: Sequence[Column]) -> Table:
    """Return the table of results of one cell of the benchmark, the best MRR last; all must be of the same contexts."""
    first = results[0]
    for other in results[1:]:
        if (other.data_hash, other.keys, other.sayings_ranked) != (first.data_hash, first.keys, first.sayings_ranked):
            raise EvaluationError(
                f"{other.file_name}: other contexts or candidates than {first.file_name}; evaluate both on one dataset"
            )
    ordered = sorted(results, key=lambda result: (metrics(result.ranks).mrr, result.system))
    values = [[column.value(result) for column in columns] for result in ordered]
    rows = tuple(
        (result.system, *(_text(value, column.form) for value, column in zip(row, columns, strict=True)))
        for result, row in zip(ordered, values, strict=True)
    )
    best = frozenset(
        (row, place + 1)
        for place, column in enumerate(columns)
        for row in range(len(rows))
        if rows[row][place + 1] == _best([line[place] for line in values], column)
    )
    return Table(("System", *(column.head for column in columns)), rows, best if len(rows) > 1 else frozenset())


def markdown(shown: Table) -> str:
    """Return a table in Markdown, the best of each column bold."""
    lines = [list(shown.head), ["---", *["---:"] * (len(shown.head) - 1)]]
    for row, cells in enumerate(shown.rows):
        lines.append([f"**{cell}**" if (row, place) in shown.best else cell for place, cell in enumerate(cells)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def latex(shown: Table, caption: str) -> str:
    """Return a table in LaTeX, for the package booktabs, the best of each column bold."""
    lines = [
        " & ".join(
            rf"\textbf{{{_escaped(cell)}}}" if (row, place) in shown.best else _escaped(cell)
            for place, cell in enumerate(cells)
        )
        for row, cells in enumerate(shown.rows)
    ]
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
