"""Write a bundle: graphs, tokenizer, quote matrix, memory, manifest and model card, all or nothing.

Matrix and memory are computed by the server's own encoder on the graphs just written, so that a vector that ships is
the one that the server would compute.
"""

import hashlib
import io
import logging
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from tokenizers import Tokenizer

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder, Progress
from epigraph.model.manifest import (
    COMPARISON,
    MANIFEST,
    MATRIX,
    MEMORY,
    ROWS,
    SCHEMA,
    TOKENIZER,
    ContextTower,
    FileEntry,
    Manifest,
    Precision,
    QuoteField,
    QuoteTower,
    manifest_json,
)
from epigraph.model.matrix import input_hash
from epigraph.model.memory import Memory, memory_bytes
from epigraph.model.tokens import Tokens
from epigraph.quotes.collection import shipped
from epigraph.text.query import Language
from epigraph_export.checkpoint import KnownUse
from epigraph_export.fusion import START
from epigraph_export.graph import add_ranking, export_tower
from epigraph_export.memory import MEMORY_DIMENSION, Known, build_memory, known_by_saying, told
from epigraph_export.model_card import MODEL_CARD, model_card
from epigraph_export.parity import Floats, check_export, check_int8, graph_vectors, tower_vectors
from epigraph_export.quantise import to_int8
from epigraph_export.towers import Tower

logger = logging.getLogger(__name__)

_PARITY_SAMPLE = 32
_OF_ENCODERS = {"encoder_mrr", "cosine_export", "cosine_int8"}  # figures that do not depend on known uses


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a bundle is made of; `quote` is None where one tower serves contexts and quotations."""

    language: Language
    name: str
    version: str
    base_model: str
    licence: str
    tokenizer: Tokenizer
    context: Tower
    quote: Tower | None = None
    gap: bool = False
    precision: Precision = "int8"
    window: int = 40
    context_tokens: int = 128
    quote_tokens: int = 96
    fields: tuple[QuoteField, ...] = ("text", "gloss")
    memory_dimension: int = MEMORY_DIMENSION
    data: str = "none; the base model as it is"
    data_hash: str = ""
    fusion: Mapping[str, float] = field(default_factory=lambda: START)
    metrics: Mapping[str, float] = field(default_factory=dict)


def write_bundle(
    recipe: Recipe,
    quotes: Sequence[tuple[str, str]],
    out: Path,
    *,
    vectors: Floats | None = None,
    found: Sequence[Known] = (),
    written: Sequence[Known] = (),
    on_progress: Progress | None = None,
) -> Bundle:
    """Write the bundle of a recipe and of (id, quote input) pairs, in place of what is at `out`, and return it.

    `vectors` are those of the quotations where the quote tower cannot make them, (n_quotes, dimension). `found` are
    contexts in which some of the quotations stood, `written` others that were written for them.
    """
    if (recipe.quote or recipe.context).pooling == "mask":
        raise ModelError("quotations pooled at a mask that they do not have; give a quote tower with mean or cls")
    texts = [text for _, text in quotes]
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
        folder = Path(scratch, "bundle")
        folder.mkdir()
        sample = [(left, right) for _, left, right in [*found, *written][:_PARITY_SAMPLE]]
        manifest = _write_encoders(recipe, texts[:_PARITY_SAMPLE], sample, folder)
        empty = np.empty((0, manifest.dimension), dtype=np.float16)
        encoder = OnnxEncoder.load(_finish(folder, manifest, [], empty), "cpu")
        if vectors is None:
            vectors = encoder.encode_quotes(texts, on_progress)
        remembered = None
        if found or written:
            ids = [quote_id for quote_id, _ in quotes]
            remembered = build_memory(
                encoder, ids, found, written, dimension=recipe.memory_dimension, on_progress=on_progress
            )
        bundle = _finish(folder, manifest, quotes, vectors.astype(np.float16), remembered)
        (folder / MODEL_CARD).write_text(model_card(bundle), encoding="utf-8")
        if out.exists():
            out.rename(Path(scratch, "replaced"))
        folder.rename(out)
    return replace(bundle, path=out)


def with_memory(path: Path, uses: Sequence[KnownUse], on_progress: Progress | None = None) -> Bundle:
    """Write a bundle anew with other known uses, and return it; what was measured with the old ones is left out."""
    old = Bundle.load(path)
    found, written = known_by_saying(uses, shipped(old.manifest.language))
    ids = [quote_id for quote_id, _ in old.rows]
    encoder = OnnxEncoder.load(old, "cpu")
    memory = build_memory(encoder, ids, found, written, dimension=MEMORY_DIMENSION, on_progress=on_progress)
    metrics = {name: value for name, value in old.manifest.metrics.items() if name in _OF_ENCODERS}
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as scratch:
        folder = Path(scratch, "bundle")
        shutil.copytree(path, folder)
        bundle = _listed(folder, replace(old.manifest, data=told(uses), metrics=metrics), memory)
        (folder / MODEL_CARD).write_text(model_card(bundle), encoding="utf-8")
        path.rename(Path(scratch, "replaced"))
        folder.rename(path)
    return replace(bundle, path=path)


def _write_encoders(
    recipe: Recipe, texts: Sequence[str], contexts: Sequence[tuple[str, str]], folder: Path
) -> Manifest:
    """Write graphs and tokenizer; return the manifest, which lists no files yet."""
    context = ContextTower("context.onnx", recipe.context.pooling, recipe.gap, recipe.window, recipe.context_tokens)
    quote = QuoteTower(
        "quote.onnx" if recipe.quote else "context.onnx",
        (recipe.quote or recipe.context).pooling,
        recipe.fields,
        recipe.quote_tokens,
    )
    tokens = Tokens.over(recipe.tokenizer, context, quote, folder / TOKENIZER)
    (folder / TOKENIZER).write_text(recipe.tokenizer.to_str(), encoding="utf-8")
    of_quotes = [tokens.quote(text) for text in texts]
    of_contexts = [tokens.context(*words) for words in contexts or [(text, text) for text in texts]]
    graph, metrics = _graph(recipe.context, recipe.precision, of_contexts if recipe.quote else of_contexts + of_quotes)
    dimension = graph.graph.output[0].type.tensor_type.shape.dim[1].dim_value
    onnx.save(add_ranking(graph, half=recipe.precision == "fp16"), folder / context.graph)
    if recipe.quote:
        quote_graph, quote_metrics = _graph(recipe.quote, recipe.precision, of_quotes)
        onnx.save(quote_graph, folder / quote.graph)
        metrics = {name: min(value, quote_metrics[name]) for name, value in metrics.items()}
    return Manifest(
        schema=SCHEMA,
        language=recipe.language,
        name=recipe.name,
        version=recipe.version,
        base_model=recipe.base_model,
        licence=recipe.licence,
        data=recipe.data,
        dimension=dimension,
        precision=recipe.precision,
        context=context,
        quote=quote,
        fusion=dict(recipe.fusion),
        metrics={**recipe.metrics, **metrics},
        files={},
        data_hash=recipe.data_hash,
    )


def _graph(tower: Tower, precision: Precision, inputs: Sequence[list[int]]) -> tuple[onnx.ModelProto, dict[str, float]]:
    """Export a tower in a precision; return the graph and its parity, or raise where parity is lost."""
    logger.info("exporting the %s-pooled encoder", tower.pooling)
    graph = export_tower(deepcopy(tower).half() if precision == "fp16" else tower)
    vectors = graph_vectors(graph, inputs)
    metrics = {"cosine_export": round(check_export(tower_vectors(tower, inputs), vectors), 6)}
    if precision == "int8":
        graph = to_int8(graph)
        metrics["cosine_int8"] = round(check_int8(vectors, graph_vectors(graph, inputs)), 6)
    return graph, metrics


def _finish(
    folder: Path,
    manifest: Manifest,
    quotes: Sequence[tuple[str, str]],
    vectors: npt.NDArray[np.float16],
    remembered: tuple[Memory, onnx.ModelProto] | None = None,
) -> Bundle:
    """Write matrix, rows, memory and manifest, and load the whole as the server does."""
    matrix = io.BytesIO()
    np.save(matrix, vectors, allow_pickle=False)
    (folder / MATRIX).write_bytes(matrix.getvalue())
    rows = "".join(f"{quote_id} {input_hash(text)}\n" for quote_id, text in quotes)
    (folder / ROWS).write_bytes(rows.encode())
    return _listed(folder, manifest, remembered)


def _listed(folder: Path, manifest: Manifest, remembered: tuple[Memory, onnx.ModelProto] | None) -> Bundle:
    """Write memory and a manifest that lists all files, and load the whole as the server does."""
    names = {TOKENIZER, MATRIX, ROWS, manifest.context.graph, manifest.quote.graph}
    if remembered:
        memory, compared = remembered
        (folder / MEMORY).write_bytes(memory_bytes(memory))
        onnx.save(compared, folder / COMPARISON)
        names |= {MEMORY, COMPARISON}
    complete = replace(manifest, files={name: _entry(folder / name) for name in sorted(names)})
    (folder / MANIFEST).write_text(manifest_json(complete), encoding="utf-8")
    return Bundle.load(folder)


def _entry(file: Path) -> FileEntry:
    content = file.read_bytes()
    return FileEntry(hashlib.sha256(content).hexdigest(), len(content))
