"""Where the time of a recommendation goes, beside a bare ONNX run of the context encoder on the same words.

The bundles are those that ship, as they are, and with a made-up memory of 30,000 known contexts, so that every channel
has its full work; the stages are those of the latter. Goal: a recommendation takes at most 1.25 times the bare run.
"""

import hashlib
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from bench.queries import USUAL
from bench.timing import Times, in_turn

from epigraph.engine import Engine, shipped_bundles
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import MANIFEST, MEMORY, FileEntry, manifest_json
from epigraph.model.memory import Memory, memory_bytes
from epigraph.model.postings import Postings
from epigraph.model.tokens import Tokens
from epigraph.quotes.collection import shipped
from epigraph.quotes.library import Library
from epigraph.ranking.filters import Filter
from epigraph.text.query import Language
from epigraph.text.terms import terms_of

CONTEXTS = 30_000
BARE, SHIPPED, WHOLE = "bare ONNX run", "recommendation, as shipped", "recommendation"


@dataclass(frozen=True, slots=True)
class Stages:
    """The times of each stage in one language, of the whole, and of the bare run."""

    language: Language
    quotations: int
    tokens: int
    times: dict[str, Times]

    def bare_runs(self, stage: str) -> float:
        """Return how many bare runs a stage takes."""
        return self.times[stage].percentile(50) / self.times[BARE].percentile(50)


def measure(rounds: int) -> list[Stages]:
    """Time the stages in both languages."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Engine(Library(), cache=Path(folder))
        engine = Engine(Library(), cache=Path(folder), bundles=_remembering(Path(folder, "bundles")))
        return [_language(plain, engine, language, rounds) for language in USUAL]


def _language(plain: Engine, engine: Engine, language: Language, rounds: int) -> Stages:
    loaded, query = engine.load(language), USUAL[language]
    ranker, everything = loaded.ranker, Filter()
    encoder, tokens = ranker.semantic.encoder, Tokens.load(loaded.bundle)
    ids, mask = tokens.batch([tokens.context(query.left, query.right)])
    feeds = {"input_ids": ids, "attention_mask": mask, "k": np.ones(1, np.int64)}
    feeds["matrix"] = np.zeros((1, encoder.dimension), np.float32)
    session = encoder._context  # noqa: SLF001 - the very session that the engine runs
    reading, rows = ranker.read(query), np.arange(len(ranker.collection))
    times = in_turn(
        {
            BARE: lambda _: session.run(["vector"], feeds),
            SHIPPED: lambda _: plain.recommend(query),
            WHOLE: lambda _: engine.recommend(query),
            "the context's vector": lambda _: ranker.semantic.read(query),
            "cosines with all quotations": lambda _: ranker.semantic.cosines(reading.vector, rows),
            "words of the quotations": lambda _: ranker.lexical.scores(reading.terms, rows),
            "known contexts": lambda _: ranker.known.memory_scores(reading.vector),
            "words of known contexts": lambda _: ranker.known.usage_scores(reading.terms),
            "all that follows the vector": lambda _: ranker.suggest(reading, 10, everything, frozenset()),
        },
        rounds,
    )
    return Stages(language, len(rows), ids.shape[1], times)


def _remembering(folder: Path) -> Path:
    """Copy the bundles that ship and give each a memory of random vectors and of terms that its glosses have."""
    shutil.copytree(shipped_bundles(), folder)
    draw = np.random.default_rng(1)
    for language in USUAL:
        bundle = Bundle.load(folder / language)
        size, manifest = len(bundle.rows), bundle.manifest
        glosses = [list(terms_of(quote.gloss)) for quote in shipped(language)]
        memory = Memory(
            projection=draw.standard_normal((manifest.dimension, 128)).astype(np.float16),
            vectors=draw.integers(-127, 128, (CONTEXTS, 128)).astype(np.int8),
            rows=np.sort(draw.integers(0, size, CONTEXTS)).astype(np.int32),
            uses=np.ones(size, np.int32),
            usage=Postings.build(
                [term for some in draw.integers(0, size, 6) for term in glosses[some]] for _ in glosses
            ),
        )
        content = memory_bytes(memory)
        (folder / language / MEMORY).write_bytes(content)
        entry = FileEntry(hashlib.sha256(content).hexdigest(), len(content))
        changed = replace(manifest, files={**manifest.files, MEMORY: entry})
        (folder / language / MANIFEST).write_text(manifest_json(changed), encoding="utf-8")
    return folder
