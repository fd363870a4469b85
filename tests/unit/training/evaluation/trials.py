"""Small trials that tests make: a collection, pairs around its quotations, and results of given ranks."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from builders import make_quote
from epigraph.engine import shipped_bundles
from epigraph.model.manifest import MANIFEST, manifest_json, read_manifest
from epigraph.quotes.collection import Collection
from epigraph_training.corpus.dataset import data_hash, read_dataset
from epigraph_training.corpus.pair import Pair, Split
from epigraph_training.evaluation.results import Confidence, Result
from epigraph_training.evaluation.trial import Trial

TIME = make_quote("Time flies")
FLEETS = make_quote("Time is fleeting", variant_of=TIME.id)
HASTE = make_quote("Haste makes waste")
DOGS = make_quote("Barking dogs seldom bite")
COLLECTION = Collection([TIME, FLEETS, HASTE, DOGS])


def make_pair(
    text: str,
    left: str = "before",
    right: str = "after",
    split: Split = "validation",
    *,
    source: str = "books",
    document: str = "",
) -> Pair:
    """Make a pair whose document is named by its left side, if nothing else is said."""
    return Pair(source, document or left, 0, make_quote(text).id, text, text, left, right, split)


def make_trial(*pairs: Pair) -> Trial:
    """Make the trial of the validation pairs of a dataset."""
    return Trial.of(pairs, "validation", COLLECTION, "en", "0" * 64)


def copy_bundle(bundle: Path, dataset: Path) -> Path:
    """Copy the shipped English bundle, as if it had learned from a dataset."""
    shutil.copytree(shipped_bundles() / "en", bundle)
    manifest = read_manifest(bundle / MANIFEST)
    learned = replace(manifest, data_hash=data_hash(read_dataset(dataset)))
    (bundle / MANIFEST).write_text(manifest_json(learned), encoding="utf-8")
    return bundle


def make_result(
    ranks: Sequence[int],
    system: str = "ours",
    known: Sequence[int] = (),
    scores: Sequence[float] = (),
    **fields: object,
) -> Result:
    """Make a result of given ranks; a context's saying has one training context, if nothing else is said."""
    size = len(ranks)
    return Result(
        **{  # type: ignore[arg-type]
            "system": system,
            "part": "en",
            "setting": "both",
            "split": "test",
            "candidates": "collection",
            "sayings_ranked": 100,
            "data_hash": "0" * 64,
            "command": "made by hand",
            "seconds": 1.5,
            "parameters": 1000,
            "keys": tuple(f"key{number}" for number in range(size)),
            "sayings": tuple(f"saying{number}" for number in range(size)),
            "ranks": tuple(ranks),
            "training_contexts": tuple(known) or (1,) * size,
            "confidence": Confidence(tuple(scores), (0.0,) * size) if scores else None,
            **fields,
        }
    )
