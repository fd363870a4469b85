"""The known uses of quotations that a bundle remembers: those that training may learn from, and no others.

epigraph-train remember server/epigraph/bundles/en runs/data/en
"""

from collections.abc import Iterable
from pathlib import Path

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import Progress
from epigraph.model.manifest import MANIFEST, read_manifest
from epigraph_export.bundle_writer import with_memory
from epigraph_export.checkpoint import KnownUse
from epigraph_training.corpus.dataset import data_hash, read_dataset
from epigraph_training.corpus.pair import Pair


def remember(bundle: Path, dataset: Path, on_progress: Progress) -> Bundle:
    """Put the known uses of a dataset into a bundle in place of those it had: contexts may be written after training.

    The dataset must hold out what that of the training did, or the encoders would be judged by what they learned from.
    """
    learned_from, pairs = read_manifest(bundle / MANIFEST).data_hash, read_dataset(dataset)
    if (found := data_hash(pairs)) != learned_from:
        raise ModelError(
            f"{bundle}: learned from data {learned_from[:12]}, the dataset is {found[:12]}; "
            "train and export it on this dataset"
        )
    known = known_uses(pair for pair in pairs if pair.split == "train")
    return with_memory(bundle, known, on_progress)


def known_uses(pairs: Iterable[Pair]) -> list[KnownUse]:
    """Return pairs as what a checkpoint and a bundle keep of them."""
    return [KnownUse(pair.quote_id, pair.left, pair.right, pair.source) for pair in pairs]
