"""Semantic channel: the context's vector against the vector of every quotation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.model.encoder import BoundMatrix, OnnxEncoder
from epigraph.text.query import Query

_HINT_WEIGHT = 0.5  # of the hint's own vector beside the context's


@dataclass(frozen=True, slots=True)
class SemanticChannel:
    """The encoder and the quotations' vectors, here and on the encoder's device."""

    encoder: OnnxEncoder
    matrix: NDArray[np.float32]  # (n_quotes, dimension), rows of length 1
    bound: BoundMatrix

    @classmethod
    def over(cls, encoder: OnnxEncoder, matrix: NDArray[np.float32]) -> "SemanticChannel":
        """Put the matrix on the encoder's device."""
        return cls(encoder, matrix, encoder.bind(matrix))

    def scores(self, query: Query) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the query's vector, drawn towards the hint where it has words, and its cosine with every row."""
        if query.hint.words:
            context, hint = self.encoder.encode_contexts([(query.left, query.right), (query.hint.words, "")])
            mixed = context + _HINT_WEIGHT * hint
            vector: NDArray[np.float32] = mixed / np.linalg.norm(mixed)
            return vector, product(self.matrix, vector)
        ranked = self.bound.rank(query.left, query.right, len(self.matrix))  # one run of the fused graph
        scores = np.empty(len(self.matrix), dtype=np.float32)  # (n_quotes,)
        scores[ranked.rows] = ranked.scores
        return ranked.vector, scores


def product(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return matrix @ vector, on this thread alone.

    BLAS would share a product of this size among threads that wait for each other: a millisecond, but thirty of them
    where the machine is busy.
    """
    scores: NDArray[np.float32] = np.einsum("ij,j->i", matrix, vector)
    return scores
