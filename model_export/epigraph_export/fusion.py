"""The numbers by which a bundle's channels are joined: a start for every bundle, and how learned ones get into it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import MANIFEST, manifest_json
from epigraph.replacing import replace_file
from epigraph.text.query import Language
from epigraph_export.model_card import MODEL_CARD, model_card

# a start that ranks sensibly and is no probability yet: what fits a bundle is learned on its validation contexts
START: dict[str, float] = {
    "nothing": 12.0,
    "abstain": 0.0,
    "semantic": 20.0,
    "lone_semantic": 0.0,
    "memory": 10.0,
    "written": 10.0,
    "known": -5.0,
    "lexical": 0.1,
    "lone_lexical": 0.0,
    "usage": 0.1,
    "beside": 0.2,
    "named": 0.7,
    "prior": 0.2,
    "hint": 6.0,
}
# for bases as they are, which know of no uses: by the likelihood of 500 contexts written for training, a quarter of
# them without their quotation; their best suggestion is right about once in a hundred times, and they never abstain
BASE_START: dict[Language, dict[str, float]] = {
    "en": {**START, "nothing": 9.0, "semantic": 13.0, "lexical": 0.08, "hint": 2.5},
    "zh": {**START, "nothing": 10.0, "semantic": 8.0, "lexical": 0.2, "hint": 2.0},
}
# the product of the two vectors alone, and a softmax of it: the paper's rank score
SEMANTIC_ONLY: dict[str, float] = {**dict.fromkeys(START, 0.0), "nothing": -1e9, "semantic": 1.0}


def set_fusion(path: Path, fusion: Mapping[str, float], metrics: Mapping[str, float]) -> Bundle:
    """Put learned numbers and what was measured with them into a bundle's manifest and model card; return it."""
    bundle = Bundle.load(path)
    if wrong := START.keys() ^ fusion.keys():
        raise ModelError(f"{path}: fusion lacks or has too much: {sorted(wrong)}; expected exactly {sorted(START)}")
    manifest = replace(bundle.manifest, fusion=dict(fusion), metrics={**bundle.manifest.metrics, **metrics})
    changed = replace(bundle, manifest=manifest)
    # the card first: a stop between the two leaves a bundle that works as before
    replace_file(path / MODEL_CARD, model_card(changed).encode())
    replace_file(path / MANIFEST, manifest_json(manifest).encode())
    return changed
