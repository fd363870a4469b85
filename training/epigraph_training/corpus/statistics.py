"""The statistics page of a dataset: the paper's tables, what was filtered and why, and plots. Reads no corpus."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from epigraph.quotes.collection import Collection
from epigraph_training.corpus.pair import SPLITS, Pair

PAGE, PLOT = "statistics.md", "contexts.svg"
_NAMES = {"": "English", "modern": "Modern Chinese", "classical": "Classical Chinese"}
_STEPS = (10, 20, 50, 100)
_SHOWN_PROBLEMS = 50


def write_statistics(
    pairs: Sequence[Pair],
    collection: Collection,
    folder: Path,
    *,
    dropped: Mapping[str, int],
    problems: Sequence[str],
    unseen: int,
    data_hash: str,
) -> None:
    """Write the page and its plot into a dataset's folder; written contexts are counted apart."""
    parts = _parts(pairs, collection)
    found = {name: [pair for pair in part if pair.source != "written"] for name, part in parts.items()}
    text = "\n\n".join(
        [
            "# Statistics",
            f"Data hash `{data_hash}`. Pairs/quotations; written contexts are in training only and counted apart.",
            _table(
                ["Part", *SPLITS, "Total", "Written"], [_split_row(name, parts[name], found[name]) for name in parts]
            ),
            f"{unseen} sayings are never in training.",
            "## Quotations by number of contexts",
            *(_distribution(name, part) for name, part in found.items()),
            f"![quotations by number of contexts]({PLOT})",
            "## Sources",
            _table(["Source", "Pairs"], Counter(pair.source for pair in pairs).most_common()),
            "## Left out",
            _table(["Why", "Occurrences"], sorted(dropped.items())),
            "## Could not be read",
            "\n".join([f"{len(problems)} documents.", "", *(f"- {problem}" for problem in problems[:_SHOWN_PROBLEMS])]),
        ]
    )
    (folder / PAGE).write_text(text + "\n", encoding="utf-8")
    _plot({name: sorted(contexts_each(part), reverse=True) for name, part in found.items()}, folder / PLOT)


def contexts_each(pairs: Iterable[Pair]) -> list[int]:
    """Return how many contexts each quotation has."""
    return list(Counter(pair.quote_id for pair in pairs).values())


def _parts(pairs: Sequence[Pair], collection: Collection) -> dict[str, list[Pair]]:
    parts: dict[str, list[Pair]] = {}
    for pair in pairs:
        quote = collection.get(pair.quote_id)
        parts.setdefault(_NAMES[quote.period if quote else ""], []).append(pair)
    return dict(sorted(parts.items()))


def _split_row(name: str, part: Sequence[Pair], found: Sequence[Pair]) -> list[object]:
    sides = [[pair for pair in found if pair.split == split] for split in SPLITS]
    counts = [f"{len(side):,}/{len(contexts_each(side)):,}" for side in [*sides, found]]
    return [name, *counts, f"{len(part) - len(found):,}"]


def _distribution(name: str, pairs: Sequence[Pair]) -> str:
    """Return the paper's table of quotations by how many contexts they have, and how many have 3 and 5."""
    counts = contexts_each(pairs)
    bounds = (0, *_STEPS, max([*counts, _STEPS[-1] + 1]))
    heads = [f"{low + 1}–{high}" for low, high in pairwise(bounds)]
    row = [sum(low < n <= high for n in counts) for low, high in pairwise(bounds)]
    enough = [sum(n >= least for n in counts) for least in (3, 5)]
    return _table([f"{name}: contexts", *heads, "at least 3", "at least 5"], [["quotations", *row, *enough]])


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def _plot(counts: Mapping[str, list[int]], path: Path) -> None:
    import matplotlib as mpl  # noqa: PLC0415 - slow to load, and workers need none of it
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for name, ordered in counts.items():
        axes.loglog(range(1, len(ordered) + 1), ordered, label=name)
    axes.set(xlabel="quotations, most used first", ylabel="contexts")
    axes.legend()
    with mpl.rc_context({"svg.hashsalt": "epigraph"}):  # the same plot is the same file
        figure.savefig(path, metadata={"Date": None})
