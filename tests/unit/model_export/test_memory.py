"""Known contexts become vectors, terms and numbers."""

import numpy as np
import pytest
from onnx import numpy_helper

from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.memory import memory_bytes
from epigraph_export.memory import beside_terms, build_memory, evened_axes, usage_terms

IDS = [f"{number:016x}" for number in range(9)]
KNOWN = [(IDS[3], "w1 w2", "w3"), (IDS[7], "w4", ""), (IDS[3], "w60 w61", "w62 w61")]


@pytest.fixture(scope="module")
def encoder(one_tower: Bundle) -> OnnxEncoder:
    """Open the encoders of a tiny bundle."""
    return OnnxEncoder.load(one_tower, "cpu")


def test_known_contexts_become_vectors_terms_and_numbers(encoder: OnnxEncoder) -> None:
    """A known context is found by its own vector, its terms and its row; its words are nowhere."""
    memory, compared = build_memory(encoder, IDS, KNOWN[::2], KNOWN[1:2], dimension=8)
    assert memory.rows.tolist() == [3, 3]
    assert memory.written.tolist() == [7]
    assert memory.uses[3] == 2 == memory.uses.sum()
    weights = {array.name: numpy_helper.to_array(array) for array in compared.graph.initializer}
    assert weights["projection"].shape == (32, 8)
    vectors = encoder.encode_contexts([("w1 w2", "w3"), ("w60 w61", "w62 w61"), ("w4", "")])
    kept = vectors @ weights["projection"]
    whole = 127 * kept / np.abs(kept).max(axis=1, keepdims=True)
    np.testing.assert_allclose(weights["contexts"].T.astype(int) - 128, whole, atol=0.6)
    assert memory.usage.of("w61")[0].tolist() == [3]
    assert memory.usage.of("w4")[0].tolist() == [7]
    assert not memory.beside.vocabulary  # no two contexts have the same beside the gap
    assert b"w60 w61" not in memory_bytes(memory) + compared.SerializeToString()


def test_order_and_repetition_of_known_contexts_change_nothing(encoder: OnnxEncoder) -> None:
    """The same contexts give the same bytes, in whatever order, and one that is given twice is one."""
    written = []
    for known in (KNOWN, [*KNOWN[::-1], KNOWN[0]]):
        memory, compared = build_memory(encoder, IDS, known, dimension=8)
        written.append((memory_bytes(memory), compared.SerializeToString()))
    assert written[0] == written[1]


def test_axes_come_by_length_and_are_evened_a_little() -> None:
    """Of vectors with three axes none is lost; the longest is shortened most, but stays the longest."""
    draw = np.random.default_rng(5)
    vectors = (draw.standard_normal((50, 3)) * [4, 2, 1] @ np.eye(3, 16)).astype(np.float32)
    kept = vectors @ evened_axes(vectors, 3)
    before, after = np.linalg.norm(vectors[:, :3], axis=0), np.linalg.norm(kept, axis=0)
    assert after[0] > after[1] > after[2]
    np.testing.assert_allclose(after / after[2], (before / before[2]) ** 0.7, rtol=0.03)
    assert evened_axes(vectors, 99).shape == (16, 16)


def test_only_the_weightiest_terms_of_a_quotation_are_kept() -> None:
    """Of a hundred terms the 64 rarest stay, at the rows of their quotations."""
    rare, common = [f"r{number}" for number in range(64)], [f"c{number}" for number in range(36)]
    contexts = [" ".join(rare + common), *(" ".join(common) for _ in range(5))]
    usage = usage_terms(np.arange(1, 7, dtype=np.int32), contexts, 9)
    assert all(usage.of(term)[0].tolist() == [1] for term in rare)
    assert usage.of("c0")[0].tolist() == [2, 3, 4, 5, 6]
    assert np.bincount(usage.rows, minlength=usage.size).tolist() == [0, 64, 36, 36, 36, 36, 36, 0, 0]


def test_a_term_that_no_quotation_keeps_is_gone() -> None:
    """What all have, and have other terms for, leaves no empty slice behind."""
    contexts = [" ".join(["all", *(f"t{row}x{number}" for number in range(64))]) for row in range(3)]
    usage = usage_terms(np.arange(3, dtype=np.int32), contexts, 3)
    assert "all" not in usage.vocabulary
    assert np.diff(usage.starts).min() == 1


def test_what_stands_beside_the_gap_once_is_not_kept() -> None:
    """Only terms of two contexts or more are, of each quotation all, and more where it has them more often."""
    contexts = [("he told me to", ""), ("told her to", "."), ("you have to", "."), ("and so", "")]
    beside = beside_terms(np.array([2, 2, 5, 5], dtype=np.int32), contexts, 7)
    assert {term: beside.of(term)[0].tolist() for term in beside.vocabulary} == {"to _": [2, 5], "_ .": [2, 5]}
    of_two, of_five = beside.of("to _")[1]
    assert of_two > of_five
    assert beside.size == 7
