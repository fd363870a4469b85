"""From encoders to ONNX bundles. Never imported by the server."""
