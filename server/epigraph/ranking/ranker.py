"""Rank the quotations of one language for a query. No LSP types, no I/O."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.collection import Collection
from epigraph.ranking.explanation import Clue, explain
from epigraph.ranking.filters import Filter, hinted, narrowed, passing
from epigraph.ranking.folding import highest, leading, saying_numbers
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.known import KnownUses
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.named import Named, NamedIndex
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.shortlist import EXACT, Choice, Shortlist
from epigraph.ranking.suggestion import CHANNELS, Channel, Reason, Suggestion
from epigraph.text.query import Query
from epigraph.text.terms import terms_beside, words_of

Scores = NDArray[np.float32]
Rows = NDArray[np.intp]
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What is the same for all quotations: the query's words and their terms, its vector, and the known uses."""

    query: Query
    words: dict[str, str]
    terms: set[str]
    vector: Scores
    cosines: Scores | None  # (n_quotes,), where they came with the vector
    memory: Scores  # (n_bundle_rows + 1,)
    written: Scores  # (n_bundle_rows + 1,)
    usage: Scores  # (n_bundle_rows + 1,)
    beside: Scores  # (n_bundle_rows + 1,)
    named: Named
    hinted: NDArray[np.bool_]  # (n_quotes,)


class Ranker:
    """The channels over one collection, and how they are joined."""

    def __init__(
        self,
        collection: Collection,
        fusion: Fusion,
        *,
        semantic: SemanticChannel,
        lexical: LexicalIndex,
        named: NamedIndex,
        known: KnownUses,
        shortlist: Shortlist | None = None,
    ) -> None:
        self.collection = collection
        self.semantic = semantic
        self.fusion = fusion
        self.lexical = lexical
        self.named = named
        self.known = known
        self._sayings = saying_numbers(collection)
        self._varied = np.bincount(self._sayings)[self._sayings] > 1
        self._passing = lru_cache(maxsize=64)(lambda wanted: passing(collection.quotes, wanted))
        self._hinted = lru_cache(maxsize=64)(lambda words: hinted(collection.quotes, words))
        self._shortlist = shortlist

    def recommend(self, query: Query, k: int, wanted: Filter, exclude: AbstractSet[str]) -> list[Suggestion]:
        """Return the k best sayings that satisfy the filter; ties keep collection order."""
        return self.suggest(self.read(query), k, wanted, exclude)

    def suggest(self, reading: Reading, k: int, wanted: Filter, exclude: AbstractSet[str]) -> list[Suggestion]:
        """Return the k best sayings for a query that was read."""
        choice = self._choose(reading, self._allowed(narrowed(wanted, reading.query.hint), exclude))
        channels = self._channels(reading, choice.rows)
        totals = self.fusion.totals(channels)
        # wordings of one saying do not compete with each other
        sayings = leading(totals, self._sayings[choice.rows], self._varied[choice.rows])
        best = highest(totals[sayings], k)
        scores = self.fusion.probabilities(totals[sayings], choice.shares[sayings])[best].tolist()
        places = sayings[best].tolist()
        shared = self.lexical.shared(reading.words, choice.rows[places].tolist())
        return [
            self._suggestion(
                int(choice.rows[place]),
                score,
                {name: float(channels[name][place]) for name in CHANNELS},
                {"lexical": words, "named": reading.named.names(int(choice.rows[place]))},
                reading.query,
            )
            for place, score, words in zip(places, scores, shared, strict=True)
        ]

    def all_channels(self, query: Query) -> dict[Channel, Scores]:
        """Return what each channel gives every quotation of the collection."""
        return self._channels(self.read(query), np.arange(len(self.collection)))

    def explain(self, query: Query, quote_id: str) -> list[Clue]:
        """Return the words of the context that speak most for a quotation; none for one that is not there."""
        row = self.collection.row_of.get(quote_id)
        if row is None:
            return []
        return explain(query, self.semantic.encoder, self.semantic.vector_of(row))

    def read(self, query: Query) -> Reading:
        """Return what is the same for all quotations."""
        words = dict(words_of(f"{query.left} {query.right} {query.hint.words}"))
        terms = set(words.values())
        vector, cosines = self.semantic.read(query)
        memory, written = self.known.memory_scores(vector)
        return Reading(
            query=query,
            words=words,
            terms=terms,
            vector=vector,
            cosines=cosines,
            memory=memory,
            written=written,
            usage=self.known.usage_scores(terms),
            beside=self.known.beside_scores(set(terms_beside(query.left, query.right))),
            named=self.named.read(query.text),
            hinted=self._hinted(query.hint.words),
        )

    def _choose(self, reading: Reading, allowed: NDArray[np.bool_]) -> Choice:
        """Choose what is scored: all that may be suggested, not the nearest few, for a score is a share of all.

        Of very many, those are chosen that a channel puts high, and a sample that stands for the rest.
        """
        if self._shortlist is None or np.count_nonzero(allowed) <= EXACT:
            return Choice.of_all(allowed)
        of_uses = (reading.memory, reading.written, reading.usage, reading.beside)
        others = [self.known.foremost(scores) for scores in of_uses]
        others += [rows for rows in (reading.named.rows(), np.flatnonzero(reading.hinted)) if len(rows) <= EXACT]
        return self._shortlist.choose(reading.vector, reading.terms, others, allowed)

    def _channels(self, reading: Reading, rows: Rows) -> dict[Channel, Scores]:
        """Return what each channel gives some quotations, in the order of the rows."""
        cosines, source = reading.cosines, self.known.source[rows]
        semantic = self.semantic.cosines(reading.vector, rows) if cosines is None else cosines[rows]
        lexical, known = self.lexical.scores(reading.terms, rows), self.known.known[source]
        return {
            "semantic": semantic,
            "lone_semantic": semantic * (1 - known),
            "memory": reading.memory[source],
            "written": reading.written[source],
            "known": known,
            "lexical": lexical,
            "lone_lexical": lexical * (1 - known),
            "usage": reading.usage[source],
            "beside": reading.beside[source],
            "named": reading.named.scores(rows),
            "prior": self.known.prior[source],
            "hint": reading.hinted[rows].astype(np.float32),
        }

    def _allowed(self, wanted: Filter, exclude: AbstractSet[str]) -> NDArray[np.bool_]:
        """Tell which quotations may be suggested."""
        allowed, row_of = self._passing(wanted), self.collection.row_of
        if excluded := [row_of[quote_id] for quote_id in exclude if quote_id in row_of]:
            allowed = allowed.copy()  # the cached one stays as it is
            allowed[excluded] = False
        return allowed

    def _suggestion(
        self, row: int, score: float, channels: dict[Channel, float], shared: dict[Channel, Words], query: Query
    ) -> Suggestion:
        words = {**shared, "hint": (query.hint.words,)}
        reasons = tuple(Reason(name, value, words.get(name, ())) for name, value in channels.items() if value)
        quote = self.collection[row]
        return Suggestion(quote, score, score >= self.fusion.abstain, reasons, self.collection.variants_of(quote))
