"""From a module to a bundle: what the server computes is what torch computes."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from tokenizers import Tokenizer

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.tokens import Tokens
from epigraph_export.bundle_writer import Recipe, write_bundle
from epigraph_export.parity import check_export, check_int8
from epigraph_export.towers import Tower

QUOTES = [(f"{number:016x}", f"w{number} w{number + 1} w{2 * number}") for number in range(20)]
CONTEXTS = [("w1 w2 w3", "w4 w5"), ("w9", ""), ("", "w8 w7 w6 w5 w4 w3"), ("w1 " * 30, "w2 " * 30)]


def torch_vectors(tower: Tower, inputs: list[list[int]]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return the vectors that the module itself computes."""
    with torch.no_grad():
        vectors = [tower(torch.tensor([ids]), torch.ones(1, len(ids), dtype=torch.int64)) for ids in inputs]
    found: np.ndarray[tuple[int, int], np.dtype[np.float32]] = torch.cat(vectors).numpy()
    return found


def recipe_of(tower: Tower, tokenizer: Tokenizer) -> Recipe:
    """Return a small int8 recipe."""
    return Recipe(
        language="en",
        name="tiny",
        version="0",
        base_model="random",
        licence="none",
        tokenizer=tokenizer,
        context=tower,
        context_tokens=16,
        quote_tokens=16,
    )


def test_contexts_are_encoded_as_in_torch(two_towers: Bundle, mask_tower: Tower) -> None:
    """Batch, padding, truncation and mask pooling agree with the module on single inputs."""
    tokens = Tokens.load(two_towers)
    expected = torch_vectors(mask_tower, [tokens.context(*context) for context in CONTEXTS])
    found = OnnxEncoder.load(two_towers, "cpu").encode_contexts(CONTEXTS)
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_mask_pooling_takes_the_hidden_state_of_the_mask(mask_tower: Tower) -> None:
    """The pooled vector is the encoder's state at the mask token, normalised."""
    ids = torch.tensor([[2, 10, 11, 4, 12, 3]])
    with torch.no_grad():
        hidden = mask_tower.encoder(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0, 3]
        found = mask_tower(ids, torch.ones_like(ids))[0]
    torch.testing.assert_close(found, hidden / hidden.norm())


@pytest.mark.parametrize("fixture", ["one_tower", "two_towers"])
def test_quotations_are_encoded_as_in_torch(fixture: str, mean_tower: Tower, request: pytest.FixtureRequest) -> None:
    """The shipped matrix holds the module's vectors, whether the towers share a graph or not."""
    bundle: Bundle = request.getfixturevalue(fixture)
    tokens = Tokens.load(bundle)
    expected = torch_vectors(mean_tower, [tokens.quote(text) for _, text in QUOTES])
    np.testing.assert_allclose(bundle.vectors, expected, atol=1e-3)  # float16
    assert list(bundle.rows.values()) == list(range(len(QUOTES)))


def test_fused_ranking_equals_all_scores(two_towers: Bundle) -> None:
    """The exported graph's k best are numpy's."""
    encoder = OnnxEncoder.load(two_towers, "cpu")
    matrix = two_towers.vectors.astype(np.float32)
    ranked = encoder.bind(matrix).rank("w1 w2", "w3", 5)
    scores = matrix @ encoder.encode_contexts([("w1 w2", "w3")])[0]
    assert ranked.rows.tolist() == np.argsort(-scores, kind="stable")[:5].tolist()
    np.testing.assert_allclose(ranked.scores, scores[ranked.rows], atol=1e-5)


def test_int8_bundles_are_the_same_bytes_each_time(one_tower: Bundle, mean_tower: Tower, tmp_path: Path) -> None:
    """The same inputs give the same bundle, also in place of an older one."""
    recipe = recipe_of(mean_tower, Tokenizer.from_buffer(one_tower.read("tokenizer.json")))
    write_bundle(recipe, QUOTES, tmp_path / "bundle")
    first = {file.name: file.read_bytes() for file in (tmp_path / "bundle").iterdir()}
    write_bundle(recipe, QUOTES, tmp_path / "bundle")
    assert {file.name: file.read_bytes() for file in (tmp_path / "bundle").iterdir()} == first
    assert [file.name for file in tmp_path.iterdir()] == ["bundle"]  # nothing is left beside it
    assert set(first) == {
        "MODEL_CARD.md",
        "manifest.json",
        "context.onnx",
        "tokenizer.json",
        "quotes.npy",
        "quotes.txt",
    }
    assert Bundle.load(tmp_path / "bundle").manifest.metrics["cosine_int8"] > 0.95


def test_an_fp16_graph_ranks_an_fp16_matrix(one_tower: Bundle, mean_tower: Tower, tmp_path: Path) -> None:
    """The variant for GPUs finds the same, in half the bytes, and leaves the module as it was."""
    recipe = recipe_of(mean_tower, Tokenizer.from_buffer(one_tower.read("tokenizer.json")))
    half = write_bundle(replace(recipe, precision="fp16"), QUOTES, tmp_path / "fp16")
    ranked = [
        OnnxEncoder.load(bundle, "cpu").bind(bundle.vectors.astype(np.float32)).rank("w1", "w2", 3)
        for bundle in (one_tower, half)
    ]
    np.testing.assert_allclose(ranked[0].vector, ranked[1].vector, atol=5e-3)
    assert ranked[0].rows.tolist() == ranked[1].rows.tolist()
    assert half.manifest.files["context.onnx"].bytes < 0.7 * one_tower.manifest.files["context.onnx"].bytes
    assert next(mean_tower.parameters()).dtype == torch.float32


def test_graphs_name_no_paths(one_tower: Bundle) -> None:
    """The exporter's stack traces, with the paths of the machine, are taken out."""
    content = one_tower.read("context.onnx")
    assert b"site-packages" not in content
    assert b".py" not in content
    onnx.checker.check_model(onnx.load_from_string(content))


def test_quotations_cannot_be_pooled_at_a_mask(one_tower: Bundle, mask_tower: Tower, tmp_path: Path) -> None:
    """A mask-pooled tower for quotations too is refused before the export."""
    recipe = recipe_of(mask_tower, Tokenizer.from_buffer(one_tower.read("tokenizer.json")))
    with pytest.raises(ModelError, match="give a quote tower"):
        write_bundle(recipe, QUOTES, tmp_path / "bundle")


def test_lost_parity_is_an_error() -> None:
    """Vectors that do not agree, or are no numbers, stop the export."""
    one, other = np.eye(4, dtype=np.float32)[:2], np.eye(4, dtype=np.float32)[2:]
    assert check_export(one, one) == 1
    assert check_int8(one, one) == 1
    with pytest.raises(ModelError, match=r"cosine 0\.0000"):
        check_export(one, other)
    with pytest.raises(ModelError, match=r"cosine 0\.0000"):
        check_int8(one, other)
    with pytest.raises(ModelError, match="cosine nan"):
        check_export(one, one * np.nan)
