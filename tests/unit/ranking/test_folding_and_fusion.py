"""Folding of variants and fusion of channels."""

from pathlib import Path

import numpy as np
import pytest

from builders import make_quote
from epigraph.errors import BundleError
from epigraph.ranking.folding import fold
from epigraph.ranking.fusion import Fusion


def test_folding_keeps_the_best_row_of_a_saying_and_the_order() -> None:
    """Of the rows of one saying the best stays, and no more sayings than wanted."""
    a = make_quote("a")
    quotes = [a, make_quote("b", variant_of=a.id), make_quote("c"), make_quote("d")]
    assert fold([1, 0, 3, 2], quotes, most=2) == [1, 3]
    assert fold([1, 0, 3, 2], quotes, most=9) == [1, 3, 2]


def test_fusion_is_a_logistic_of_the_weighted_sum() -> None:
    """Weights and bias as computed by hand."""
    fusion = Fusion(bias=-1.0, weights={"semantic": 2.0, "lexical": 0.5})
    scores = fusion.score({"semantic": np.array([0.5, 0.0], np.float32), "lexical": np.array([0.0, 4.0], np.float32)})
    assert scores.tolist() == pytest.approx([0.5, 0.731058], abs=1e-5)


def test_a_bundle_without_a_channel_is_refused() -> None:
    """The error says which bundle, what it has and what is missing."""
    with pytest.raises(BundleError, match=r"some/en: fusion has \['bias', 'semantic'\], expected 'lexical'"):
        Fusion.from_manifest({"bias": 0.0, "semantic": 1.0}, Path("some/en"))
