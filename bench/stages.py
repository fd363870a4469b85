"""Where the time of a recommendation goes, beside a bare ONNX run of the context encoder on the same words.

The bundles are those that ship. Goal: a recommendation takes at most 1.25 times the bare run.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.queries import USUAL
from bench.timing import Times, in_turn

from epigraph.engine import Engine
from epigraph.model.tokens import Tokens
from epigraph.quotes.library import Library
from epigraph.ranking.filters import Filter
from epigraph.text.query import Language
from epigraph.text.terms import terms_beside

BARE, WHOLE = "bare ONNX run", "recommendation"


@dataclass(frozen=True, slots=True)
class Stages:
    """The times of each stage in one language, of the whole, and of the bare run."""

    language: Language
    quotations: int
    known_contexts: int
    tokens: int
    times: dict[str, Times]

    def bare_runs(self, stage: str) -> float:
        """Return how many bare runs a stage takes."""
        return self.times[stage].percentile(50) / self.times[BARE].percentile(50)


def measure(rounds: int) -> list[Stages]:
    """Time the stages in both languages."""
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(Library(), cache=Path(folder))
        return [_language(engine, language, rounds) for language in USUAL]


def _language(engine: Engine, language: Language, rounds: int) -> Stages:
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
            WHOLE: lambda _: engine.recommend(query),
            "the context's vector": lambda _: ranker.semantic.read(query),
            "cosines with all quotations": lambda _: ranker.semantic.cosines(reading.vector, rows),
            "words of the quotations": lambda _: ranker.lexical.scores(reading.terms, rows),
            "known contexts": lambda _: ranker.known.memory_scores(reading.vector),
            "words of known contexts": lambda _: ranker.known.usage_scores(reading.terms),
            "words beside the gap": lambda _: ranker.known.beside_scores(set(terms_beside(query.left, query.right))),
            "authors and works that are named": lambda _: ranker.named.read(query.text),
            "all that follows the vector": lambda _: ranker.suggest(reading, 10, everything, frozenset()),
        },
        rounds,
    )
    return Stages(language, len(rows), loaded.bundle.memory.contexts, ids.shape[1], times)
