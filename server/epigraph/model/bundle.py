"""A bundle: one folder that holds all the model knows for one language. No bytes leave it unverified.

The format is told in docs/bundle.md. Nothing here knows ONNX Runtime or what is inside a graph.
"""

import hashlib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from epigraph.errors import BundleError
from epigraph.model.manifest import (
    COMPARISON,
    MANIFEST,
    MATRIX,
    MEMORY,
    ROWS,
    TOKENIZER,
    FileEntry,
    Manifest,
    read_manifest,
)
from epigraph.model.memory import Memory, read_memory
from epigraph.model.wire import keeps_all_tensors

HalfVectors: TypeAlias = npt.NDArray[np.float16]

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ROW = re.compile(r"([0-9a-f]{16}) ([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A verified bundle: its manifest, the shipped vectors, where each quotation's vector is, and known uses."""

    path: Path
    manifest: Manifest
    vectors: HalfVectors  # (n_quotes, dimension), rows of length 1
    rows: dict[tuple[str, str], int]  # (quote id, hash of its encoder input) -> row of vectors
    memory: Memory

    @classmethod
    def load(cls, path: Path) -> "Bundle":
        """Read and verify a bundle; a graph's checksum is verified when the graph is read."""
        _check_place(path, path / MANIFEST)
        manifest = read_manifest(path / MANIFEST)
        for name in _needed(manifest) - manifest.files.keys():
            raise BundleError(f"{path / MANIFEST}: {name} is not in files, expected its checksum; run the export again")
        for name in manifest.files:
            _check_file(path, name, manifest.files[name].bytes)
        vectors = _vectors(path / MATRIX, _verified(path / MATRIX, manifest.files[MATRIX]), manifest.dimension)
        rows = _rows(path / ROWS, _verified(path / ROWS, manifest.files[ROWS]))
        if len(rows) != len(vectors):
            raise BundleError(f"{path / ROWS}: {len(rows)} rows, {MATRIX} has {len(vectors)}; run the export again")
        memory = Memory.none(len(rows))
        if MEMORY in manifest.files:
            content = _verified(path / MEMORY, manifest.files[MEMORY])
            memory = read_memory(path / MEMORY, content, len(rows))
        return cls(path, manifest, vectors, rows, memory)

    @property
    def fingerprint(self) -> str:
        """What a vector of a quotation depends on besides its text: encoder, tokenizer and truncation."""
        quote = self.manifest.quote
        parts = (self.manifest.files[quote.graph].sha256, self.manifest.files[TOKENIZER].sha256, str(quote.max_tokens))
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    def read(self, name: str) -> bytes:
        """Return the bytes of a file; exactly these bytes were verified, so a file replaced meanwhile is no hole."""
        return _verified(self.path / name, self.manifest.files[name])

    def read_graph(self, name: str) -> bytes:
        """Return the bytes of an ONNX graph, which must hold all its weights."""
        file, content = self.path / name, self.read(name)
        try:
            complete = keeps_all_tensors(content)
        except ValueError as error:
            raise BundleError(f"{file}: not an ONNX graph ({error}); run the export again") from error
        if not complete:
            raise BundleError(f"{file}: tensors kept in another file, expected all in one; run the export again")
        return content


def _needed(manifest: Manifest) -> set[str]:
    """Return the files that a bundle must have; of those of known uses both or none."""
    needed = {TOKENIZER, MATRIX, ROWS, manifest.context.graph, manifest.quote.graph}
    known_uses = {MEMORY, COMPARISON}
    return needed | known_uses if known_uses & manifest.files.keys() else needed


def _check_file(folder: Path, name: str, size: int) -> None:
    """Raise BundleError unless name is a file of this size directly in the folder."""
    file = folder / name
    if not _PLAIN_NAME.fullmatch(name):
        raise BundleError(
            f"{folder / MANIFEST}: file name {name!r}, expected a plain name in the folder; run the export again"
        )
    if not file.is_file():
        raise BundleError(f"{file}: no such file, the manifest lists it; install Epigraph again")
    _check_place(folder, file)
    if (found := file.stat().st_size) != size:
        raise BundleError(f"{file}: {found} bytes, manifest says {size}; install Epigraph again")


def _check_place(folder: Path, file: Path) -> None:
    if file.resolve().parent != folder.resolve():
        raise BundleError(f"{file}: leads to {file.resolve()}, expected a file in the bundle; install Epigraph again")


def _verified(file: Path, entry: FileEntry) -> bytes:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BundleError(f"{file}: {error.strerror or error}; install Epigraph again") from error
    found = hashlib.sha256(content).hexdigest()
    if found != entry.sha256:
        raise BundleError(f"{file}: SHA-256 {found}, manifest says {entry.sha256}; install Epigraph again")
    return content


def _vectors(file: Path, content: bytes, dimension: int) -> HalfVectors:
    try:
        vectors = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception as error:  # of numpy, of the parser of its headers, or of memory for a size that is forged
        raise BundleError(f"{file}: not a matrix ({error}); run the export again") from error
    if not isinstance(vectors, np.ndarray) or vectors.ndim != 2 or vectors.dtype != np.float16:  # noqa: PLR2004
        raise BundleError(f"{file}: not a float16 matrix, expected one row a quotation; run the export again")
    if vectors.shape[1] != dimension:
        raise BundleError(f"{file}: dimension {vectors.shape[1]}, manifest says {dimension}; run the export again")
    return vectors


def _rows(file: Path, content: bytes) -> dict[tuple[str, str], int]:
    rows: dict[tuple[str, str], int] = {}
    for row, line in enumerate(content.decode("utf-8", errors="replace").splitlines()):
        found = _ROW.fullmatch(line)
        if not found:
            raise BundleError(
                f"{file}:{row + 1}: {line!r:.60}, expected a quote id and a SHA-256; run the export again"
            )
        rows[found[1], found[2]] = row
    return rows
