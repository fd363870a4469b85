"""The context-aware relevance model: a quotation is as good as the contexts in which it is known are like this one.

A baseline of the paper, kept beside the ranker to be compared with it. `epigraph-train benchmark` leaves one as a file.
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epigraph.errors import BundleError
from epigraph.model.postings import Postings
from epigraph.quotes.collection import Collection
from epigraph.ranking.filters import Filter, narrowed, passing
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.query import Query
from epigraph.text.terms import terms_of

CRM = "crm.npz"

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Crm:
    """The known contexts of quotations as weighed terms; a quotation without contexts scores 0."""

    quote_ids: tuple[str, ...]
    quotes: NDArray[np.int32]  # (n_contexts,): the quotation of each context, by its place in quote_ids
    rarity: Scores  # (n_terms,)
    postings: Postings  # of the contexts: weight in a context of length 1, times rarity

    @classmethod
    def build(cls, quote_ids: Sequence[str], quotes: Sequence[int], contexts: Iterable[str]) -> "Crm":
        """Weigh the terms of known contexts by their rarity (idf; each counts once)."""
        plain = Postings.build([list(terms_of(context)) for context in contexts])
        found_in = np.diff(plain.starts)
        rarity = np.log1p(plain.size / np.maximum(found_in, 1)).astype(np.float32)
        term = np.repeat(np.arange(len(rarity)), found_in)
        # of BM25 only who has which term is taken: in a window of some eighty words few terms come twice
        weights = rarity[term]
        length = np.sqrt(np.bincount(plain.rows, weights**2, minlength=plain.size))
        weighed = (weights / length[plain.rows] * rarity[term]).astype(np.float32)
        postings = Postings(plain.vocabulary, plain.starts, plain.rows, weighed, plain.size)
        return cls(tuple(quote_ids), np.asarray(quotes, dtype=np.int32), rarity, postings)

    def scores(self, text: str) -> Scores:
        """Return for every quotation the root of the mean square of its contexts' cosines with a text, (n_quotes,)."""
        terms = set(terms_of(text))
        known = [self.postings.vocabulary[term] for term in terms if term in self.postings.vocabulary]
        length = max(float(np.linalg.norm(self.rarity[known])), 1e-9)
        cosines = self.postings.scores(terms) / length  # (n_contexts,)
        size = len(self.quote_ids)
        squares = np.bincount(self.quotes, cosines**2, minlength=size)
        scores: Scores = np.sqrt(squares / np.maximum(np.bincount(self.quotes, minlength=size), 1)).astype(np.float32)
        return scores


class CrmRanker:
    """The model over a collection; quotations that it does not know score 0."""

    def __init__(self, crm: Crm, collection: Collection) -> None:
        self._crm = crm
        self._collection = collection
        row_of = {quote_id: row for row, quote_id in enumerate(crm.quote_ids)}
        nowhere = len(crm.quote_ids)
        self._source = np.array([row_of.get(quote.id, nowhere) for quote in collection], dtype=np.intp)

    def recommend(self, query: Query, k: int, wanted: Filter, exclude: AbstractSet[str]) -> list[Suggestion]:
        """Return the k best sayings that satisfy filter and hint; a score orders, and 0 fits nothing."""
        scores = np.append(self._crm.scores(f"{query.left} {query.right}"), np.float32(0))[self._source]
        allowed = passing(self._collection.quotes, narrowed(wanted, query.hint))
        best: dict[str, int] = {}  # saying -> row of its best wording
        for row in np.argsort(-scores, kind="stable").tolist():
            quote = self._collection[row]
            if allowed[row] and quote.id not in exclude and len(best) < k:
                best.setdefault(quote.saying, row)
        return [
            Suggestion(quote, float(scores[row]), bool(scores[row] > 0), (), self._collection.variants_of(quote))
            for row, quote in ((row, self._collection[row]) for row in best.values())
        ]


def crm_bytes(crm: Crm) -> bytes:
    """Return the content of crm.npz."""
    content, postings = io.BytesIO(), crm.postings
    np.savez_compressed(
        content,
        allow_pickle=False,
        quote_ids=_lines(crm.quote_ids),
        quotes=crm.quotes,
        rarity=crm.rarity,
        terms=_lines(postings.vocabulary),
        starts=postings.starts,
        rows=postings.rows,
        weights=postings.weights,
    )
    return content.getvalue()


def read_crm(path: Path) -> Crm:
    """Read a file that `crm_bytes` made."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        quote_ids, terms = (bytes(arrays[name]).decode().split("\n") for name in ("quote_ids", "terms"))
        size, rarity = len(arrays["quotes"]), arrays["rarity"]
        vocabulary = {term: number for number, term in enumerate(terms)}
        postings = Postings(vocabulary, arrays["starts"], arrays["rows"], arrays["weights"], size)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BundleError(f"{path}: {error}, expected a relevance model; run `epigraph-train benchmark`") from error
    if len(rarity) != len(vocabulary) or len(postings.starts) != len(rarity) + 1 or not _agree(arrays, len(quote_ids)):
        raise BundleError(f"{path}: arrays that do not belong together; run `epigraph-train benchmark` again")
    return Crm(tuple(quote_ids), arrays["quotes"], rarity, postings)


def _agree(arrays: dict[str, NDArray[np.generic]], n_quotes: int) -> bool:
    rows, quotes = arrays["rows"].astype(np.int64), arrays["quotes"].astype(np.int64)
    inside = [(rows, len(quotes)), (quotes, n_quotes)]
    return len(rows) == len(arrays["weights"]) and all(
        not len(values) or (int(values.min()) >= 0 and int(values.max()) < end) for values, end in inside
    )


def _lines(texts: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)
