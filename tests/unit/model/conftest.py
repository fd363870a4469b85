"""A tiny bundle made without torch: a table of word vectors, their mean, and the ranking nodes."""

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from epigraph.model.manifest import SCHEMA, ContextTower, FileEntry, Manifest, Pooling, QuoteTower, manifest_json
from epigraph.model.matrix import input_hash
from epigraph.model.memory import Memory, memory_bytes

DIMENSION = 8
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [f"w{number}" for number in range(60)]
GRAPHS = ("context.onnx", "quote.onnx")

TinyBundle = Callable[..., Path]
Reseal = Callable[[Path], None]


def tiny_tokenizer() -> Tokenizer:
    """Return a tokenizer of whole words with the special tokens of BERT."""
    vocabulary = {token: number for number, token in enumerate(SPECIAL + WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def tiny_graph(*, ranking: bool, pooling: Pooling) -> onnx.ModelProto:
    """Return a graph with the inputs and outputs of a real one; mask pooling takes the word before the mask."""
    table = np.random.default_rng(7).standard_normal((len(SPECIAL + WORDS), DIMENSION)).astype(np.float32)
    ints, floats = TensorProto.INT64, TensorProto.FLOAT
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["hidden"]),
        helper.make_node("Equal", ["input_ids", "mask_id"], ["at_mask"]),
        helper.make_node("Cast", ["at_mask" if pooling == "mask" else "attention_mask"], ["chosen"], to=floats),
        helper.make_node("Unsqueeze", ["chosen", "last"], ["weight"]),
        helper.make_node("Mul", ["hidden", "weight"], ["weighted"]),
        helper.make_node("ReduceSum", ["weighted", "sequence"], ["sum"], keepdims=0),
        helper.make_node("LpNormalization", ["sum"], ["vector"], axis=-1, p=2),
    ]
    inputs = [helper.make_tensor_value_info(name, ints, ["b", "s"]) for name in ("input_ids", "attention_mask")]
    outputs = [helper.make_tensor_value_info("vector", floats, ["b", DIMENSION])]
    if ranking:
        nodes += [
            helper.make_node("Gemm", ["vector", "matrix"], ["products"], transB=1),
            helper.make_node("TopK", ["products", "k"], ["scores", "rows"]),
        ]
        inputs += [
            helper.make_tensor_value_info("matrix", floats, ["n", DIMENSION]),
            helper.make_tensor_value_info("k", ints, [1]),
        ]
        outputs += [
            helper.make_tensor_value_info("scores", floats, ["b", "k"]),
            helper.make_tensor_value_info("rows", ints, ["b", "k"]),
        ]
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array([4]), "mask_id"),
        numpy_helper.from_array(np.array([-1]), "last"),
        numpy_helper.from_array(np.array([1]), "sequence"),
    ]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def tiny_comparison(contexts: npt.NDArray[np.float32]) -> onnx.ModelProto:
    """Return a graph like memory.onnx over contexts of length 1, (n, dimension), that rounds nothing."""
    floats = TensorProto.FLOAT
    nodes = [
        helper.make_node("LpNormalization", ["vector"], ["unit"], axis=-1, p=2),
        helper.make_node("MatMul", ["unit", "contexts"], ["cosines"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("vector", floats, [1, contexts.shape[1]])],
        [helper.make_tensor_value_info("cosines", floats, [1, len(contexts)])],
        [numpy_helper.from_array(np.ascontiguousarray(contexts.T), "contexts")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def write_tiny_bundle(
    folder: Path,
    quotes: Sequence[tuple[str, str]] = (),
    *,
    pooling: Pooling = "mean",
    gap: bool = False,
    max_tokens: int = 12,
    memory: Memory | None = None,
) -> Path:
    """Write a bundle of (id, quote input) pairs whose vectors are one-hot, so that a test can tell them apart."""
    folder.mkdir(parents=True)
    (folder / "tokenizer.json").write_text(tiny_tokenizer().to_str(), encoding="utf-8")
    onnx.save(tiny_graph(ranking=True, pooling=pooling), folder / "context.onnx")
    onnx.save(tiny_graph(ranking=False, pooling="mean"), folder / "quote.onnx")
    matrix = io.BytesIO()
    np.save(matrix, np.eye(DIMENSION, dtype=np.float16)[: len(quotes)])
    (folder / "quotes.npy").write_bytes(matrix.getvalue())
    rows = "".join(f"{quote_id} {input_hash(text)}\n" for quote_id, text in quotes)
    (folder / "quotes.txt").write_text(rows, encoding="utf-8")
    files = ["tokenizer.json", "quotes.npy", "quotes.txt", *GRAPHS]
    if memory:
        (folder / "memory.npz").write_bytes(memory_bytes(memory))
        onnx.save(tiny_comparison(np.eye(memory.contexts, DIMENSION, dtype=np.float32)), folder / "memory.onnx")
        files += ["memory.npz", "memory.onnx"]
    manifest = Manifest(
        schema=SCHEMA,
        language="en",
        name="tiny",
        version="0",
        base_model="none",
        licence="none",
        data="none",
        dimension=DIMENSION,
        precision="fp32",
        context=ContextTower("context.onnx", pooling, gap, 40, max_tokens),
        quote=QuoteTower("context.onnx" if pooling == "mean" else "quote.onnx", "mean", ("text", "gloss"), max_tokens),
        fusion={},
        metrics={},
        files={name: FileEntry("", 0) for name in files},
    )
    (folder / "manifest.json").write_text(manifest_json(manifest), encoding="utf-8")
    seal(folder)
    return folder


def seal(folder: Path) -> None:
    """Make the checksums in the manifest true again."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for name in manifest["files"]:
        content = (folder / name).read_bytes()
        manifest["files"][name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.fixture
def tiny_bundle(tmp_path: Path) -> TinyBundle:
    """Write a tiny bundle into a folder of the test."""
    return partial(write_tiny_bundle, tmp_path / "bundle")


@pytest.fixture
def reseal() -> Reseal:
    """Make the checksums of a changed bundle true again."""
    return seal
