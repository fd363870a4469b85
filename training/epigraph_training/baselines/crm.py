"""CRM (He et al. 2010): the quotation whose known contexts are most like the query's.

Known of the cited model: contexts are tf-idf vectors, and the relevance of an item to a context is the mean of the
squared products with the item's own contexts. Terms are the server's, so that the server can run it
(`epigraph.ranking.crm`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from epigraph.ranking.crm import CRM as FILE
from epigraph.ranking.crm import Crm, crm_bytes, read_crm
from epigraph.replacing import replace_file
from epigraph_training.baselines.method import Method, Options, Progress, Task
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

NAME = "CRM"


@dataclass(frozen=True, slots=True)
class CrmSystem:
    """The server's relevance model as a system."""

    crm: Crm
    name: str = NAME

    @property
    def quote_ids(self) -> Sequence[str]:
        """The quotations that it ranks."""
        return self.crm.quote_ids

    @property
    def parameters(self) -> int:
        """The weights of terms in contexts."""
        return len(self.crm.postings.weights)

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return how like known contexts are to each context, (n_contexts, n_quotes)."""
        return np.stack([self.crm.scores(f"{left} {right}") for left, right in contexts])

    def save(self, folder: Path) -> None:
        """Write the file that the server reads too."""
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FILE, crm_bytes(self.crm))


def fit(task: Task, options: Options, work: Path, progress: Progress) -> CrmSystem:  # noqa: ARG001 - nothing to tell it
    """Index the known contexts."""
    contexts = (f"{one.left} {one.right}" for one in task.training)
    return CrmSystem(Crm.build(task.quote_ids, [one.row for one in task.training], contexts))


def load(folder: Path) -> CrmSystem:
    """Read a saved model."""
    return CrmSystem(read_crm(folder / FILE))


CRM = Method(NAME, fit, load)
