"""The matrix of quote vectors: shipped ones from the bundle, others from the cache, the rest encoded and cached."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from epigraph.model.bundle import Bundle, HalfVectors
from epigraph.model.encoder import Progress, Vectors
from epigraph.model.manifest import QuoteField
from epigraph.model.vector_cache import VectorCache

_CHUNK = 256  # quotations encoded between two writes to the cache, so that a stop loses little
_READ = 10_000  # vectors read from the cache at a time, so that they are not all in memory twice


class QuoteEncoder(Protocol):
    """What turns quote inputs into vectors."""

    def encode_quotes(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of quote inputs, (n, dimension)."""
        ...


def quote_input(fields: Sequence[QuoteField], *, text: str, gloss: str = "", topics: Sequence[str] = ()) -> str:
    """Return what the quote encoder reads of a quotation; export, training and server must agree on it."""
    values: dict[QuoteField, str] = {"text": text, "gloss": gloss, "topics": " ".join(topics)}
    return " ".join(values[field] for field in fields if values[field])


def input_hash(encoder_input: str) -> str:
    """Return the content hash of a quote input, so that a changed gloss is noticed."""
    return hashlib.sha256(encoder_input.encode()).hexdigest()


def quote_matrix(
    bundle: Bundle,
    encoder: QuoteEncoder,
    cache: VectorCache,
    inputs: Sequence[tuple[str, str]],
    on_progress: Progress | None = None,
) -> HalfVectors:
    """Return the vector of each (id, quote input), in order: (n, dimension)."""
    dimension, fingerprint = bundle.manifest.dimension, bundle.fingerprint
    matrix = np.empty((len(inputs), dimension), dtype=np.float16)
    keys: dict[int, str] = {}  # of the rows that do not ship
    for row, (quote_id, text) in enumerate(inputs):
        content = input_hash(text)
        shipped = bundle.rows.get((quote_id, content))
        if shipped is None:
            keys[row] = hashlib.sha256(f"{fingerprint} {content}".encode()).hexdigest()
        else:
            matrix[row] = bundle.vectors[shipped]

    wanted, unknown = list(keys), []
    for start in range(0, len(wanted), _READ):
        some = wanted[start : start + _READ]
        cached = cache.get_many([keys[row] for row in some], dimension)
        for row in some:
            if keys[row] in cached:
                matrix[row] = cached[keys[row]]
            else:
                unknown.append(row)

    for done in range(0, len(unknown), _CHUNK):
        chunk = unknown[done : done + _CHUNK]
        # as float16 from the start: a ranking must not change once its vectors come from the cache
        vectors = encoder.encode_quotes([inputs[row][1] for row in chunk]).astype(np.float16)
        matrix[chunk] = vectors
        cache.put_many({keys[row]: vector for row, vector in zip(chunk, vectors, strict=True)})
        if on_progress:
            on_progress(done + len(chunk), len(unknown))
    return matrix
