"""The provider that is really there is used, and what was wrong with a better one is said."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from epigraph.errors import RuntimeMissingError
from epigraph.model import providers, sessions
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder

CPU, CUDA, COREML = "CPUExecutionProvider", "CUDAExecutionProvider", "CoreMLExecutionProvider"
TinyBundle = Callable[..., Path]


def pretend_available(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let ONNX Runtime list these providers."""
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: list(names))


def test_auto_prefers_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """CUDA before the CPU, whatever the order in which they are listed."""
    pretend_available(monkeypatch, CPU, CUDA)
    assert providers.candidates("auto") == [CUDA, CPU]


def test_auto_leaves_coreml_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """CoreML is used on request only."""
    pretend_available(monkeypatch, COREML, CPU)
    assert providers.candidates("auto") == [CPU]
    assert providers.candidates("coreml") == [COREML]


def test_a_missing_provider_says_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for CUDA without it is an error with the remedy, never a silent CPU."""
    pretend_available(monkeypatch, CPU)
    with pytest.raises(RuntimeMissingError, match=r"ONNX Runtime has cpu; run: pip install 'epigraph-ls\[gpu\]'"):
        providers.candidates("cuda")


def test_a_missing_runtime_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ONNX Runtime the error is the command to install it."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(RuntimeMissingError, match=r"pip install 'epigraph-ls\[cpu\]'"):
        providers.runtime()


def test_a_provider_that_is_listed_and_unusable_falls_back(
    monkeypatch: pytest.MonkeyPatch, tiny_bundle: TinyBundle
) -> None:
    """CUDA that cannot start leaves the CPU in use, and the reason is kept."""
    pretend_available(monkeypatch, CUDA, CPU)
    real = providers.open_session

    def open_session(graph: bytes, provider: str, threads: int) -> Any:
        if provider == CUDA:
            raise RuntimeError("no CUDA-capable device is detected\nlong trace")
        return real(graph, provider, threads)

    monkeypatch.setattr(sessions, "open_session", open_session)
    encoder = OnnxEncoder.load(Bundle.load(tiny_bundle()), "auto")
    assert encoder.providers == (CPU,)
    assert encoder.fallback_reason == f"{CUDA}: no CUDA-capable device is detected"


def test_an_explicit_provider_does_not_fall_back(monkeypatch: pytest.MonkeyPatch, tiny_bundle: TinyBundle) -> None:
    """Who asks for CUDA is told that it does not run."""
    pretend_available(monkeypatch, CUDA, CPU)

    def open_session(graph: bytes, provider: str, threads: int) -> Any:  # noqa: ARG001
        raise RuntimeError("no CUDA-capable device is detected")

    monkeypatch.setattr(sessions, "open_session", open_session)
    with pytest.raises(RuntimeMissingError, match=r"provider cuda does not run .*no CUDA-capable device"):
        OnnxEncoder.load(Bundle.load(tiny_bundle()), "cuda")


def test_a_provider_left_out_in_silence_is_noticed(monkeypatch: pytest.MonkeyPatch, tiny_bundle: TinyBundle) -> None:
    """ONNX Runtime drops a provider that does not load and says so only in its log."""
    graph = Bundle.load(tiny_bundle()).read_graph("context.onnx")
    real = onnxruntime.InferenceSession

    def on_cpu(graph: bytes, options: Any, providers: list[str]) -> Any:  # noqa: ARG001
        return real(graph, options, providers=[CPU])

    monkeypatch.setattr(onnxruntime, "InferenceSession", on_cpu)
    with pytest.raises(RuntimeMissingError, match="is installed but did not start"):
        providers.open_session(graph, COREML, 1)


def test_the_runtime_in_use_is_listed() -> None:
    """The package that these tests run on is among the installed ones."""
    assert any(name.startswith("onnxruntime") for name in providers.runtime_packages())
