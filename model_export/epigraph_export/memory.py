"""Known uses of quotations as what a bundle keeps of them: a graph of small vectors, weighed terms. No text stays."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt
import onnx

from epigraph.model.encoder import OnnxEncoder, Progress
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.quotes.quote import Quote
from epigraph.text.terms import terms_beside, terms_of
from epigraph_export.checkpoint import KnownUse
from epigraph_export.graph import comparison

MEMORY_DIMENSION = 256  # of the vectors of known contexts
_TERMS = 64  # the weightiest that are kept of a quotation's contexts
# 0 leaves the axes as they are, 0.5 makes them all alike; on validation this much is worth a tenth on passages of today
_EVENING = 0.15
_LEAST_SHARE = 1e-4  # so that an axis with nearly nothing on it is not blown up

_WRITTEN = "written"

Known = tuple[str, str, str]  # quote id, left, right


def build_memory(
    encoder: OnnxEncoder,
    quote_ids: Sequence[str],
    found: Sequence[Known],
    written: Sequence[Known] = (),
    *,
    dimension: int,
    on_progress: Progress | None = None,
) -> tuple[Memory, onnx.ModelProto]:
    """Return the memory of quotations, from contexts found and written, and what compares with these contexts."""
    row_of = {quote_id: row for row, quote_id in enumerate(quote_ids)}
    of_found, of_written = (
        sorted({(row_of[quote_id], left, right) for quote_id, left, right in some}) for some in (found, written)
    )
    vectors = encoder.encode_contexts([(left, right) for _, left, right in of_found + of_written], on_progress)
    projection = evened_axes(vectors, dimension)
    by_row = sorted(of_found + of_written)
    rows = _rows(by_row)
    memory = Memory(
        rows=_rows(of_found),
        written=_rows(of_written),
        uses=np.bincount(_rows(of_found), minlength=len(quote_ids)).astype(np.int32),
        usage=usage_terms(rows, [f"{left} {right}" for _, left, right in by_row], len(quote_ids)),
        beside=beside_terms(rows, [(left, right) for _, left, right in by_row], len(quote_ids)),
    )
    return memory, comparison(projection, _small(vectors @ projection))


def _rows(contexts: Sequence[tuple[int, str, str]]) -> npt.NDArray[np.int32]:
    return np.array([row for row, _, _ in contexts], dtype=np.int32)


def known_by_saying(uses: Sequence[KnownUse], quotes: Iterable[Quote]) -> tuple[list[Known], list[Known]]:
    """Return the contexts that were found, and those that were written, by the best-known wording of their saying.

    Uses of quotations that the collection no longer has are left out.
    """
    saying_of = {quote.id: quote.saying for quote in quotes}
    known = [use for use in uses if use.quote_id in saying_of]
    found, written = (
        [(saying_of[use.quote_id], use.left, use.right) for use in known if (use.source == _WRITTEN) is wanted]
        for wanted in (False, True)
    )
    return found, written


def told(found: Sequence[KnownUse]) -> str:
    """Return in words what is known of uses."""
    mined = [use for use in found if use.source != _WRITTEN]
    quotes, written = len({use.quote_id for use in mined}), len(found) - len(mined)
    return f"{len(mined):,} uses of {quotes:,} quotations found in public corpora, {written:,} passages written for it"


def evened_axes(vectors: npt.NDArray[np.float32], most: int) -> npt.NDArray[np.float32]:
    """Return the axes along which vectors have most of their length, the longest first: (dimension, at most `most`).

    The longer ones are shortened a little: what all contexts have in common tells them apart least.
    """
    whole = vectors.astype(np.float64)
    shares, axes = np.linalg.eigh(whole.T @ whole / (whole**2).sum())  # columns, the longest last; shares of 1
    shares, axes = shares[::-1][:most], axes[:, ::-1][:, :most]
    highest = np.take_along_axis(axes, np.abs(axes).argmax(axis=0)[None], axis=0)
    evened = axes * (np.maximum(shares, 0) + _LEAST_SHARE) ** -_EVENING
    turned: npt.NDArray[np.float32] = (evened * np.sign(highest)).astype(np.float32)  # an axis has no sign of its own
    return turned


def _small(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Return vectors in the same directions, each with 127 as its largest number, rounded."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    small: npt.NDArray[np.int8] = np.rint(127 * vectors / np.maximum(largest, 1e-9)).astype(np.int8)
    return small


def usage_terms(rows: npt.NDArray[np.int32], texts: Sequence[str], size: int) -> Postings:
    """Return the weightiest terms of the contexts of each of `size` quotations."""
    return _index(rows, [terms_of(text) for text in texts], size, _TERMS)


def beside_terms(rows: npt.NDArray[np.int32], contexts: Sequence[tuple[str, str]], size: int) -> Postings:
    """Return the terms right beside the gaps of each of `size` quotations; what only one context has tells nothing."""
    documents = [set(terms_beside(left, right)) for left, right in contexts]
    found = Counter(chain.from_iterable(documents))
    shared = [sorted(term for term in document if found[term] > 1) for document in documents]
    return _index(rows, shared, size, sum(map(len, shared)))


def _index(rows: npt.NDArray[np.int32], contexts: Sequence[Iterable[str]], size: int, most: int) -> Postings:
    """Return the weightiest terms of each of `size` quotations, at most so many, whose contexts have these terms."""
    used, starts = np.unique(rows, return_index=True)
    ends = [*starts[1:], len(contexts)]
    whole = Postings.build(chain(*contexts[start:end]) for start, end in zip(starts, ends, strict=True))
    terms = np.repeat(np.arange(len(whole.vocabulary)), np.diff(whole.starts))
    order = np.lexsort((-whole.weights, whole.rows))  # by row, the weightiest first
    in_order = whole.rows[order]
    place = np.arange(len(order)) - np.searchsorted(in_order, in_order)  # in its row
    kept = np.sort(order[place < most])  # by term and row again
    left, counts = np.unique(terms[kept], return_counts=True)
    words = list(whole.vocabulary)
    return Postings(
        vocabulary={words[term]: number for number, term in enumerate(left)},
        starts=np.concatenate([[0], np.cumsum(counts)]),
        rows=used[whole.rows[kept]],
        weights=whole.weights[kept],
        size=size,
    )
