"""The page of a benchmark: every table and figure, in Markdown, and the tables in LaTeX. Fits and ranks nothing."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from epigraph_training.baselines.methods import METHODS
from epigraph_training.benchmark.cells import RESULTS, SHIPPED_NAME, negatives_name
from epigraph_training.benchmark.config import BenchmarkConfig, CaseConfig
from epigraph_training.benchmark.published import published, published_columns
from epigraph_training.corpus.dataset import dataset_facts
from epigraph_training.corpus.quoter import RELEASED
from epigraph_training.encoders.config import StageConfig, read_train_config
from epigraph_training.evaluation.figures import plot_frequency
from epigraph_training.evaluation.metrics import metrics
from epigraph_training.evaluation.report import PARTS, SETTING_NAMES
from epigraph_training.evaluation.results import SETTINGS, EvaluationError, Part, Result, Setting
from epigraph_training.evaluation.significance import LEVEL
from epigraph_training.evaluation.tables import Table, cost_columns, latex, main_columns, markdown, marked_table

_ORDER = [*(method.name for method in METHODS.values()), SHIPPED_NAME]  # the paper's, then ours

_INTRODUCTION = f"""# The benchmark

Made by `epigraph-train benchmark`; [benchmark.md](benchmark.md) tells how.

- For each context of the split all quotations that the dataset has in use are ranked; the rank is that of the right
  saying, by its best wording. Candidates that score the same as the right one count as before it.
- **Bold** is significantly better than all others in the column (paired t-test over contexts, p < {LEVEL:g});
  <u>underlined</u> are the best and those from which it does not differ significantly. Medians and deviations are only
  compared: the best is bold, without a test.
- Columns marked *paper* are what the paper published, on QuoteR's data with BERT-base: a reference, on other data than
  the columns beside them, unless a dataset is said below to be QuoteR's.
- *MGA*, *Random forest* and *CNN* are, with *LSTM*, the rankers that *top-k RM* joins.
- *{SHIPPED_NAME}* is the ranker that ships, trained elsewhere: also on passages written for this project, and on which
  quotations are used how often.
- Figures by number of training contexts count the contexts that all but *{SHIPPED_NAME}* may learn from.
- Seconds are wall-clock time when a cell was run, perhaps beside other work: a factor of two may mean nothing."""

_OPTIMISTIC = f"""
- These are ranks on validation, where the weights of *{SHIPPED_NAME}* were learned, and by which the networks' best
  epochs were chosen: those rows are optimistic."""

_NOT_LEFT_TRAINED = """
- Given the left context only, systems are those that learned from both sides; the paper has others for it."""


def write_page(
    config: BenchmarkConfig,
    found: Sequence[Result],
    negatives: Sequence[Result] = (),
    cases: Sequence[tuple[CaseConfig, Table]] = (),
) -> None:
    """Write the page of the results of a benchmark; figures go into the folder of its name."""
    if not found and not negatives:
        raise EvaluationError(f"{config.out / RESULTS}: no results of this benchmark, expected some; run it")
    sections, tables = ["".join([_INTRODUCTION, *_circumstances(config)])], list[str]()
    sections += _glance(found) if found else []
    for part, title in PARTS.items():
        chosen = [result for result in found if result.part == part]
        if chosen:
            sections.append(f"## {title}\n\nData hash `{chosen[0].data_hash}`, {chosen[0].split}.")
            for setting in SETTINGS:
                sections += _cell(_ordered(chosen, setting), part, setting, tables)
            sections += _frequency(_ordered(chosen, "both"), config.page, part)
    sections += _negatives(config, negatives, tables)
    sections += [line for case, shown in cases for line in _case(case, shown)]
    config.page.parent.mkdir(parents=True, exist_ok=True)
    config.page.write_text("\n\n".join(sections) + "\n", encoding="utf-8")
    config.page.with_suffix(".tex").write_text("\n\n".join(tables) + "\n", encoding="utf-8")


def _circumstances(config: BenchmarkConfig) -> Iterator[str]:
    """Yield how the systems of this benchmark were trained, and what they were spared."""
    if config.split == "validation":
        yield _OPTIMISTIC
    if not config.left_trained:
        yield _NOT_LEFT_TRAINED
    epochs, patience = config.networks.epochs, config.networks.patience
    yield (
        "\n- *LSTM*, *CNN*, *NNQR*, *N-QRM* and *Transform* are trained on all contexts "
        f"for {_many(epochs, 'epoch')} at most, until validation gets no better for {patience}."
    )
    for dataset in config.datasets:
        paper = read_train_config(dataset.paper)
        stages = ", then for ".join(map(_stage, paper.stages))
        classifier = _epochs(config.classifier.epochs, config.classifier.negatives, "context")
        yield (
            f"\n- `{dataset.name}`: *Ours*, its ablations, *BERT-Sim* and *BERT-Cls* start from `{paper.towers.base}`. "
            f"*Ours* is trained for {stages}; *BERT-Cls* for {classifier}."
        )
        if paper.contexts:
            yield f" {_limited(paper.contexts)}"
        if (source := dataset_facts(dataset.path).get("source")) in RELEASED:
            yield f" It is `{source}` of QuoteR: columns marked *paper* are of the same data."


def _stage(stage: StageConfig) -> str:
    if stage.kind == "sampled":
        return _epochs(stage.epochs, stage.negatives, stage.negatives_for)
    return f"{_many(stage.epochs, 'epoch')} against all quotations, the quote encoder frozen"


def _epochs(epochs: int, negatives: int, of: str) -> str:
    return f"{_many(epochs, 'epoch')} with {_many(negatives, 'negative')} drawn a {of}"


def _limited(contexts: int) -> str:
    return f"An epoch has at most {_many(contexts, 'context')} of a quotation, drawn anew for each."


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _glance(found: Sequence[Result]) -> Iterator[str]:
    """Yield the MRR of all systems in all cells, and that of chance."""
    cells = [
        (f"{PARTS[part]}{', left only' if setting == 'left' else ''}", chosen)
        for part in PARTS
        for setting in SETTINGS
        if (chosen := _ordered([result for result in found if result.part == part], setting))
    ]
    most = [max(len(result.keys) for result in chosen) for _, chosen in cells]
    rows = [
        (system, *(_mrr(system, chosen, all_of) for (_, chosen), all_of in zip(cells, most, strict=True)))
        for system in _ORDER
        if any(result.system == system for _, chosen in cells for result in chosen)
    ]
    chance = ("by chance", *(f"{_chance(chosen[0]):.3f}" for _, chosen in cells))
    yield "## At a glance"
    yield (
        "The MRR of each system. In parentheses: of a sample of the contexts, not to be compared with the others of "
        "its column; tables of that sample, with all systems, are below."
    )
    yield markdown(Table(("System", *(head for head, _ in cells)), (chance, *rows), frozenset()))


def _mrr(system: str, results: Sequence[Result], most: int) -> str:
    """Return the MRR of a system in a cell of so many contexts."""
    for result in results:
        if result.system == system:
            mrr = f"{metrics(result.ranks).mrr:.3f}"
            return mrr if len(result.keys) == most else f"({mrr})"
    return "–"


def _ordered(results: Sequence[Result], setting: Setting) -> list[Result]:
    """Return the results of a setting in the order of the paper's table."""
    chosen = [result for result in results if result.setting == setting and result.system in _ORDER]
    return sorted(chosen, key=lambda result: _ORDER.index(result.system))


def _cell(results: Sequence[Result], part: Part, setting: Setting, tables: list[str]) -> Iterator[str]:
    """Yield the tables of a part and a setting: all contexts, then the sample that slow systems ranked."""
    if not results:
        return
    most = max(len(result.keys) for result in results)
    whole = [result for result in results if len(result.keys) == most]
    sampled = [result for result in results if len(result.keys) < most]
    first = whole[0]
    caption = f"{PARTS[part]}, {SETTING_NAMES[setting]}"
    yield f"### {SETTING_NAMES[setting].capitalize()}"
    yield (
        f"{most:,} contexts, {first.sayings_ranked:,} sayings ranked; by chance the MRR is {_chance(first):.3f}."
        + (f" {_names(sampled)} ranked a sample, see the next table." if sampled else "")
    )
    yield _shown(whole, f"{caption}.", tables)
    if sampled:
        keys = set(sampled[0].keys)
        yield f"The same on a random sample of {len(keys):,} contexts, which {_names(sampled)} ranked too:"
        yield _shown([restricted(result, keys) for result in results], f"{caption}, {len(keys)} contexts.", tables)
    cost = Table(*_cost(results))
    tables.append(latex(cost, f"{caption}: what it cost."))
    yield "What it cost:"
    yield markdown(cost)


def restricted(result: Result, keys: set[str]) -> Result:
    """Return a result on some of its contexts."""
    kept = [place for place, key in enumerate(result.keys) if key in keys]
    return replace(
        result,
        keys=tuple(result.keys[place] for place in kept),
        sayings=tuple(result.sayings[place] for place in kept),
        ranks=tuple(result.ranks[place] for place in kept),
        training_contexts=tuple(result.training_contexts[place] for place in kept),
        confidence=None,
    )


def _shown(results: Sequence[Result], caption: str, tables: list[str]) -> str:
    """Return a table in Markdown; put its LaTeX into `tables`."""
    named = [replace(result, system=_row(result)) for result in results]
    shown = marked_table(named, (*main_columns(), *published_columns()))
    tables.append(latex(shown, caption))
    return markdown(shown)


def _row(result: Result) -> str:
    """Return the name of a row, which says so where the weights were learned on what is ranked."""
    learned_here = result.system == SHIPPED_NAME and result.split == "validation"
    return f"{result.system}, optimistic" if learned_here else result.system


def _cost(results: Sequence[Result]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], frozenset[tuple[int, int]]]:
    """Return head, rows and no best: costs are of systems that may have ranked different contexts."""
    rows = [marked_table([result], cost_columns()) for result in results]
    return rows[0].head, tuple(row.rows[0] for row in rows), frozenset()


def _chance(result: Result) -> float:
    """Return the MRR of a ranking by chance."""
    return sum(1 / rank for rank in range(1, result.sayings_ranked + 1)) / result.sayings_ranked


def _names(results: Sequence[Result]) -> str:
    return " and ".join(result.system for result in results)


def _frequency(results: Sequence[Result], page: Path, part: Part) -> Iterator[str]:
    """Yield the frequency figure of the paper's model, of the shipped one, and of CRM."""
    wanted = {METHODS["crm"].name, METHODS["ours"].name, SHIPPED_NAME}
    chosen = [result for result in results if result.system in wanted]
    if chosen:
        path = page.with_suffix("") / f"frequency-{part}.svg"
        plot_frequency(chosen, path)
        link = Path(os.path.relpath(path, page.parent)).as_posix()
        yield "### By number of training contexts"
        yield f"![MRR and NDCG@5 by number of training contexts]({link})"


def _negatives(config: BenchmarkConfig, found: Sequence[Result], tables: list[str]) -> Iterator[str]:
    """Yield the tables of negative samples, one a part."""
    if not config.negatives:
        return
    order = [negatives_name(count) for count in config.negatives.counts]
    most = config.negatives.contexts
    few = f" {_limited(most)}" if most else ""
    for part in sorted({result.part for result in found}):
        chosen = sorted((one for one in found if one.part == part), key=lambda one: order.index(one.system))
        reference = published_columns() if published(chosen[0].system, part, "both") else ()
        shown = marked_table(chosen, (*main_columns(), *reference))
        tables.append(latex(shown, f"{PARTS[part]}, validation, by number of negative samples."))
        yield f"## Negative samples: {PARTS[part]}"
        yield "The paper's model on validation, by how many quotations are drawn against each in the first stage." + few
        yield markdown(shown)


def _case(case: CaseConfig, shown: Table) -> Iterator[str]:
    yield f"## Case: {METHODS[case.system].name}"
    yield f"> {case.left} **[Quote]** {case.right}".rstrip()
    yield markdown(shown)
