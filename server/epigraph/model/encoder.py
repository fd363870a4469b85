"""Turn the words around a gap, or a quotation, into a vector; find the best rows of a matrix. Knows only text.

The context graph encodes, multiplies with the matrix and takes the k best in one run. The matrix stays on the
device: only token ids go there, only the answer comes back.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from epigraph.errors import BundleError, RuntimeMissingError
from epigraph.model.bundle import Bundle
from epigraph.model.providers import Provider, candidates, default_threads, device_of, runtime
from epigraph.model.sessions import first_line, open_graph
from epigraph.model.tokens import Tokens

logger = logging.getLogger(__name__)

Vectors: TypeAlias = npt.NDArray[np.float32]
Progress: TypeAlias = Callable[[int, int], None]  # done, total

# an int8 graph takes its scales from the whole batch: alone, a text has the same vector in whatever company
_BATCH = {"int8": 1, "fp16": 32, "fp32": 32}


@dataclass(frozen=True, slots=True)
class Ranked:
    """The vector of a context and the best rows for it, best first; ties keep the order of the rows."""

    vector: Vectors  # (dimension,)
    rows: npt.NDArray[np.int64]  # (k,)
    scores: Vectors  # (k,)


class OnnxEncoder:
    """The encoders of a bundle, running on one execution provider. Safe to call from several threads."""

    def __init__(self, bundle: Bundle, provider: str, threads: int, fallback_reason: str = "") -> None:
        context, quote = bundle.manifest.context, bundle.manifest.quote
        self.dimension = bundle.manifest.dimension
        self._batch = _BATCH[bundle.manifest.precision]
        self.fallback_reason = fallback_reason
        self._device = device_of(provider)
        self._tokens = Tokens.load(bundle)
        self._context = _session(bundle, context.graph, provider, threads)
        shared = quote.graph == context.graph
        self._quote = self._context if shared else _session(bundle, quote.graph, provider, threads)

    @classmethod
    def load(cls, bundle: Bundle, provider: Provider = "auto", threads: int | None = None) -> "OnnxEncoder":
        """Open the encoders on the wanted provider; `auto` takes the best that really runs."""
        failed = ""
        for name in candidates(provider):
            try:
                encoder = cls(bundle, name, threads or default_threads(), fallback_reason=failed)
                encoder.encode_contexts([("a", "b")])  # a provider may open a graph and then fail to run it
            except BundleError:
                raise
            except Exception as error:  # noqa: BLE001 - each provider's libraries fail in their own ways
                failed = f"{name}: {first_line(error)}"
                logger.warning("cannot use %s", failed)
            else:
                return encoder
        raise RuntimeMissingError(f"provider {provider} does not run ({failed}); mend it, or choose auto or cpu")

    @property
    def providers(self) -> tuple[str, ...]:
        """The execution providers that ONNX Runtime really uses, best first."""
        return tuple(self._context.get_providers())

    @property
    def has_device(self) -> bool:
        """Whether a matrix may be kept where the encoder runs, away from main memory."""
        return self._device != "cpu"

    def encode_contexts(self, contexts: Sequence[tuple[str, str]], on_progress: Progress | None = None) -> Vectors:
        """Return the vectors of (left, right) contexts, (n, dimension)."""
        return self._encode(self._context, [self._tokens.context(*context) for context in contexts], on_progress)

    def encode_quotes(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return the vectors of quote inputs, (n, dimension)."""
        return self._encode(self._quote, [self._tokens.quote(text) for text in texts], on_progress)

    def bind(self, matrix: Vectors) -> "BoundMatrix":
        """Put a matrix of quote vectors on the device, once, and return what ranks its rows."""
        ort = runtime()
        rows = np.ascontiguousarray(matrix, dtype=_matrix_type(self._context))
        return BoundMatrix(
            self._context, self._tokens, ort.OrtValue.ortvalue_from_numpy(rows, self._device, 0), len(rows)
        )

    def _encode(self, session: Any, inputs: list[list[int]], on_progress: Progress | None = None) -> Vectors:  # noqa: ANN401
        vectors = np.empty((len(inputs), self.dimension), dtype=np.float32)
        order = sorted(range(len(inputs)), key=lambda row: len(inputs[row]))  # alike lengths, little padding
        for done in range(0, len(order), self._batch):
            batch = order[done : done + self._batch]
            ids, mask = self._tokens.batch([inputs[row] for row in batch])
            feeds = {"input_ids": ids, "attention_mask": mask, **_nothing_to_rank(session, self.dimension)}
            vectors[batch] = session.run(["vector"], feeds)[0]  # (batch, dimension)
            if on_progress:
                on_progress(done + len(batch), len(order))
        return vectors


@dataclass(frozen=True, slots=True)
class BoundMatrix:
    """A matrix of quote vectors on the device, with the graph that ranks its rows for a context."""

    session: Any
    tokens: Tokens
    matrix: Any  # OrtValue, (n_quotes, dimension)
    size: int

    def rank(self, left: str, right: str, k: int) -> Ranked:
        """Return the vector of a context and its k best rows, or all where there are fewer."""
        ids, mask = self.tokens.batch([self.tokens.context(left, right)])
        binding = self.session.io_binding()
        binding.bind_cpu_input("input_ids", ids)
        binding.bind_cpu_input("attention_mask", mask)
        binding.bind_cpu_input("k", np.array([min(k, self.size)], dtype=np.int64))
        binding.bind_ortvalue_input("matrix", self.matrix)
        for output in ("vector", "scores", "rows"):
            binding.bind_output(output, "cpu")
        self.session.run_with_iobinding(binding)
        vector, scores, rows = (output[0] for output in binding.copy_outputs_to_cpu())
        return Ranked(vector, rows, scores)


def _session(bundle: Bundle, graph: str, provider: str, threads: int) -> Any:  # noqa: ANN401
    """Open a graph of a bundle and check that its vectors are as long as the manifest says."""
    path, dimension = bundle.path / graph, bundle.manifest.dimension
    session = open_graph(bundle, graph, provider, threads)
    found = {output.name: output.shape[-1] for output in session.get_outputs()}.get("vector")
    if found != dimension:
        raise BundleError(f"{path}: vectors of dimension {found}, manifest says {dimension}; run the export again")
    return session


def _matrix_type(session: Any) -> type[np.float32 | np.float16] | None:  # noqa: ANN401
    """Return the element type of the matrix that a graph ranks; None for a graph that ranks nothing."""
    types: dict[str, type[np.float32 | np.float16]] = {"tensor(float)": np.float32, "tensor(float16)": np.float16}
    return next((types[given.type] for given in session.get_inputs() if given.name == "matrix"), None)


def _nothing_to_rank(session: Any, dimension: int) -> dict[str, npt.NDArray[Any]]:  # noqa: ANN401
    """Return the smallest matrix for a run of which only the vector is wanted."""
    kind = _matrix_type(session)
    return {} if kind is None else {"matrix": np.zeros((1, dimension), kind), "k": np.ones(1, np.int64)}
