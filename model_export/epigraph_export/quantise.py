"""Dynamic int8: a quarter of the size, and faster on a CPU."""

import tempfile
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic


def to_int8(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the graph with int8 weights in its products and embedding tables.

    Weights keep 7 bits (`reduce_range`): with 8, processors without VNNI overflow and the vectors drift.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "fp32.onnx"), Path(folder, "int8.onnx")
        onnx.save(model, source)
        quantize_dynamic(
            source,
            target,
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
        return onnx.load(target)
