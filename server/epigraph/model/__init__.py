"""Bundles and the ONNX encoders in them. Knows vectors, not quotations."""
