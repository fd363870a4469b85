"""A dataset in a folder: `pairs.parquet` with provenance, and `dataset.json` with its hash and how it was made."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.pair import WRITTEN, Pair

PAIRS, FACTS = "pairs.parquet", "dataset.json"
_COLUMNS = [field.name for field in fields(Pair)]
_SCHEMA = pa.schema([(name, pa.int64() if name == "offset" else pa.string()) for name in _COLUMNS])


def data_hash(pairs: Iterable[Pair]) -> str:
    """Return the SHA-256 of the pairs that were found, with their splits, whatever their order and file.

    Written ones do not count: they are only ever learned from, and more of them leave what is evaluated as it is.
    """
    return content_hash(pair for pair in pairs if pair.source != WRITTEN)


def content_hash(pairs: Iterable[Pair]) -> str:
    """Return the SHA-256 of pairs, whatever their order and file."""
    digest = hashlib.sha256()
    for pair in sorted(pairs):
        digest.update(json.dumps(astuple(pair)).encode() + b"\n")
    return digest.hexdigest()


def write_dataset(pairs: Iterable[Pair], folder: Path, facts: dict[str, Any]) -> str:
    """Write pairs and facts into a folder, each file in one step; return the data hash, which is a fact too."""
    ordered = sorted(pairs)
    hashes = {"data_hash": data_hash(ordered), "content_hash": content_hash(ordered)}
    folder.mkdir(parents=True, exist_ok=True)
    columns = {name: [getattr(pair, name) for pair in ordered] for name in _COLUMNS}
    table = pa.table(columns, schema=_SCHEMA)
    _replace(folder / PAIRS, lambda path: pq.write_table(table, path, compression="zstd"))
    text = json.dumps({**hashes, **facts}, ensure_ascii=False, indent=2) + "\n"
    _replace(folder / FACTS, lambda path: path.write_text(text, encoding="utf-8"))
    return hashes["data_hash"]


def read_dataset(folder: Path) -> list[Pair]:
    """Read the pairs of a dataset; raise CorpusError where they are not those that were written."""
    try:
        rows = pq.read_table(folder / PAIRS, schema=_SCHEMA).to_pylist()
        expected = json.loads((folder / FACTS).read_text(encoding="utf-8"))["content_hash"]
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise CorpusError(f"{folder}: {error}, expected a dataset; run `epigraph-train mine`") from error
    pairs = [Pair(**row) for row in rows]
    if (found := content_hash(pairs)) != expected:
        raise CorpusError(
            f"{folder}: content hash {found[:12]}, {FACTS} says {expected[:12]}; run `epigraph-train mine`"
        )
    return pairs


def dataset_facts(folder: Path) -> dict[str, Any]:
    """Return what is known of a dataset besides its pairs; nothing where there is none."""
    path = folder / FACTS
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return facts


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    partial = path.with_name(f"{path.name}.part")
    write(partial)
    partial.replace(path)
