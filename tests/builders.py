"""Small things that tests make: quotations, queries, an encoder and a memory without a model."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from epigraph.model.comparison import Compare
from epigraph.model.encoder import Ranked
from epigraph.model.memory import Memory
from epigraph.model.nearest import NearestRows
from epigraph.model.postings import ByRow, Postings
from epigraph.quotes.collection import Collection
from epigraph.quotes.quote import Quote
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.known import KnownUses
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.named import NamedIndex
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.shortlist import Shortlist
from epigraph.ranking.suggestion import CHANNELS
from epigraph.text.query import Hint, Query
from epigraph.text.terms import terms_beside, terms_of


def make_quote(text: str = "Time flies", **fields: object) -> Quote:
    """Make an English quotation."""
    return Quote(**{"text": text, "language": "en", **fields})  # type: ignore[arg-type]


def make_query(left: str = "", right: str = "", hint: Hint | None = None) -> Query:
    """Make an English query."""
    return Query("en", left, right, hint or Hint())


class LetterEncoder:
    """An encoder that knows letters only: the vector of a text counts its letters a to z."""

    def __init__(self, *, has_device: bool = False) -> None:
        self.has_device = has_device
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


def make_memory(
    quotes: Sequence[Quote],
    known: Mapping[str, Sequence[str]],
    uses: Mapping[str, int] | None = None,
    written: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Memory, Compare]:
    """Make the memory of quotations, a row each, from the texts of contexts and the numbers of uses by id.

    The terms are those of `known`.
    """
    both = [
        [(row, text) for row, quote in enumerate(quotes) for text in some.get(quote.id, ())]
        for some in (known, written or {})
    ]
    contexts = LetterEncoder().encode_quotes([text for some in both for _, text in some])
    rows, of_written = (np.array([row for row, _ in some], dtype=np.int32) for some in both)
    memory = Memory(
        rows=rows,
        written=of_written,
        uses=np.array([(uses or {}).get(quote.id, 0) for quote in quotes], dtype=np.int32),
        usage=Postings.build(terms_of(" ".join(known.get(quote.id, ()))) for quote in quotes),
        beside=Postings.build(
            [term for text in known.get(quote.id, ()) for term in terms_beside(text, "")] for quote in quotes
        ),
    )
    return memory, lambda vector: contexts @ vector


def make_ranker(
    *quotes: Quote,
    remembered: tuple[Memory, Compare] | None = None,
    has_device: bool = False,
    nothing: float = 0.0,
    abstain: float = 0.0,
    **weights: float,
) -> Ranker:
    """Make a ranker with the letter encoder and the given weights; row i of what is remembered is quotes[i]."""
    collection = Collection(quotes)
    encoder = LetterEncoder(has_device=has_device)
    matrix = encoder.encode_quotes([quote.text for quote in collection])
    channel = SemanticChannel.over(encoder, matrix)  # type: ignore[arg-type]
    fusion = Fusion(nothing, abstain, {name: weights.get(name, float(name == "semantic")) for name in CHANNELS})
    source = np.array([collection.row_of.get(quote.saying, len(quotes)) for quote in quotes], dtype=np.intp)
    known = KnownUses.from_memory(*(remembered or make_memory(quotes, {})), source)
    lexical, named = LexicalIndex.build(collection.quotes), NamedIndex.build(collection.quotes)
    return Ranker(collection, fusion, semantic=channel, lexical=lexical, named=named, known=known)


def make_large(ranker: Ranker) -> Ranker:
    """Return a ranker of the same quotations that chooses what it scores, as for a large collection."""
    postings, vectors = ranker.lexical.postings, ranker.semantic.matrix.astype(np.float16)
    return Ranker(
        ranker.collection,
        ranker.fusion,
        semantic=SemanticChannel(ranker.semantic.encoder, vectors),
        lexical=LexicalIndex(postings, ByRow.turned(postings)),
        named=ranker.named,
        known=ranker.known,
        shortlist=Shortlist.over(NearestRows.build(vectors, threads=1), postings),
    )
