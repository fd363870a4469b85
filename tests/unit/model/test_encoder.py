"""Encoding and ranking with a tiny graph whose answers can be computed by hand."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder, Vectors
from epigraph.model.tokens import Tokens

TinyBundle = Callable[..., Path]


@pytest.fixture
def encoder(tiny_bundle: TinyBundle) -> OnnxEncoder:
    """Open the encoders of a tiny bundle on the CPU."""
    return OnnxEncoder.load(Bundle.load(tiny_bundle()), "cpu")


def random_matrix(rows: int) -> Vectors:
    """Return rows of length 1."""
    matrix = np.random.default_rng(1).standard_normal((rows, 8)).astype(np.float32)
    normalised: Vectors = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    return normalised


def words(tokens: Tokens, ids: list[int]) -> list[str | None]:
    """Return the tokens of ids."""
    return [tokens.tokenizer.id_to_token(i) for i in ids]


def test_vectors_have_length_one(encoder: OnnxEncoder) -> None:
    """Cosine is a plain product only where vectors are normalised."""
    vectors = encoder.encode_contexts([("w1 w2", "w3"), ("", "")])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_rank_equals_encoding_and_sorting(encoder: OnnxEncoder) -> None:
    """The fused graph finds what numpy finds in all scores."""
    matrix = random_matrix(50)
    ranked = encoder.bind(matrix).rank("w5 w6", "w7", 10)
    vector = encoder.encode_contexts([("w5 w6", "w7")])[0]
    scores = matrix @ vector
    np.testing.assert_allclose(ranked.vector, vector, atol=1e-6)
    assert ranked.rows.tolist() == np.argsort(-scores, kind="stable")[:10].tolist()
    np.testing.assert_allclose(ranked.scores, np.sort(scores)[::-1][:10], atol=1e-6)


def test_ties_keep_the_order_of_rows(encoder: OnnxEncoder) -> None:
    """Equal rows come in the order of the collection."""
    matrix = np.zeros((6, 8), dtype=np.float32)  # all scores are exactly 0
    assert encoder.bind(matrix).rank("w1", "w2", 4).rows.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_no_more_rows_than_there_are(encoder: OnnxEncoder, rows: int) -> None:
    """Asking for more than the matrix has gives all of it."""
    ranked = encoder.bind(random_matrix(rows)).rank("w1", "w2", 10)
    assert len(ranked.rows) == len(ranked.scores) == rows


def test_batching_keeps_order(encoder: OnnxEncoder) -> None:
    """Texts of all lengths, more than a batch, come back in the order given."""
    texts = [" ".join(f"w{(i * j) % 60}" for j in range(1 + i % 7)) for i in range(80)]
    together = encoder.encode_quotes(texts)
    alone = np.concatenate([encoder.encode_quotes([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_encoding_nothing_gives_nothing(encoder: OnnxEncoder) -> None:
    """No texts, no rows, and still the right dimension."""
    assert encoder.encode_quotes([]).shape == (0, 8)


def test_progress_ends_with_all(encoder: OnnxEncoder) -> None:
    """Progress rises and its last call says that all is done."""
    calls: list[tuple[int, int]] = []
    encoder.encode_quotes(["w1"] * 70, lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (70, 70)


def test_a_separate_quote_graph_is_used(tiny_bundle: TinyBundle) -> None:
    """Where contexts are pooled at the mask, quotations, which have none, go through their own graph."""
    encoder = OnnxEncoder.load(Bundle.load(tiny_bundle(pooling="mask", gap=True)), "cpu")
    contexts = encoder.encode_contexts([("w1", "w2"), ("w8 w9", "")])
    np.testing.assert_allclose(contexts[0], contexts[1], atol=1e-6)  # the tiny encoder sees nothing but the mask
    quotes = encoder.encode_quotes(["w1", "w8 w9"])
    assert np.abs(quotes[0] - quotes[1]).max() > 0.01


def test_a_short_context_is_kept_whole(tiny_bundle: TinyBundle) -> None:
    """Left, gap and right stand in their order between start and end."""
    tokens = Tokens.load(Bundle.load(tiny_bundle(pooling="mask", gap=True)))
    found = words(tokens, tokens.context("w1 w2", "w3"))
    assert found == ["[CLS]", "w1", "w2", "[MASK]", "w3", "[SEP]"]


@pytest.mark.parametrize(("gap", "inside"), [(False, ["w1", "w2"]), (True, ["w1", "[MASK]", "w2"])])
def test_the_mask_stands_where_the_manifest_has_a_gap(tiny_bundle: TinyBundle, gap: bool, inside: list[str]) -> None:
    """Mean pooling reads left and right as one text, or with the mask between them."""
    tokens = Tokens.load(Bundle.load(tiny_bundle(gap=gap)))
    assert words(tokens, tokens.context("w1", "w2")) == ["[CLS]", *inside, "[SEP]"]


@pytest.mark.parametrize(
    ("left", "right", "kept"),
    [
        (20, 20, ["w16", "w17", "w18", "w19", "[MASK]", "w30", "w31", "w32", "w33", "w34"]),
        (20, 2, ["w13", "w14", "w15", "w16", "w17", "w18", "w19", "[MASK]", "w30", "w31"]),
        (1, 20, ["w0", "[MASK]", "w30", "w31", "w32", "w33", "w34", "w35", "w36", "w37"]),
        (20, 0, ["w11", "w12", "w13", "w14", "w15", "w16", "w17", "w18", "w19", "[MASK]"]),
        (0, 20, ["[MASK]", "w30", "w31", "w32", "w33", "w34", "w35", "w36", "w37", "w38"]),
    ],
)
def test_the_words_nearest_the_gap_stay(tiny_bundle: TinyBundle, left: int, right: int, kept: list[str]) -> None:
    """A long left side loses its start, a long right side its end, and a short side leaves its share."""
    tokens = Tokens.load(Bundle.load(tiny_bundle(pooling="mask", gap=True, max_tokens=12)))
    before = " ".join(f"w{i}" for i in range(left))
    after = " ".join(f"w{30 + i}" for i in range(right))
    assert words(tokens, tokens.context(before, after)) == ["[CLS]", *kept, "[SEP]"]


def test_a_long_quotation_loses_its_end(tiny_bundle: TinyBundle) -> None:
    """A quotation is known by how it begins."""
    tokens = Tokens.load(Bundle.load(tiny_bundle(max_tokens=6)))
    assert words(tokens, tokens.quote("w1 w2 w3 w4 w5 w6")) == ["[CLS]", "w1", "w2", "w3", "w4", "[SEP]"]


def test_a_typed_special_token_is_text(tiny_bundle: TinyBundle) -> None:
    """Somebody who writes "[MASK]" does not move the gap."""
    tokens = Tokens.load(Bundle.load(tiny_bundle(pooling="mask", gap=True)))
    assert words(tokens, tokens.context("w1 [MASK] [SEP]", "w2")).count("[MASK]") == 1
