"""What each channel of a bundle gives every quotation for many contexts: asked of the server's own ranker, once.

The answers are kept on disk under a hash of all they depend on: files of the bundle, quotations, contexts, code.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from epigraph.engine import Engine
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import MANIFEST, read_manifest
from epigraph.quotes.library import Library
from epigraph.quotes.records import record_of
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.suggestion import CHANNELS, Channel
from epigraph.replacing import replace_file
from epigraph.text.query import Query
from epigraph_training.evaluation.results import EvaluationError
from epigraph_training.evaluation.trial import Context

Channels = dict[Channel, NDArray[np.float32]]  # (n_contexts, n_quotes) each

_SECONDS = "seconds"  # what asking took, kept beside the channels


@dataclass(frozen=True, slots=True)
class Answers:
    """What the channels give; those that say nothing at all are left out. `seconds` is what the ranker took."""

    channels: Channels
    seconds: float


@dataclass(frozen=True, slots=True)
class Opened:
    """A bundle that the server's engine has loaded, over the shipped collection alone, and where answers are kept."""

    bundle: Bundle
    ranker: Ranker
    cache: Path

    @classmethod
    def load(cls, path: Path, cache: Path) -> "Opened":
        """Load a bundle as the server does, which knows it by the name of its folder."""
        language = read_manifest(path / MANIFEST).language
        if path.resolve().name != language:
            raise EvaluationError(f"{path}: a bundle of {language}, expected in a folder named {language}; rename it")
        cache.mkdir(parents=True, exist_ok=True)
        loaded = Engine(Library(), cache=cache, bundles=path.resolve().parent, provider="cpu").load(language)
        return cls(loaded.bundle, loaded.ranker, cache)

    @property
    def quote_ids(self) -> tuple[str, ...]:
        """The quotation of each column."""
        return tuple(quote.id for quote in self.ranker.collection)

    def ask(self, contexts: Sequence[Context]) -> Answers:
        """Return what the channels give, from disk if they were asked before."""
        path = self.cache / f"channels-{self._key(contexts)}.npz"
        if path.exists():  # whole, as it was written in one step
            with np.load(path, allow_pickle=False) as kept:
                return Answers({name: kept[name] for name in CHANNELS if name in kept}, float(kept[_SECONDS]))
        answers = self._asked(contexts)
        content = BytesIO()
        np.savez_compressed(content, allow_pickle=False, **answers.channels, **{_SECONDS: np.array(answers.seconds)})
        replace_file(path, content.getvalue())
        return answers

    def _asked(self, contexts: Sequence[Context]) -> Answers:
        language = self.bundle.manifest.language
        start = time.perf_counter()
        progress = track(contexts, f"{self.bundle.manifest.name}: ranking", console=Console(stderr=True))
        answers = [self.ranker.all_channels(Query(language, left, right)) for left, right in progress]
        seconds = time.perf_counter() - start
        found: Channels = {name: np.stack([answer[name] for answer in answers]) for name in CHANNELS}
        return Answers({name: scores for name, scores in found.items() if scores.any()}, seconds)

    def _key(self, contexts: Sequence[Context]) -> str:
        manifest = self.bundle.manifest
        model = [sorted((name, entry.sha256) for name, entry in manifest.files.items())]
        towers = [repr(manifest.context), repr(manifest.quote)]
        quotes = [record_of(quote) for quote in self.ranker.collection]
        digest = hashlib.sha256(json.dumps([model, towers, quotes, list(contexts)]).encode(errors="surrogatepass"))
        for path in _code():
            digest.update(path.read_bytes())
        return digest.hexdigest()[:24]


def _code() -> Iterator[Path]:
    """Yield the files that decide what a channel says."""
    for package in ("epigraph.text", "epigraph.quotes", "epigraph.model", "epigraph.ranking"):
        yield from sorted(Path(str(files(package))).rglob("*.py"))


def weighted(channels: Channels, weights: Mapping[Channel, float]) -> NDArray[np.float32]:
    """Return the sum of the channels that have a weight, (n_contexts, n_quotes)."""
    names = [name for name in CHANNELS if name in channels and name in weights]
    total: NDArray[np.float32] = np.sum([np.float32(weights[name]) * channels[name] for name in names], axis=0)
    return total
