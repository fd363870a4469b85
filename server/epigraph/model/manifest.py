"""What a bundle says about itself: manifest.json as values, strictly validated. Opens no other file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import cattrs
from cattrs.v import format_exception

from epigraph.errors import BundleError
from epigraph.structure import strict_converter
from epigraph.text.query import Language

SCHEMA = 4
MANIFEST = "manifest.json"
TOKENIZER = "tokenizer.json"
MATRIX = "quotes.npy"
ROWS = "quotes.txt"
MEMORY = "memory.npz"
COMPARISON = "memory.onnx"

Pooling: TypeAlias = Literal["mean", "cls", "mask", "pooler"]
QuoteField: TypeAlias = Literal["text", "gloss", "topics"]
Precision: TypeAlias = Literal["int8", "fp16", "fp32"]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What a file of the bundle must be."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class ContextTower:
    """How the words around a gap become a vector; `window` counts words (English) or characters (Chinese) a side.

    `gap` says that the mask token stands in the gap, which pooling `mask` needs and others may have.
    """

    graph: str
    pooling: Pooling
    gap: bool
    window: int
    max_tokens: int


@dataclass(frozen=True, slots=True)
class QuoteTower:
    """How a quotation becomes a vector; `fields` are joined by spaces. The graph may be the context's."""

    graph: str
    pooling: Pooling
    fields: tuple[QuoteField, ...]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """manifest.json; `fusion` and `metrics` belong to ranking and to readers, and are free here.

    `data_hash` names the dataset that the encoders learned from; those of a base have none.
    """

    schema: int
    language: Language
    name: str
    version: str
    base_model: str
    licence: str
    data: str
    dimension: int
    precision: Precision
    context: ContextTower
    quote: QuoteTower
    fusion: dict[str, float]
    metrics: dict[str, float]
    files: dict[str, FileEntry]
    data_hash: str = ""


def read_manifest(path: Path) -> Manifest:
    """Return the manifest in a file; every way in which it can be wrong is a BundleError."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BundleError(
            f"{path}: {error.strerror or error}; expected a bundle's manifest; install Epigraph again"
        ) from error
    except ValueError as error:
        raise BundleError(f"{path}: not JSON ({error}); install Epigraph again or run the export again") from error
    schema = found.get("schema") if isinstance(found, Mapping) else None
    if schema != SCHEMA:
        raise BundleError(f"{path}: schema {schema!r}, expected {SCHEMA}; use the bundle of this version of Epigraph")
    try:
        manifest = _strict.structure(found, Manifest)
    except cattrs.BaseValidationError as error:
        reason = cattrs.transform_error(error, path="manifest", format_exception=_reason)[0]
        raise BundleError(f"{path}: {reason}; run the export again") from error
    if manifest.context.pooling == "mask" and not manifest.context.gap:
        raise BundleError(f"{path}: pooling mask but no gap, expected a mask to pool at; run the export again")
    return manifest


def manifest_json(manifest: Manifest) -> str:
    """Return the text of manifest.json."""
    return json.dumps(_strict.unstructure(manifest), ensure_ascii=False, indent=2) + "\n"


def _reason(error: BaseException, kind: type | None) -> str:
    return str(error) if isinstance(error, TypeError) else format_exception(error, kind)


_strict = strict_converter()
