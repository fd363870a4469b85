"""Does a graph still compute what the module computed? Cosines, and the least that is good enough."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import torch

from epigraph.errors import ModelError
from epigraph_export.towers import Tower

LEAST_EXPORT = 0.999  # worst cosine of the exported graph with the module
LEAST_INT8 = 0.95  # mean cosine of the int8 graph with the fp32 graph

Floats = npt.NDArray[np.float32]


def tower_vectors(tower: Tower, inputs: Sequence[list[int]]) -> Floats:
    """Return the module's vectors of token ids, one at a time: (n, dimension)."""
    with torch.no_grad():
        vectors = [tower(ids, torch.ones_like(ids)) for ids in (torch.tensor([tokens]) for tokens in inputs)]
    return torch.cat(vectors).numpy()


def graph_vectors(model: onnx.ModelProto, inputs: Sequence[list[int]]) -> Floats:
    """Return the vectors of a graph that `export_tower` made: (n, dimension)."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    vectors = []
    for tokens in inputs:
        ids = np.array([tokens], dtype=np.int64)
        vectors.append(session.run(["vector"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0])
    return np.concatenate(vectors)


def check_export(expected: Floats, found: Floats) -> float:
    """Return the worst cosine of exported vectors; raise ModelError where the export went wrong."""
    worst = float(_cosines(expected, found).min())
    if not worst >= LEAST_EXPORT:
        raise ModelError(
            f"exported graph: cosine {worst:.4f} with the module, expected {LEAST_EXPORT}; check the export"
        )
    return worst


def check_int8(expected: Floats, found: Floats) -> float:
    """Return the mean cosine of int8 vectors; raise ModelError where quantisation lost too much."""
    mean = float(_cosines(expected, found).mean())
    if not mean >= LEAST_INT8:
        raise ModelError(f"int8 graph: mean cosine {mean:.4f} with fp32, expected {LEAST_INT8}; export with fp32")
    return mean


def _cosines(expected: Floats, found: Floats) -> Floats:
    lengths = np.linalg.norm(expected, axis=1) * np.linalg.norm(found, axis=1)
    cosines: Floats = np.sum(expected * found, axis=1) / lengths
    return cosines
