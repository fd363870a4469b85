"""Random forest: one of the rankers of top-k RM (Ahn et al. 2016). Trees over the words of a context vote.

Each tree asks whether a context has a term. scikit-learn grows them, one at a time, because a tree in its form has a
number for every node and every quotation; what is kept is a few numbers a leaf. Number and size of trees are our own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.ensemble import RandomForestClassifier

from epigraph_training.baselines.features import Features, load_arrays, save_arrays, sparse_arrays, sparse_from
from epigraph_training.baselines.method import Method, Options, Progress, Task
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

NAME = "Random forest"
_FILE = "forest.npz"
_LEAST, _MOST = 5, 4_000  # contexts that a term must be in; terms
_TREES = 100
_LEAVES = 4_096  # the most of a tree
_NONE = -1


@dataclass(frozen=True, slots=True)
class ForestSystem:
    """All trees as one list of nodes. A node asks for a term; without it goes left, with it right; a leaf asks none."""

    quote_ids: Sequence[str]
    features: Features
    roots: NDArray[np.int64]  # (n_trees,)
    asks: NDArray[np.int64]  # (n_nodes,): a term, or none
    left: NDArray[np.int64]  # (n_nodes,)
    right: NDArray[np.int64]  # (n_nodes,)
    votes: Any  # (n_nodes, n_quotes), sparse; only leaves have some
    name: str = NAME

    @property
    def parameters(self) -> int:
        """Nodes and votes."""
        return int(3 * len(self.asks) + self.votes.nnz)

    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the mean of the trees' votes, (n_contexts, n_quotes)."""
        has = self.features.present(f"{left} {right}" for left, right in contexts).toarray() > 0  # (n, n_terms)
        total = np.zeros((len(contexts), len(self.quote_ids)), dtype=np.float32)
        for root in self.roots:
            total += self.votes[self._leaves(has, root)].toarray()
        return total / np.float32(len(self.roots))

    def _leaves(self, has: NDArray[np.bool_], root: np.int64) -> NDArray[np.int64]:
        """Return the leaf of a tree that each context comes to."""
        node = np.full(len(has), root)
        every = np.arange(len(has))
        while (asked := self.asks[node] != _NONE).any():
            step = np.where(has[every, self.asks[node]], self.right[node], self.left[node])
            node = np.where(asked, step, node)
        return node

    def save(self, folder: Path) -> None:
        """Write the trees."""
        nodes = {"roots": self.roots, "asks": self.asks, "left": self.left, "right": self.right}
        arrays = {"quote_ids": np.array(self.quote_ids), **nodes, **sparse_arrays("votes", self.votes)}
        save_arrays(folder, _FILE, {**arrays, **self.features.arrays()})


def fit(task: Task, options: Options, work: Path, progress: Progress) -> ForestSystem:  # noqa: ARG001 - minutes
    """Grow the trees."""
    texts = [f"{one.left} {one.right}" for one in task.training]
    rows = np.array([one.row for one in task.training])
    features = Features.learned(texts, min(_LEAST, len(texts)), _MOST)
    has = features.present(texts)
    roots, asks, left, right, votes, size = [], [], [], [], [], 0
    for number in range(_TREES):
        progress(f"{NAME}: tree {number + 1} of {_TREES}")
        tree = _grown(has, rows, options.seed * _TREES + number)
        inside = tree.children_left != _NONE
        roots.append(size)
        asks.append(np.where(inside, tree.feature, _NONE))
        left.append(np.where(inside, tree.children_left + size, _NONE))
        right.append(np.where(inside, tree.children_right + size, _NONE))
        votes.append(_votes(tree, ~inside, np.unique(rows), len(task.quotes)))
        size += tree.node_count
    return ForestSystem(
        quote_ids=task.quote_ids,
        features=features,
        roots=np.array(roots),
        asks=np.concatenate(asks).astype(np.int64),
        left=np.concatenate(left).astype(np.int64),
        right=np.concatenate(right).astype(np.int64),
        votes=vstack(votes).tocsr(),
    )


def _grown(has: Any, rows: NDArray[np.int64], seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
    """Return one tree of a forest."""
    forest = RandomForestClassifier(1, max_leaf_nodes=_LEAVES, random_state=seed)
    return forest.fit(has, rows).estimators_[0].tree_


def _votes(tree: Any, leaf: NDArray[np.bool_], classes: NDArray[np.int64], n_quotes: int) -> Any:  # noqa: ANN401
    """Return what share of a leaf's contexts each quotation has, (n_nodes, n_quotes)."""
    node, place = np.nonzero(tree.value[:, 0, :] * leaf[:, None])
    shares = tree.value[node, 0, place] / tree.value[node, 0, :].sum(axis=1)
    return csr_matrix((shares.astype(np.float32), (node, classes[place])), shape=(tree.node_count, n_quotes))


def load(folder: Path) -> ForestSystem:
    """Read a saved forest."""
    arrays = load_arrays(folder / _FILE)
    return ForestSystem(
        quote_ids=arrays["quote_ids"].tolist(),
        features=Features.from_arrays(arrays),
        roots=arrays["roots"],
        asks=arrays["asks"],
        left=arrays["left"],
        right=arrays["right"],
        votes=sparse_from(arrays, "votes"),
    )


FOREST = Method(NAME, fit, load, reads=("seed",))
