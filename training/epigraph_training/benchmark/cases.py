"""Case studies as in the paper: the best quotations of a system for one context, with their rank scores.

Those of a benchmark are kept, so that its page can be made without the systems.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from epigraph.quotes.quote import quote_id
from epigraph.replacing import replace_file
from epigraph_training.baselines.method import Progress
from epigraph_training.benchmark.cells import Place, at_hand, made_by, open_places
from epigraph_training.benchmark.config import BenchmarkConfig, CaseConfig, check_case
from epigraph_training.benchmark.running import fitted
from epigraph_training.evaluation.tables import Table

_FOLDER = "cases"
_HEAD = ("Rank", "Quotation", "Score")
_BEST = 5


def run_cases(config: BenchmarkConfig, progress: Progress) -> None:
    """Make the case studies of a benchmark that are not kept yet; their systems are fitted where they are not."""
    for case, place in _placed(config):
        path = _file(place, case)
        if not path.exists():
            _keep(_table(place, case, progress), path)


def kept_cases(config: BenchmarkConfig) -> list[tuple[CaseConfig, Table]]:
    """Return the case studies that were made, with their tables."""
    paths = [(case, _file(place, case)) for case, place in _placed(at_hand(config))]
    return [(case, _kept(path)) for case, path in paths if path.exists()]


def _placed(config: BenchmarkConfig) -> Iterator[tuple[CaseConfig, Place]]:
    """Yield the cases of the datasets of a benchmark."""
    places = {place.dataset.name: place for place in open_places(config)} if config.cases else {}
    for case in config.cases:
        if place := places.get(case.dataset):
            yield case, place


def case_table(config: BenchmarkConfig, case: CaseConfig, progress: Progress) -> Table:
    """Return the best quotations for a context, and the right one, bold, at its rank, with the softmax of their scores.

    A right one that the dataset does not have in use has no rank.
    """
    check_case(case)
    return _table(Place.open(config.dataset(case.dataset), config), case, progress)


def _table(place: Place, case: CaseConfig, progress: Progress) -> Table:
    system, _ = fitted(place, case.system, case.setting, progress)
    scores = system.scores([(case.left, case.right)])[0].astype(np.float64)  # (n_quotes,)
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    ranked = [system.quote_ids[row] for row in np.argsort(-scores, kind="stable")]
    share = dict(zip(system.quote_ids, shares, strict=True))
    right = quote_id(case.gold) if case.gold else ""
    rows = [
        (str(rank), quote.text if (quote := place.trial.collection.get(one)) else "", f"{share[one]:.3f}")
        for rank, one in enumerate(ranked, 1)
        if rank <= _BEST or one == right
    ]
    if right and right not in share:
        rows.append(("–", case.gold, "not in use"))
    bold = [i for i, (_, text, _) in enumerate(rows) if case.gold and quote_id(text) == right]
    return Table(_HEAD, tuple(rows), frozenset((i, 1) for i in bold))


def _file(place: Place, case: CaseConfig) -> Path:
    """Return where a case is kept: another context, system or dataset is another file."""
    told = json.dumps([asdict(case), place.trial.data_hash])
    return place.config.out / _FOLDER / f"{made_by(place, case.system, case.setting, told)}.json"


def _keep(shown: Table, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"rows": shown.rows, "best": sorted(shown.best)}
    replace_file(path, (json.dumps(kept, ensure_ascii=False) + "\n").encode())


def _kept(path: Path) -> Table:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Table(_HEAD, tuple(map(tuple, kept["rows"])), frozenset(map(tuple, kept["best"])))
