"""Matching granularity adjustment: the statistical ranker of top-k RM (Ahn et al. 2016).

Known: the relevance of a quotation to a context is matched at more than one granularity, because rare quotations have
few contexts to match. Chosen here: the sum of the cosines of the context with the nearest known context of the
quotation, with all its contexts together, and with all contexts of its cluster, of quotations used in like contexts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans

from epigraph_training.baselines.features import (
    Features,
    load_arrays,
    save_arrays,
    sparse_arrays,
    sparse_from,
    unit,
)
from epigraph_training.baselines.method import Method, Options, Progress, Task
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

NAME = "MGA"
_FILE = "granularity.npz"
_LEAST, _MOST = 2, 50_000  # contexts that a term must be in; terms
_CLUSTER = 10  # quotations in a cluster, on average
_AT_A_TIME = 256


@dataclass(frozen=True, slots=True)
class GranularitySystem:
    """Vectors of known contexts, of quotations and of clusters."""

    quote_ids: Sequence[str]
    features: Features
    contexts: Any  # (n_contexts, n_terms), those of one quotation together
    rows: NDArray[np.int64]  # (n_contexts,), ascending: the quotation of each
    together: Any  # (n_quotes, n_terms): all contexts of a quotation
    clusters: Any  # (n_clusters, n_terms)
    cluster_of: NDArray[np.int64]  # (n_quotes,)
    name: str = NAME

    @property
    def parameters(self) -> int:
        """The weights of all vectors."""
        return int(self.contexts.nnz + self.together.nnz + self.clusters.nnz)

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the sum of the cosines at all granularities, (n_contexts, n_quotes)."""
        parts = (contexts[start : start + _AT_A_TIME] for start in range(0, len(contexts), _AT_A_TIME))
        return np.concatenate([self._scores(part) for part in parts])

    def _scores(self, contexts: Sequence[Context]) -> Scores:
        asked = self.features.weighed(f"{left} {right}" for left, right in contexts)
        cosines = (asked @ self.contexts.T).toarray()  # (n, n_contexts)
        used, first = np.unique(self.rows, return_index=True)
        scores = (asked @ self.together.T).toarray() + (asked @ self.clusters.T).toarray()[:, self.cluster_of]
        scores[:, used] += np.maximum.reduceat(cosines, first, axis=1)
        result: Scores = scores.astype(np.float32)
        return result

    def save(self, folder: Path) -> None:
        """Write all vectors."""
        vectors = {"contexts": self.contexts, "together": self.together, "clusters": self.clusters}
        arrays = {name: values for key in vectors for name, values in sparse_arrays(key, vectors[key]).items()}
        arrays |= {"quote_ids": np.array(self.quote_ids), "rows": self.rows, "cluster_of": self.cluster_of}
        save_arrays(folder, _FILE, {**arrays, **self.features.arrays()})


def fit(task: Task, options: Options, work: Path, progress: Progress) -> GranularitySystem:  # noqa: ARG001
    """Weigh the known contexts and cluster the quotations by them."""
    ordered = sorted(task.training, key=lambda one: one.row)
    texts = [f"{one.left} {one.right}" for one in ordered]
    rows = np.array([one.row for one in ordered])
    features = Features.learned(texts, _LEAST, _MOST)
    contexts = features.weighed(texts)
    progress(f"{NAME}: clustering")
    together = unit(_summed(contexts, rows, len(task.quotes)))
    count = max(len(task.quotes) // _CLUSTER, 1)
    cluster_of = KMeans(count, n_init=1, random_state=options.seed).fit_predict(together).astype(np.int64)
    clusters = unit(_summed(together, cluster_of, count))
    return GranularitySystem(task.quote_ids, features, contexts, rows, together, clusters, cluster_of)


def _summed(vectors: Any, group: NDArray[np.int64], groups: int) -> Any:  # noqa: ANN401 - scipy has no types
    """Return the sum of the vectors of each group, (groups, n_terms)."""
    member = csr_matrix((np.ones(len(group)), (group, np.arange(len(group)))), shape=(groups, len(group)))
    return (member @ vectors).tocsr()


def load(folder: Path) -> GranularitySystem:
    """Read a saved system."""
    arrays = load_arrays(folder / _FILE)
    vectors = {name: sparse_from(arrays, name) for name in ("contexts", "together", "clusters")}
    return GranularitySystem(
        quote_ids=arrays["quote_ids"].tolist(),
        features=Features.from_arrays(arrays),
        rows=arrays["rows"],
        cluster_of=arrays["cluster_of"],
        **vectors,
    )


GRANULARITY = Method(NAME, fit, load, reads=("seed",))
