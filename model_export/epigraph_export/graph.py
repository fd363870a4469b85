"""A tower as an ONNX graph in one file, and the ranking nodes behind it."""

import warnings

import onnx
import torch
from onnx import TensorProto, helper

from epigraph.errors import ModelError
from epigraph_export.towers import Tower

OPSET = 20  # the first with Gelu as one node


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


def _forget_origin(model: onnx.ModelProto) -> None:
    """Take out the exporter's notes: they hold stack traces with the paths of the machine."""
    graph = model.graph
    noted = [model, graph, *graph.node, *graph.initializer, *graph.value_info, *graph.input, *graph.output]
    for part in noted:
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
