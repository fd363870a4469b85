"""What is evaluated: anything that scores quotations for contexts. Scores become results the same way for all."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epigraph_training.corpus.pair import Pair
from epigraph_training.evaluation.metrics import ranks_of
from epigraph_training.evaluation.results import CANDIDATES, Candidates, Confidence, EvaluationError, Result, Setting
from epigraph_training.evaluation.trial import TODAY, Context, Trial, saying_of

Scores = NDArray[np.float32]


class System(Protocol):
    """A ranker of quotations; column i of its scores is quote_ids[i]."""

    @property
    def name(self) -> str:
        """Its row in the tables."""
        ...

    @property
    def quote_ids(self) -> Sequence[str]:
        """The quotations that it ranks."""
        ...

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the score of every quotation for every context, (n_contexts, n_quotes); more is better."""
        ...


@dataclass(frozen=True, slots=True)
class VectorSystem:
    """Two encoders: the product of a context's vector with every quotation's."""

    name: str
    quote_ids: Sequence[str]
    quotes: NDArray[np.float32]  # (n_quotes, dimension)
    encode: Callable[[Sequence[Context]], NDArray[np.float32]]  # (n_contexts, dimension)

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the products."""
        result: Scores = self.encode(contexts) @ self.quotes.T  # (n_contexts, n_quotes)
        return result


@dataclass(frozen=True, slots=True)
class Run:
    """What a system answered in one setting, and what that took."""

    system: str
    setting: Setting
    quote_ids: Sequence[str]
    scores: Scores  # (n_contexts, n_quotes)
    command: str = ""
    seconds: float = 0.0
    parameters: int | None = None
    confidence: Confidence | None = None
    abstain: float | None = None


def run(system: System, trial: Trial, setting: Setting, *, command: str = "", parameters: int | None = None) -> Run:
    """Let a system answer."""
    start = time.perf_counter()
    scores = system.scores(trial.contexts(setting))
    seconds = time.perf_counter() - start
    return Run(system.name, setting, system.quote_ids, scores, command, seconds, parameters)


def judge(done: Run, trial: Trial, among: Sequence[Candidates] = CANDIDATES) -> list[Result]:
    """Return the results of a run: one for each part of the trial and each set of candidates.

    Passages of today ask for any quotation of the collection, so they have no others.
    """
    parts = np.asarray(trial.parts)
    return [
        _result(done, trial, candidates, np.flatnonzero(parts == part))
        for part in np.unique(parts)
        for candidates in among
        if candidates == "collection" or part not in TODAY.values()
    ]


def _result(done: Run, trial: Trial, candidates: Candidates, rows: NDArray[np.intp]) -> Result:
    """Rank the candidates for the pairs in the given rows, which are of one part."""
    columns = [
        column
        for column, quote_id in enumerate(done.quote_ids)
        if candidates == "collection" or quote_id in trial.in_use
    ]
    ranked = [saying_of(trial.collection, done.quote_ids[column]) for column in columns]
    gold = [trial.sayings[row] for row in rows]
    if missing := set(gold) - set(ranked):
        raise EvaluationError(
            f"{done.system}: {len(missing)} right sayings are not ranked, expected all of the split; "
            "train or export it again with this dataset and collection"
        )
    return Result(
        system=done.system,
        part=trial.parts[rows[0]],
        setting=done.setting,
        split=trial.split,
        candidates=candidates,
        sayings_ranked=len(set(ranked)),
        data_hash=trial.data_hash,
        command=done.command,
        seconds=done.seconds * len(rows) / len(trial.pairs),
        parameters=done.parameters,
        keys=tuple(key_of(trial.pairs[row]) for row in rows),
        sayings=tuple(gold),
        ranks=tuple(ranks_of(done.scores[rows][:, columns], ranked, gold).tolist()),
        training_contexts=tuple(trial.training_contexts[saying] for saying in gold),
        confidence=_confidence_of(done, rows) if candidates == "collection" else None,
        abstain=done.abstain if candidates == "collection" else None,
    )


def _confidence_of(done: Run, rows: NDArray[np.intp]) -> Confidence | None:
    if done.confidence is None:
        return None
    return Confidence(*(tuple(side[row] for row in rows) for side in (done.confidence.present, done.confidence.absent)))


def key_of(pair: Pair) -> str:
    """Return what names a context in every result that has it."""
    return pair.lot(0).hex()[:16]
