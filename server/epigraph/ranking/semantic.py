"""Semantic channel: the context's vector against the vector of every quotation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epigraph.model.encoder import BoundMatrix, OnnxEncoder
from epigraph.text.query import Query

_HINT_WEIGHT = 0.5  # of the hint's own vector beside the context's


@dataclass(frozen=True, slots=True)
class SemanticChannel:
    """The encoder and the quotations' vectors: here for chosen rows, on the device for the nearest of all."""

    encoder: OnnxEncoder
    matrix: NDArray[np.float32]  # (n_quotes, dimension), rows of length 1
    bound: BoundMatrix

    @classmethod
    def over(cls, encoder: OnnxEncoder, matrix: NDArray[np.float32]) -> "SemanticChannel":
        """Put the matrix on the encoder's device."""
        return cls(encoder, matrix, encoder.bind(matrix))

    def nearest(self, query: Query, k: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the query's vector and the k nearest rows, by one run of the fused graph."""
        ranked = self.bound.rank(query.left, query.right, k)
        return ranked.vector, ranked.rows

    def vector(self, query: Query) -> NDArray[np.float32]:
        """Return the query's vector, drawn towards the hint where it has words."""
        if not query.hint.words:
            context: NDArray[np.float32] = self.encoder.encode_contexts([(query.left, query.right)])[0]
            return context
        context, hint = self.encoder.encode_contexts([(query.left, query.right), (query.hint.words, "")])
        mixed = context + _HINT_WEIGHT * hint
        result: NDArray[np.float32] = mixed / np.linalg.norm(mixed)
        return result

    def scores(self, vector: NDArray[np.float32], rows: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return the cosine of a vector with each of the given rows."""
        result: NDArray[np.float32] = self.matrix[rows] @ vector  # (n_rows,)
        return result
