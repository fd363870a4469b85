"""A team's quotations on a Qdrant server, suggested beside a person's own. The one importer of qdrant_client.

Of a query only its vector is sent. What comes back is scored here, as a person's own quotations are: by meaning, words,
names and hint. A server that does not answer costs a warning and the team's quotations, never an answer.
"""

import importlib
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epigraph.errors import TeamError
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import RecordError, quote_from_record, record_of
from epigraph.ranking.semantic import product
from epigraph.text.query import Language

logger = logging.getLogger(__name__)

KEY_VARIABLE = "EPIGRAPH_TEAM_KEY"  # no setting: a key has no place in a file that others may read
_COLLECTION = "team"
_NEAREST = 200
_SAMPLE = 500
_BATCH = 256
_PATIENCE = 2  # seconds that the server has to answer
_PAUSE = 60.0  # seconds until it is asked again, after it did not

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Guests:
    """Quotations of a team, the cosine of each with a query, and how many of the team's it stands for."""

    quotes: list[Quote]
    cosines: Scores
    shares: Scores


class Team:
    """The quotations of one language on a server, and a sample of them that stands for those that are not near."""

    def __init__(self, client: Any, name: str) -> None:  # noqa: ANN401 - a QdrantClient, imported late
        self._client = client
        self._name = name
        self._failures = (importlib.import_module("qdrant_client.http.exceptions").ApiException, ValueError, OSError)
        self._asleep_until = 0.0
        self._told_missing = False
        self._sample: tuple[list[Quote], Scores, int] | None = None

    @classmethod
    def at(cls, url: str, language: Language, encoder: str) -> "Team":
        """Return the team at a URL; connections are made when there is something to ask.

        `encoder` is the fingerprint of the quote encoder: vectors of different ones never meet.
        """
        return cls(_client(url), f"epigraph-{language}-{encoder[:16]}")

    def share(self, quotes: Sequence[Quote], vectors: NDArray[Any]) -> None:
        """Put quotations and their vectors on the server; one that is there already is replaced."""
        models = importlib.import_module("qdrant_client.models")
        try:
            if not self._client.collection_exists(self._name):
                config = models.VectorParams(size=vectors.shape[1], distance=models.Distance.COSINE)
                self._client.create_collection(self._name, vectors_config=config)
            for start in range(0, len(quotes), _BATCH):
                some = slice(start, start + _BATCH)
                points = [
                    models.PointStruct(id=int(quote.id, 16), vector=vector, payload=record_of(quote))
                    for quote, vector in zip(quotes[some], vectors[some].tolist(), strict=True)
                ]
                self._client.upsert(self._name, points=points)
        except self._failures as error:
            raise TeamError(f"the team's server does not take quotations ({error}); is its URL right?") from error

    def near(self, vector: Scores) -> Guests:
        """Return the team's nearest quotations and a sample of the others; none where the server has or tells none."""
        if time.monotonic() >= self._asleep_until:
            try:
                if self._sample or self._client.collection_exists(self._name):
                    return self._near(vector)
                self._tell_missing()
            except self._failures as error:
                logger.warning("the team's server does not answer (%s); asked again in a minute", error)
            self._asleep_until = time.monotonic() + _PAUSE
        return Guests([], np.zeros(0, np.float32), np.zeros(0, np.float32))

    def _tell_missing(self) -> None:
        """Say once that nobody shared anything in this language, which may well stay so."""
        if not self._told_missing:
            logger.warning("the team's server has no collection %s; run: epigraph share FILE", self._name)
        self._told_missing = True

    def _near(self, vector: Scores) -> Guests:
        if self._sample is None:
            self._sample = self._drawn(len(vector))
        points = self._client.query_points(self._name, query=vector.tolist(), limit=_NEAREST, with_payload=True).points
        near = [(quote, point.score) for point in points if (quote := _quote(point.payload))]
        ids = {quote.id for quote, _ in near}
        quotes, vectors, size = self._sample
        others = [row for row, quote in enumerate(quotes) if quote.id not in ids]
        each = max(len(others), size - len(near)) / max(1, len(others))
        return Guests(
            [quote for quote, _ in near] + [quotes[row] for row in others],
            np.concatenate([np.array([score for _, score in near], np.float32), product(vectors[others], vector)]),
            np.concatenate([np.ones(len(near), np.float32), np.full(len(others), each, np.float32)]),
        )

    def _drawn(self, dimension: int) -> tuple[list[Quote], Scores, int]:
        """Return some of the team's quotations at random, their vectors, and how many quotations there are."""
        models = importlib.import_module("qdrant_client.models")
        query = models.SampleQuery(sample=models.Sample.RANDOM)
        answer = self._client.query_points(self._name, query=query, limit=_SAMPLE, with_payload=True, with_vectors=True)
        drawn = [(quote, point.vector) for point in answer.points if (quote := _quote(point.payload))]
        vectors = np.array([vector for _, vector in drawn], dtype=np.float32).reshape(-1, dimension)
        return [quote for quote, _ in drawn], vectors, self._client.count(self._name).count


def _client(url: str) -> Any:  # noqa: ANN401 - imported late
    try:
        client = importlib.import_module("qdrant_client").QdrantClient
    except ImportError as error:
        raise TeamError(f"qdrant-client cannot be imported ({error}); run: pip install 'epigraph-ls[team]'") from error
    if not url.startswith(("http://", "https://")):
        raise TeamError(f"teamUrl {url!r}, expected the URL of a Qdrant server such as https://quotes.example:6333")
    return client(url=url, api_key=os.environ.get(KEY_VARIABLE), timeout=_PATIENCE, check_compatibility=False)


def _quote(record: object) -> Quote | None:
    """Return the quotation that a team's server told, or None for what is none."""
    try:
        return quote_from_record(record, _COLLECTION)
    except RecordError as error:
        logger.debug("no quotation of the team: %s", error)
        return None
