"""The documents in a file: text, JSON, JSON Lines or Parquet, perhaps compressed. What cannot be read is a Problem.

A document comes in blocks, so that a large one is never in memory as a whole. Text is UTF-8, or what a language's
files were in before it: Windows-1252 or GB 18030.
"""

import codecs
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from epigraph.text.formats import Format, format_of_path
from epigraph.text.query import Language
from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.errors import CorpusError

_BLOCK = 1 << 20  # bytes read at a time
_HEAD = 1 << 13  # bytes that tell a binary file
_ROWS = 256  # documents of a Parquet file read at a time
_LEGACY: dict[Language, str] = {"en": "cp1252", "zh": "gb18030"}
# five bytes mean nothing in cp1252, and old texts draw with them; a wrong byte of gb18030 is another encoding
_ERRORS: dict[Language, str] = {"en": "replace", "zh": "strict"}
_COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


@dataclass(frozen=True, slots=True)
class Document:
    """A text by its name; iterating over its blocks raises CorpusError where it cannot be read."""

    name: str
    format: Format
    blocks: Iterator[str]


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read, and why."""

    name: str
    reason: str


def documents(name: str, stream: BinaryIO, corpus: Corpus, language: Language) -> Iterator[Document | Problem]:
    """Yield the documents of a file; each must be read before the next is asked for."""
    path = PurePosixPath(name)
    compression = _COMPRESSED.get(path.suffix)
    if compression:
        stream, path = io.BufferedReader(pa.CompressedInputStream(stream, compression)), path.with_suffix("")
    try:
        match path.suffix.lower():
            case ".jsonl" | ".ndjson":
                yield from _lines(name, stream, corpus)
            case ".json":
                yield from _json(name, stream, corpus)
            case ".parquet":
                yield from _rows(name, io.BytesIO(stream.read()) if compression else stream, corpus)
            case _:
                yield Document(name, corpus.format or _format(path), _decoded(stream, language))
    except (OSError, ValueError, pa.ArrowException) as error:
        yield Problem(name, f"{_one_line(error)}, expected a whole {path.suffix or 'text'} file")


def _format(path: PurePosixPath) -> Format:
    # XML of any kind is text between tags
    return "html" if path.suffix.lower() == ".xml" else format_of_path(path.name)


def _decoded(stream: BinaryIO, language: Language) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder = codecs.getincrementaldecoder("utf-8-sig")()
    block = _read(stream)
    if b"\0" in block[:_HEAD]:
        raise CorpusError("binary, expected text")
    while True:
        following = _read(stream)
        before = decoder.getstate()[0]
        try:
            text = decoder.decode(block, not following)
        except UnicodeDecodeError:
            decoder = codecs.getincrementaldecoder(_LEGACY[language])(_ERRORS[language])
            try:
                text = decoder.decode(before + block, not following)
            except UnicodeDecodeError as error:
                raise CorpusError(f"neither UTF-8 nor {_LEGACY[language]}, expected text") from error
        yield text
        if not following:
            return
        block = following


def _read(stream: BinaryIO) -> bytes:
    try:
        return stream.read(_BLOCK)
    except OSError as error:
        raise CorpusError(f"{_one_line(error)}, expected a whole file") from error


def _lines(name: str, stream: BinaryIO, corpus: Corpus) -> Iterator[Document | Problem]:
    for number, line in enumerate(stream, 1):
        if line.strip():
            yield _record(f"{name}#{number}", line, corpus)


def _record(name: str, line: bytes, corpus: Corpus) -> Document | Problem:
    try:
        return _fielded(name, json.loads(line), corpus)
    except ValueError as error:
        return Problem(name, f"{_one_line(error)}, expected an object in JSON")


def _json(name: str, stream: BinaryIO, corpus: Corpus) -> Iterator[Document | Problem]:
    content = json.loads(stream.read())
    if isinstance(content, list):
        yield from (_fielded(f"{name}#{number}", item, corpus) for number, item in enumerate(content, 1))
    else:
        yield _fielded(name, content, corpus)


def _rows(name: str, stream: BinaryIO, corpus: Corpus) -> Iterator[Document | Problem]:
    number = 0
    for batch in pq.ParquetFile(stream).iter_batches(_ROWS, columns=[corpus.field]):
        for row in batch.to_pylist():
            number += 1
            yield _fielded(f"{name}#{number}", row, corpus)


def _fielded(name: str, record: Any, corpus: Corpus) -> Document | Problem:  # noqa: ANN401 - anything of JSON
    text = record.get(corpus.field) if isinstance(record, dict) else None
    if not isinstance(text, str):
        return Problem(name, f"no text in {corpus.field!r}, expected a string; set the corpus's field")
    return Document(name, corpus.format or "plaintext", iter((text,)))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
