"""The export of a tower where it fails, the rest is tested with the bundles; and the comparison beside numpy."""

import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest
import torch

from epigraph.errors import ModelError
from epigraph_export.graph import comparison, export_tower
from epigraph_export.towers import Tower


def test_an_exporter_that_gives_nothing_is_told(mean_tower: Tower, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says which torch to install."""
    monkeypatch.setattr(torch.onnx, "export", lambda *_, **__: None)
    with pytest.raises(ModelError, match=r"install the torch of constraints\.txt"):
        export_tower(mean_tower)


def compare(
    projection: npt.NDArray[np.float32], contexts: npt.NDArray[np.int8], vector: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """Run the graph of a comparison."""
    content = comparison(projection, contexts).SerializeToString()
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    cosines: npt.NDArray[np.float32] = session.run(["cosines"], {"vector": vector[None]})[0][0]
    return cosines


def test_cosines_are_those_of_projected_vectors() -> None:
    """Contexts and vectors of any lengths are compared as numpy does, up to the rounding of the vector."""
    draw = np.random.default_rng(3)
    projection = draw.standard_normal((24, 16)).astype(np.float32)
    contexts = draw.integers(-127, 128, (200, 16)).astype(np.int8)
    vector = 5 * draw.standard_normal(24).astype(np.float32)
    kept, whole = vector @ projection, contexts.astype(np.float32)
    expected = whole @ kept / np.linalg.norm(kept) / np.linalg.norm(whole, axis=1)
    np.testing.assert_allclose(compare(projection, contexts, vector), expected, atol=0.01)


def test_large_numbers_side_by_side_do_not_overflow() -> None:
    """Products of neighbours are added in 16 bits by some processors, for which two of the largest are too much."""
    contexts = np.array([[127, 127, 1, 1], [-127, -127, 1, 1]], np.int8)
    cosines = compare(np.eye(4, dtype=np.float32), contexts, np.array([1, 1, 0, 0], np.float32))
    assert cosines.tolist() == pytest.approx([1, -1], abs=0.01)


def test_what_has_no_length_is_like_nothing() -> None:
    """A context of zeros, and a vector that the projection leaves nothing of, have a cosine of 0."""
    projection, contexts = np.eye(3, 2, dtype=np.float32), np.array([[0, 0], [127, 5]], np.int8)
    assert compare(projection, contexts, np.array([1, 0, 0], np.float32))[0] == 0
    assert compare(projection, contexts, np.array([0, 0, 1], np.float32)).tolist() == [0, 0]
