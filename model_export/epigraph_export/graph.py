"""ONNX graphs, each in one file: a tower, the ranking nodes behind it, and the comparison with known contexts."""

import warnings

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from epigraph.errors import ModelError
from epigraph_export.towers import Tower

OPSET = 20  # the first with Gelu as one node
_IR_VERSION = 10  # the exporter's for a tower
_ZERO = 128  # of numbers from -127 to 127 as uint8


def export_tower(tower: Tower) -> onnx.ModelProto:
    """Return the graph of a tower: input_ids and attention_mask, both (batch, seq), to vector (batch, dimension)."""
    ids = torch.ones((2, 8), dtype=torch.int64)  # more than 1 a side: the exporter takes a 1 for a constant
    sides = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter warns of its own insides
        program = torch.onnx.export(
            tower.eval(),
            (ids, torch.ones_like(ids)),
            input_names=["input_ids", "attention_mask"],
            output_names=["vector"],
            dynamic_shapes={"input_ids": sides, "attention_mask": sides},
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    if program is None:
        raise ModelError("torch.onnx.export gave nothing, expected a graph; install the torch of constraints.txt")
    model = program.model_proto
    _forget_origin(model)
    return model


def add_ranking(model: onnx.ModelProto, *, half: bool = False) -> onnx.ModelProto:
    """Return the graph with inputs `matrix` (n, dimension) and `k` (1) and outputs `scores` and `rows` (batch, k)."""
    ranking = onnx.ModelProto()
    ranking.CopyFrom(model)
    graph = ranking.graph
    kind = TensorProto.FLOAT16 if half else TensorProto.FLOAT
    dimension = graph.output[0].type.tensor_type.shape.dim[1].dim_value
    graph.input.extend(
        [
            helper.make_tensor_value_info("matrix", kind, ["n_quotes", dimension]),
            helper.make_tensor_value_info("k", TensorProto.INT64, [1]),
        ]
    )
    graph.node.extend(
        [
            helper.make_node("Cast", ["vector"], ["query"], "rank_cast", to=kind),
            helper.make_node("Gemm", ["query", "matrix"], ["products"], "rank_product", transB=1),  # (batch, n_quotes)
            helper.make_node("Cast", ["products"], ["all_scores"], "rank_scores", to=TensorProto.FLOAT),
            helper.make_node("TopK", ["all_scores", "k"], ["scores", "rows"], "rank_best"),
        ]
    )
    graph.output.extend(
        [
            helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["batch", "k"]),
            helper.make_tensor_value_info("rows", TensorProto.INT64, ["batch", "k"]),
        ]
    )
    onnx.checker.check_model(ranking)
    return ranking


def comparison(projection: npt.NDArray[np.float32], contexts: npt.NDArray[np.int8]) -> onnx.ModelProto:
    """Return the graph from `vector` (1, dimension) to its `cosines` (1, n) with contexts, (n, m), of any lengths.

    The vector is projected, (dimension, m), and rounded too, so that whole numbers are multiplied: a quarter of the
    bytes to read. They are uint8 on both sides: with int8 on one, processors without VNNI overflow.
    """
    lengths = np.linalg.norm(contexts.astype(np.float32), axis=1)
    weights = {
        "projection": projection,
        "contexts": np.ascontiguousarray((contexts.astype(np.int16) + _ZERO).astype(np.uint8).T),
        "zero": np.uint8(_ZERO),
        "scales": 1 / np.maximum(lengths, 1),  # one without length has only zeros
    }
    nodes = [
        helper.make_node("MatMul", ["vector", "projection"], ["projected"]),
        helper.make_node("LpNormalization", ["projected"], ["unit"], axis=-1, p=2),
        helper.make_node("DynamicQuantizeLinear", ["unit"], ["rounded", "step", "rounded_zero"]),
        helper.make_node("MatMulInteger", ["rounded", "contexts", "rounded_zero", "zero"], ["whole"]),  # (1, n)
        helper.make_node("Cast", ["whole"], ["products"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["step", "scales"], ["factors"]),
        helper.make_node("Mul", ["products", "factors"], ["cosines"]),
    ]
    graph = helper.make_graph(
        nodes,
        "memory",
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, len(projection)])],
        [helper.make_tensor_value_info("cosines", TensorProto.FLOAT, [1, len(contexts)])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=_IR_VERSION)
    onnx.checker.check_model(model, full_check=True)
    return model


def _forget_origin(model: onnx.ModelProto) -> None:
    """Take out the exporter's notes: they hold stack traces with the paths of the machine."""
    graph = model.graph
    noted = [model, graph, *graph.node, *graph.initializer, *graph.value_info, *graph.input, *graph.output]
    for part in noted:
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
