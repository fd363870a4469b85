"""Semantic channel: the context's vector against the vectors of the quotations."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epigraph.model.encoder import BoundMatrix, OnnxEncoder
from epigraph.text.query import Query

_HINT_WEIGHT = 0.5  # of the hint's own vector beside the context's
_CHUNK = 16_384  # rows made float32 at a time

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SemanticChannel:
    """The encoder and the quotations' vectors, here and, where the encoder has a device of its own, on that."""

    encoder: OnnxEncoder
    matrix: NDArray[Any]  # (n_quotes, dimension): float32, or where they are very many float16, or int8 with scales
    bound: BoundMatrix | None = None
    scales: Scores | None = None  # (n_quotes,): what a row of the matrix is multiplied by

    @classmethod
    def over(cls, encoder: OnnxEncoder, matrix: Scores) -> "SemanticChannel":
        """Put the matrix on the encoder's device.

        On the CPU it stays where it is: the graph would sort what nobody needs sorted.
        """
        return cls(encoder, matrix, encoder.bind(matrix) if encoder.has_device else None)

    def read(self, query: Query) -> tuple[Scores, Scores | None]:
        """Return the query's vector, drawn towards the hint where it has words, and its cosine with every row.

        The cosines come along where one run on the device gives both; else `cosines` gives them.
        """
        if query.hint.words:
            context, hint = self.encoder.encode_contexts([(query.left, query.right), (query.hint.words, "")])
            mixed = context + _HINT_WEIGHT * hint
            return mixed / np.linalg.norm(mixed), None
        if self.bound is None:
            return self.encoder.encode_contexts([(query.left, query.right)])[0], None
        ranked = self.bound.rank(query.left, query.right, len(self.matrix))
        scores = np.empty(len(self.matrix), dtype=np.float32)  # (n_quotes,)
        scores[ranked.rows] = ranked.scores
        return ranked.vector, scores

    def cosines(self, vector: Scores, rows: NDArray[np.intp]) -> Scores:
        """Return the cosines of a vector with some rows, (n_rows,)."""
        if self.matrix.dtype == np.float32:
            return product(self.matrix, vector)[rows]
        found = np.empty(len(rows), dtype=np.float32)
        for start in range(0, len(rows), _CHUNK):
            some = self.matrix[rows[start : start + _CHUNK]].astype(np.float32)
            found[start : start + len(some)] = product(some, vector)
        return found if self.scales is None else found * self.scales[rows]

    def vector_of(self, row: int) -> Scores:
        """Return the vector of a quotation."""
        vector: Scores = self.matrix[row].astype(np.float32)
        return vector if self.scales is None else vector * self.scales[row]


def product(matrix: Scores, vector: Scores) -> Scores:
    """Return matrix @ vector, on this thread alone.

    BLAS would share a product of this size among threads that wait for each other: a millisecond, but thirty of them
    where the machine is busy.
    """
    scores: Scores = np.vecdot(matrix, vector)
    return scores
