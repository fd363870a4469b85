"""The graph of known contexts is opened, and tried, or refused with a line that says what is wrong."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper

from epigraph.errors import BundleError
from epigraph.model import comparison
from epigraph.model.bundle import Bundle
from epigraph.model.comparison import open_comparison
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.model.providers import CPU
from epigraph.model.sessions import open_graph

QUOTES = [("0" * 16, "w1 w2"), ("1" * 16, "w3")]
SEA = Postings.build([["sea"], ["tide"]])
MEMORY = Memory(np.array([0, 0], np.int32), np.array([1], np.int32), np.ones(2, np.int32), usage=SEA, beside=SEA)
TinyBundle = Callable[..., Path]
Reseal = Callable[[Path], None]
Change = Callable[[onnx.ModelProto], object]


def test_a_vector_is_compared_with_every_known_context(tiny_bundle: TinyBundle) -> None:
    """The cosines are in the order of the contexts."""
    compare = open_comparison(Bundle.load(tiny_bundle(QUOTES, memory=MEMORY)))
    assert compare(np.array([3, 0, 4, 0, 0, 0, 0, 0], np.float32)).tolist() == pytest.approx([0.6, 0, 0.8])


def test_without_known_uses_there_is_nothing_to_compare_with(tiny_bundle: TinyBundle) -> None:
    """A bundle without the graph compares with no context."""
    assert open_comparison(Bundle.load(tiny_bundle(QUOTES)))(np.ones(8, np.float32)).tolist() == []


def test_the_comparison_runs_on_one_thread_of_the_cpu(tiny_bundle: TinyBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """To wait for a device, or for other threads, would take longer than the work."""
    opening = Mock(wraps=open_graph)
    monkeypatch.setattr(comparison, "open_graph", opening)
    bundle = Bundle.load(tiny_bundle(QUOTES, memory=MEMORY))
    open_comparison(bundle)
    opening.assert_called_once_with(bundle, "memory.onnx", CPU, 1)


def contexts(model: onnx.ModelProto, matrix: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    """Put other contexts into a graph, and declare what it then gives."""
    model.graph.initializer[0].CopyFrom(numpy_helper.from_array(matrix, "contexts"))
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = matrix.shape[1]


def of_another_encoder(model: onnx.ModelProto) -> None:
    """Let a graph take vectors of nine numbers."""
    contexts(model, np.eye(9, 3, dtype=np.float32))
    model.graph.input[0].type.tensor_type.shape.dim[1].dim_value = 9


def rename(model: onnx.ModelProto, old: str, new: str) -> None:
    """Rename an input or output wherever it stands."""
    for part in (*model.graph.input, *model.graph.output):
        part.name = new if part.name == old else part.name
    for node in model.graph.node:
        for names in (node.input, node.output):
            names[:] = [new if name == old else name for name in names]


DAMAGE: dict[str, tuple[Change, str]] = {
    "other encoder": (of_another_encoder, "no cosines of a vector of dimension 8 ("),
    "other input": (lambda m: rename(m, "vector", "context"), "no cosines of a vector of dimension 8 ("),
    "other output": (lambda m: rename(m, "cosines", "scores"), "no cosines of a vector of dimension 8 ("),
    "too few contexts": (
        lambda m: contexts(m, np.eye(8, 2, dtype=np.float32)),
        "cosines of shape (2,), expected finite ones of (3,)",
    ),
    "no numbers": (lambda m: contexts(m, np.full((8, 3), np.nan, np.float32)), "expected finite ones"),
    "no graph": (lambda m: m.graph.Clear(), "ONNX Runtime refuses it"),
    "elsewhere": (
        lambda m: setattr(m.graph.initializer[0], "data_location", TensorProto.EXTERNAL),
        "tensors kept in another file",
    ),
}


@pytest.mark.parametrize(("change", "message"), DAMAGE.values(), ids=list(DAMAGE))
def test_a_graph_that_does_not_fit_is_refused(
    tiny_bundle: TinyBundle, reseal: Reseal, change: Change, message: str
) -> None:
    """Names, shapes and numbers are checked against encoder and memory, and the error is one line."""
    folder = tiny_bundle(QUOTES, memory=MEMORY)
    graph = onnx.load(folder / "memory.onnx")
    change(graph)
    (folder / "memory.onnx").write_bytes(graph.SerializeToString())
    reseal(folder)
    with pytest.raises(BundleError) as caught:
        open_comparison(Bundle.load(folder))
    assert str(caught.value).startswith(f"{folder / 'memory.onnx'}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_graph_replaced_after_loading_is_refused(tiny_bundle: TinyBundle) -> None:
    """The bytes of the graph are verified when they are used."""
    folder = tiny_bundle(QUOTES, memory=MEMORY)
    bundle = Bundle.load(folder)
    (folder / "memory.onnx").write_bytes(b"another graph")
    with pytest.raises(BundleError, match=r"memory\.onnx: SHA-256"):
        open_comparison(bundle)


@pytest.mark.parametrize("name", ["memory.npz", "memory.onnx"])
def test_known_uses_are_two_files_or_none(tiny_bundle: TinyBundle, name: str) -> None:
    """A bundle with one of the two is refused."""
    folder = tiny_bundle(QUOTES, memory=MEMORY)
    manifest = (folder / "manifest.json").read_text(encoding="utf-8").replace(f'"{name}"', '"quotes.txt"')
    (folder / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(BundleError, match=f"{name} is not in files, expected its checksum"):
        Bundle.load(folder)
