"""What the ranker of a language is made of, and the rankers that can be made of it.

A collection has one of three: `over_all` scores every quotation, `over_snapshot` those that a snapshot finds, and
`until_indexed` scores every one, without a second copy of their vectors, while a snapshot is made.
"""

import hashlib
from dataclasses import dataclass

import numpy as np

from epigraph.model.bundle import Bundle, HalfVectors
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.manifest import MATRIX
from epigraph.model.matrix import quote_input
from epigraph.model.snapshot import Snapshot
from epigraph.quotes.collection import Collection
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.known import KnownUses
from epigraph.ranking.lexical import LexicalIndex
from epigraph.ranking.named import NamedIndex
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.semantic import SemanticChannel
from epigraph.ranking.shortlist import Shortlist


@dataclass(frozen=True, slots=True)
class Parts:
    """A bundle and its encoder, the quotations that they rank, what is known of their uses, and their names."""

    bundle: Bundle
    encoder: OnnxEncoder
    collection: Collection
    fusion: Fusion
    known: KnownUses
    named: NamedIndex

    @classmethod
    def of(cls, bundle: Bundle, encoder: OnnxEncoder, collection: Collection) -> "Parts":
        """Join a bundle to a collection."""
        fusion = Fusion.from_manifest(bundle.manifest.fusion, bundle.path)
        known, named = KnownUses.over(bundle, collection), NamedIndex.build(collection.quotes)
        return cls(bundle, encoder, collection, fusion, known, named)

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """The id of each quotation and what the quote encoder reads of it."""
        fields = self.bundle.manifest.quote.fields
        return [(q.id, quote_input(fields, text=q.text, gloss=q.gloss, topics=q.topics)) for q in self.collection]

    @property
    def fingerprint(self) -> str:
        """What vectors and terms of the collection depend on."""
        shipped = self.bundle.manifest.files[MATRIX].sha256
        digest = hashlib.sha256(f"{self.bundle.fingerprint} {shipped}".encode())
        for quote in self.collection:
            digest.update(repr((quote.text, quote.gloss, quote.topics)).encode(errors="surrogatepass"))
        return digest.hexdigest()

    def over_all(self, vectors: HalfVectors) -> Ranker:
        """Score every quotation, with their vectors on the encoder's device."""
        semantic = SemanticChannel.over(self.encoder, vectors.astype(np.float32))
        return self._ranker(semantic, LexicalIndex.build(self.collection.quotes))

    def over_snapshot(self, snapshot: Snapshot) -> Ranker:
        """Score the quotations that a snapshot finds."""
        lexical = LexicalIndex(snapshot.postings, snapshot.by_row)
        shortlist = Shortlist.over(snapshot.nearest, snapshot.postings)
        semantic = SemanticChannel(self.encoder, snapshot.vectors, scales=snapshot.scales)
        return self._ranker(semantic, lexical, shortlist)

    def until_indexed(self, vectors: HalfVectors, lexical: LexicalIndex) -> Ranker:
        """Score every quotation, slowly."""
        return self._ranker(SemanticChannel(self.encoder, vectors), lexical)

    def _ranker(self, semantic: SemanticChannel, lexical: LexicalIndex, shortlist: Shortlist | None = None) -> Ranker:
        return Ranker(
            self.collection,
            self.fusion,
            semantic=semantic,
            lexical=lexical,
            named=self.named,
            known=self.known,
            shortlist=shortlist,
        )
