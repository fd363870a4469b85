"""Small things that tests make: quotations, queries, and an encoder without a model."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from epigraph.model.encoder import Ranked
from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import Quote
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.semantic import SemanticChannel
from epigraph.text.query import Hint, Query


def make_quote(text: str = "Time flies", **fields: object) -> Quote:
    """Make an English quotation."""
    return Quote(**{"text": text, "language": "en", **fields})  # type: ignore[arg-type]


def make_query(left: str = "", right: str = "", hint: Hint | None = None) -> Query:
    """Make an English query."""
    return Query("en", left, right, hint or Hint())


class LetterEncoder:
    """An encoder that knows letters only: the vector of a text counts its letters a to z."""

    def __init__(self) -> None:
        self.matrix = np.zeros((0, 26), dtype=np.float32)

    def encode_contexts(self, contexts: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the vectors of contexts."""
        return self.encode_quotes([left + right for left, right in contexts])

    def encode_quotes(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of texts."""
        counts = np.array([[text.lower().count(chr(97 + i)) for i in range(26)] for text in texts], dtype=np.float32)
        counts = counts.reshape(-1, 26)
        result: NDArray[np.float32] = counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-9)
        return result

    def bind(self, matrix: NDArray[np.float32]) -> "LetterEncoder":
        """Keep the matrix that `rank` works on."""
        self.matrix = matrix
        return self

    def rank(self, left: str, right: str, k: int) -> Ranked:
        """Return the k nearest rows, as the fused graph does."""
        vector = self.encode_contexts([(left, right)])[0]
        scores = self.matrix @ vector
        rows = np.argsort(-scores, kind="stable")[:k]
        return Ranked(vector, rows, scores[rows])


def make_ranker(*quotes: Quote, semantic: float = 1.0, lexical: float = 0.0, hint: float = 0.0) -> Ranker:
    """Make a ranker over quotations with the letter encoder and the given weights."""
    collection = Collection(quotes)
    encoder = LetterEncoder()
    matrix = encoder.encode_quotes([quote.text for quote in collection])
    channel = SemanticChannel.over(encoder, matrix)  # type: ignore[arg-type]
    fusion = Fusion(0.0, {"semantic": semantic, "lexical": lexical, "hint": hint})
    return Ranker(collection, channel, LexicalIndex.build(collection.quotes), fusion)
