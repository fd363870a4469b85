"""A large collection as it lies on disk: vectors, terms and the graph of neighbours, memory-mapped.

A folder is named by what it was made of and written whole or not at all, so one that is there is right for its name.
It is a cache: it may be deleted at any time, and where a file is missing or of another size it is made anew.
"""

import logging
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from filelock import FileLock

from epigraph.model.nearest import NearestRows
from epigraph.model.postings import ByRow, Postings

logger = logging.getLogger(__name__)

_VECTORS, _SCALES, _TERMS, _SIZES = "vectors.npy", "scales.npy", "terms.txt", "sizes.txt"
_POSTINGS = ("starts", "rows", "weights")
_BY_ROW = tuple(field.name for field in fields(ByRow))
_CHUNK = 20_000  # rows made float32 at a time
_KEPT = 2  # snapshots of a language: two workspaces that differ do not take each other's away


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What ranks a large collection, row by row as the collection has them."""

    vectors: npt.NDArray[np.int8]  # (n_quotes, dimension): to be multiplied by their scales
    scales: npt.NDArray[np.float32]  # (n_quotes,)
    postings: Postings
    by_row: ByRow
    nearest: NearestRows

    @classmethod
    def open(cls, folder: Path) -> "Snapshot | None":
        """Map the files of a folder; None where it is not there or not as it was written."""
        try:
            if (folder / _SIZES).read_text(encoding="utf-8") != _sizes(folder):
                raise ValueError("a file has another size than was written")
            vectors = _mapped(folder / _VECTORS)
            terms = (folder / _TERMS).read_text(encoding="utf-8").split("\n")
            vocabulary = {term: place for place, term in enumerate(terms)}
            term_starts, term_rows, term_weights = (_mapped(folder / f"term_{part}.npy") for part in _POSTINGS)
            opened = cls(
                vectors,
                _mapped(folder / _SCALES),
                Postings(vocabulary, term_starts, term_rows, term_weights, len(vectors)),
                ByRow(*(_mapped(folder / f"row_{part}.npy") for part in _BY_ROW)),
                NearestRows.view(folder),
            )
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RuntimeError) as error:
            logger.warning("%s: %s; it is made anew", folder, error)
            return None
        with suppress(OSError):  # a folder that may only be read
            os.utime(folder)  # it is in use: see remove_old
        return opened


def write_snapshot(
    folder: Path,
    vectors: npt.NDArray[np.float16],
    postings: Postings,
    threads: int,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Write the files of a folder; they are there all at once. Of several servers one writes, the others wait.

    `check` is called again and again; what it raises ends the writing, and nothing of it stays.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / "writing.lock"):
        check()
        if Snapshot.open(folder):
            return
        unfinished = folder.parent / "unfinished"  # one name for all, so that a crash leaves no pile of them
        shutil.rmtree(unfinished, ignore_errors=True)
        try:
            unfinished.mkdir()
            short, scales = _shortened(vectors)
            np.save(unfinished / _VECTORS, short)
            np.save(unfinished / _SCALES, scales)
            (unfinished / _TERMS).write_text("\n".join(postings.vocabulary), encoding="utf-8", newline="\n")
            _save(unfinished, "term", postings, _POSTINGS)
            _save(unfinished, "row", ByRow.turned(postings), _BY_ROW)
            NearestRows.build(vectors, threads, check).save(unfinished)
            (unfinished / _SIZES).write_text(_sizes(unfinished), encoding="utf-8", newline="\n")
            shutil.rmtree(folder, ignore_errors=True)  # a damaged one
            unfinished.rename(folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)  # where the disk is full, it is of no use and large


def remove_old(parent: Path, name: str) -> None:
    """Delete all but those used last of the snapshots whose names start alike: of a collection as it was before."""
    for old in sorted(parent.glob(f"{name}*"), key=lambda folder: folder.stat().st_mtime_ns)[:-_KEPT]:
        shutil.rmtree(old, ignore_errors=True)  # where a system keeps mapped files, the next time


def _shortened(vectors: npt.NDArray[np.float16]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Return vectors as int8 and the scales of their rows: half the memory, and many times sooner made float32."""
    short, scales = np.empty(vectors.shape, dtype=np.int8), np.empty(len(vectors), dtype=np.float32)
    for start in range(0, len(vectors), _CHUNK):
        some = vectors[start : start + _CHUNK].astype(np.float32)
        scale = np.maximum(np.abs(some).max(axis=1), np.finfo(np.float32).tiny) / 127
        scales[start : start + len(some)] = scale
        short[start : start + len(some)] = np.rint(some / scale[:, None])
    return short, scales


def _save(folder: Path, prefix: str, arrays: object, parts: tuple[str, ...]) -> None:
    for part in parts:
        np.save(folder / f"{prefix}_{part}.npy", getattr(arrays, part))


def _mapped(file: Path) -> npt.NDArray[Any]:
    # as a plain array: each slice of a np.memmap would cost as much as a product with it
    return np.asarray(np.load(file, mmap_mode="r", allow_pickle=False))


def _sizes(folder: Path) -> str:
    files = sorted(file for file in folder.iterdir() if file.name != _SIZES)
    return "".join(f"{file.stat().st_size} {file.name}\n" for file in files)
