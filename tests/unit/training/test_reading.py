"""Documents in files of all kinds, and what is said of those that cannot be read."""

import gzip
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from epigraph.text.query import Language
from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.reading import Document, Problem, documents

CORPUS = Corpus("small", Path("small"))
TEXT = "Une “naïve” idea — 三人行。\n" * 200


def texts(
    name: str, content: bytes, corpus: Corpus = CORPUS, language: Language = "en"
) -> list[tuple[str, str] | Problem]:
    """Return the names and texts of a file's documents, and its problems."""
    return [
        (one.name, "".join(one.blocks)) if isinstance(one, Document) else one
        for one in documents(name, io.BytesIO(content), corpus, language)
    ]


def parquet(values: Sequence[str | None]) -> bytes:
    """Return a Parquet file with a column of texts."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"text": values}), sink)
    return sink.getvalue()


def test_text_is_read_whole_over_many_blocks() -> None:
    """A character that stands over the border of two blocks is one character."""
    text = "a" + "三" * 1_000_000
    assert texts("a.txt", text.encode()) == [("a.txt", text)]


@pytest.mark.parametrize("name", ["a.txt", "b.md.gz", "c.zst"])
def test_compressed_text_is_text(name: str) -> None:
    """What gzip and zstd packed is unpacked, by suffix."""
    content = TEXT.encode()
    if name.endswith("gz"):
        content = gzip.compress(content)
    elif name.endswith("zst"):
        content = pa.compress(content, codec="zstd", asbytes=True)
    assert texts(name, content) == [(name, TEXT)]


@pytest.mark.parametrize(
    ("name", "markup"), [("a.md.gz", "markdown"), ("b.xml", "html"), ("c.htm", "html"), ("d", "plaintext")]
)
def test_the_name_tells_the_format(name: str, markup: str) -> None:
    """Under its compression a file has the format of its suffix, and XML is text between tags."""
    (document,) = documents(name, io.BytesIO(gzip.compress(b"") if name.endswith("gz") else b""), CORPUS, "en")
    assert isinstance(document, Document)
    assert document.format == markup


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b'{"text": "one"}\n\n{"text": "two"}\n'),
        ("a.json", b'[{"text": "one"}, {"text": "two"}]'),
        ("a.parquet", parquet(["one", "two"])),
    ],
)
def test_records_are_documents(name: str, content: bytes) -> None:
    """Each line, item or row is a document with a name of its own."""
    found = texts(name, content)
    assert [one[1] for one in found if not isinstance(one, Problem)] == ["one", "two"]
    assert len({one[0] for one in found if not isinstance(one, Problem)}) == 2


def test_old_encodings_are_read() -> None:
    """What is not UTF-8 is Windows-1252 in English, also from the middle of a file on."""
    content = b"a" * (1 << 20) + "it’s".encode("cp1252")
    assert texts("a.txt", content) == [("a.txt", "a" * (1 << 20) + "it’s")]


def test_a_byte_without_a_meaning_costs_nothing_else() -> None:
    """Five bytes are no character of Windows-1252: the text around them is read."""
    assert texts("a.txt", b"it\x92s \x81 art") == [("a.txt", "it’s \ufffd art")]


@pytest.mark.parametrize(
    ("content", "language", "told"), [(b"a\0b", "en", "binary"), (b"\xff\x81", "zh", "neither UTF-8 nor gb18030")]
)
def test_what_is_no_text_is_told(content: bytes, language: Language, told: str) -> None:
    """A binary file and bytes of no known encoding are errors of their document."""
    with pytest.raises(CorpusError, match=told):
        texts("a.txt", content, language=language)


def test_a_truncated_file_is_told() -> None:
    """A compressed file that ends early is an error, after what could be read."""
    with pytest.raises(CorpusError, match="Truncated"):
        texts("a.txt.gz", gzip.compress(TEXT.encode())[:-20])


@pytest.mark.parametrize(
    ("name", "content", "good"),
    [
        ("a.jsonl", b'{"text": "one"}\n{"text": \n{"other": 1}\n[]\n{"text": "two"}\n', ["one", "two"]),
        ("a.parquet", parquet(["one", None]), ["one"]),
        ("b.parquet", b"PAR1 no", []),
        ("a.json", b"{", []),
        ("b.json", json.dumps({"body": "one"}).encode(), []),
    ],
)
def test_a_bad_record_takes_nothing_with_it(name: str, content: bytes, good: list[str]) -> None:
    """Problems are told for what is bad, and the rest is read."""
    found = texts(name, content)
    assert [one[1] for one in found if not isinstance(one, Problem)] == good
    assert any(isinstance(one, Problem) and "expected" in one.reason for one in found)
