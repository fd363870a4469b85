"""top-k RM (Ahn et al. 2016): the ranks that four rankers give a quotation are multiplied; the least product is best.

The four are matching granularity adjustment, random forest, CNN and LSTM. Ranks below k count as k + 1, so that one
ranker's nonsense cannot bury what the others found. k is our choice; the whole product has a small weight beside that,
which orders what is alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from epigraph_training.baselines.cnn import CNN
from epigraph_training.baselines.forest import FOREST
from epigraph_training.baselines.granularity import GRANULARITY
from epigraph_training.baselines.lstm import LSTM
from epigraph_training.baselines.method import Fitted, Method, Options, Progress, Task
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

NAME = "top-k RM"
_MEMBERS = {"mga": GRANULARITY, "forest": FOREST, "cnn": CNN, "lstm": LSTM}  # the name is its folder's too
_K = 100
_TIE = 1e-3  # weight of the whole product


@dataclass(frozen=True, slots=True)
class RankMultiplication:
    """The four rankers, in the order of their folders."""

    members: tuple[Fitted, ...]
    name: str = NAME

    @property
    def quote_ids(self) -> Sequence[str]:
        """The quotations that all of them rank."""
        return self.members[0].quote_ids

    @property
    def parameters(self) -> int:
        """Those of all rankers."""
        return sum(member.parameters for member in self.members)

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return minus the logarithm of the product of ranks, (n_contexts, n_quotes)."""
        ranks = np.stack([_ranks(member.scores(contexts)) for member in self.members])  # (4, n_contexts, n_quotes)
        near = np.log(np.minimum(ranks, _K + 1)).sum(axis=0)
        result: Scores = -(near + _TIE * np.log(ranks).sum(axis=0)).astype(np.float32)
        return result

    def save(self, folder: Path) -> None:
        """Write each ranker into a folder of its own."""
        for name, member in zip(_MEMBERS, self.members, strict=True):
            member.save(folder / name)


def _ranks(scores: Scores) -> Scores:
    """Return the rank of each quotation, from 1; what scores the same has the same, mean rank."""
    ranks: Scores = rankdata(-scores, axis=1).astype(np.float32)
    return ranks


def fit(task: Task, options: Options, work: Path, progress: Progress) -> RankMultiplication:
    """Fit the four rankers."""
    return join([one.fit(task, options, work / name, progress) for name, one in _MEMBERS.items()])


def join(members: Sequence[Fitted]) -> RankMultiplication:
    """Take the four rankers as they were fitted."""
    return RankMultiplication(tuple(members))


def load(folder: Path) -> RankMultiplication:
    """Read the four rankers."""
    return join([one.load(folder / name) for name, one in _MEMBERS.items()])


RANK_MULTIPLICATION = Method(NAME, fit, load, ("base", "networks", "seed"), tuple(_MEMBERS), join)
