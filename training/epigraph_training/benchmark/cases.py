"""Case studies as in the paper: the best quotations of a system for one context, with their rank scores."""

import numpy as np

from epigraph.quotes.quote import quote_id
from epigraph_training.baselines.method import Progress
from epigraph_training.benchmark.config import BenchmarkConfig, CaseConfig, check_case
from epigraph_training.benchmark.running import Place, fitted, is_fitted
from epigraph_training.evaluation.results import Setting
from epigraph_training.evaluation.tables import Table

_BEST = 5


def fitted_cases(config: BenchmarkConfig, progress: Progress) -> list[tuple[CaseConfig, Table]]:
    """Return the case studies of a benchmark whose systems are fitted, with their tables."""
    ready = [case for case in config.cases if is_fitted(config, case.dataset, case.system, _setting(case))]
    return [(case, case_table(config, case, progress)) for case in ready]


def case_table(config: BenchmarkConfig, case: CaseConfig, progress: Progress) -> Table:
    """Return the best quotations for a context, and the right one, bold, at its rank, with the softmax of their scores.

    A right one that the dataset does not have in use has no rank.
    """
    check_case(case)
    place = Place.open(config.dataset(case.dataset), config)
    system, _ = fitted(place, case.system, _setting(case), progress)
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
    return Table(("Rank", "Quotation", "Score"), tuple(rows), frozenset((i, 1) for i in bold))


def _setting(case: CaseConfig) -> Setting:
    return "both" if case.right else "left"
