"""Each quotation gets its vector from the bundle, the cache or the encoder, in the order asked for."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.model.bundle import Bundle
from epigraph.model.encoder import Vectors
from epigraph.model.matrix import input_hash, quote_input, quote_matrix
from epigraph.model.vector_cache import VectorCache

TinyBundle = Callable[..., Path]
SHIPPED = [("0" * 16, "w1 w2"), ("1" * 16, "w3")]


class FakeEncoder:
    """Encodes a text as its length, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode_quotes(self, texts: Sequence[str]) -> Vectors:
        """Return vectors that start with the text's length."""
        self.asked += texts
        vectors = np.zeros((len(texts), 8), dtype=np.float32)
        vectors[:, 0] = [len(text) for text in texts]
        return vectors


@pytest.fixture
def bundle(tiny_bundle: TinyBundle) -> Bundle:
    """Load a bundle with two quotations, whose vectors are one-hot."""
    return Bundle.load(tiny_bundle(SHIPPED))


@pytest.fixture
def cache(tmp_path: Path) -> VectorCache:
    """Make an empty cache."""
    return VectorCache.open(tmp_path / "vectors.sqlite")


def test_shipped_vectors_are_not_encoded_again(bundle: Bundle, cache: VectorCache) -> None:
    """A quotation of the bundle takes its row, whatever the order asked for."""
    encoder = FakeEncoder()
    matrix = quote_matrix(bundle, encoder, cache, SHIPPED[::-1])
    np.testing.assert_array_equal(matrix, np.eye(8)[[1, 0]])
    assert encoder.asked == []


def test_a_changed_gloss_is_encoded(bundle: Bundle, cache: VectorCache) -> None:
    """The same id with other words for the encoder is not the shipped vector."""
    encoder = FakeEncoder()
    matrix = quote_matrix(bundle, encoder, cache, [("0" * 16, "w1 w2 and a new gloss"), SHIPPED[1]])
    assert encoder.asked == ["w1 w2 and a new gloss"]
    assert matrix[0, 0] == len("w1 w2 and a new gloss")
    np.testing.assert_array_equal(matrix[1], np.eye(8)[1])


def test_own_quotations_are_encoded_once(bundle: Bundle, cache: VectorCache) -> None:
    """A second start finds them in the cache, with the very same vectors."""
    inputs = [("a" * 16, "own"), *SHIPPED, ("b" * 16, "another")]
    first = quote_matrix(bundle, FakeEncoder(), cache, inputs)
    again = FakeEncoder()
    np.testing.assert_array_equal(quote_matrix(bundle, again, cache, inputs), first)
    assert again.asked == []


def test_a_dead_cache_only_costs_time(bundle: Bundle, tmp_path: Path) -> None:
    """Where nothing can be cached, everything is encoded."""
    (tmp_path / "file").write_text("in the way")
    dead = VectorCache.open(tmp_path / "file" / "vectors.sqlite")
    assert quote_matrix(bundle, FakeEncoder(), dead, [("a" * 16, "own")])[0, 0] == 3


def test_another_encoder_does_not_read_old_vectors(
    bundle: Bundle, cache: VectorCache, tmp_path: Path, reseal: Callable[[Path], None]
) -> None:
    """A bundle with another encoder has another fingerprint."""
    quote_matrix(bundle, FakeEncoder(), cache, [("a" * 16, "own")])
    with (tmp_path / "bundle" / "context.onnx").open("ab") as graph:
        graph.write(b"\x00")
    reseal(tmp_path / "bundle")
    encoder = FakeEncoder()
    quote_matrix(Bundle.load(tmp_path / "bundle"), encoder, cache, [("a" * 16, "own")])
    assert encoder.asked == ["own"]


def test_progress_counts_what_is_encoded(bundle: Bundle, cache: VectorCache) -> None:
    """Progress knows only of the work to be done and ends with all of it."""
    calls: list[tuple[int, int]] = []
    inputs = [(f"{number:016x}", f"text {number}") for number in range(300)]
    quote_matrix(bundle, FakeEncoder(), cache, [*SHIPPED, *inputs], lambda *call: calls.append(call))
    assert calls == [(256, 300), (300, 300)]


def test_quote_input_joins_the_fields_that_are_there() -> None:
    """Fields come in the manifest's order; an empty one leaves no gap."""
    assert quote_input(("text", "gloss"), text="a b", gloss="c") == "a b c"
    assert quote_input(("gloss", "text"), text="a b", gloss="") == "a b"
    assert quote_input(("text", "topics"), text="a", gloss="c", topics=("x", "y")) == "a x y"


@given(st.text(), st.text())
def test_input_hashes_differ_with_the_text(one: str, other: str) -> None:
    """Any change of the encoder's input is noticed."""
    assert (input_hash(one) == input_hash(other)) == (one == other)
