"""Pairs that need no search."""

import gzip
import json
from pathlib import Path

import pytest

from builders import make_quote
from epigraph.quotes.collection import Collection, shipped
from epigraph.text.query import LANGUAGES, Language
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.sources import mined, written, written_contexts, written_files

KNOWN = Collection([make_quote("Time flies")])
RECORD = {"quote": "Time flies!", "left": "w " * 60, "right": ". x", "source": "owner/books", "document": "a.txt"}


def write(path: Path, *records: object) -> Path:
    """Write JSON lines."""
    path.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode()))
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_written_passage_is_of_a_shipped_quotation(language: Language) -> None:
    """Nothing that was written waits for a quotation that is gone, and every passage has a context."""
    assert len(list(written(Collection(shipped(language)), language))) == len(written_contexts(language)) > 6_000
    assert all(passage.left or passage.right for passage in written_contexts(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_of_passages_are_read_in_the_order_they_were_written(language: Language) -> None:
    """The first one, by which everyday speech is told, is the first for ever."""
    names = [file.name for file in written_files(language)]
    assert names == [f"{number}.jsonl" for number in range(1, len(names) + 1)]


def test_mined_pairs_have_our_windows_and_ids(tmp_path: Path) -> None:
    """A pair of an earlier search gets the quotation that we know, and a window of 40 words."""
    (pair,) = mined(write(tmp_path / "pairs.jsonl.gz", RECORD), KNOWN, "en")
    assert (pair.quote_id, pair.quote, pair.matched, pair.offset) == (KNOWN[0].id, "Time flies", "Time flies!", -1)
    assert (pair.source, pair.document, pair.left) == ("owner/books", "a.txt", " ".join(["w"] * 40))


def test_unknown_quotations_and_lists_are_left_out(tmp_path: Path) -> None:
    """Pairs of quotations that were dropped, or beside others, are not loaded."""
    records = [{**RECORD, "quote": "Time crawls"}, {**RECORD, "beside_another_quote": True}]
    assert list(mined(write(tmp_path / "pairs.jsonl.gz", *records), KNOWN, "en")) == []


@pytest.mark.parametrize("record", [{"quote": "Time flies"}, [], "x"])
def test_what_is_no_pair_is_told(tmp_path: Path, record: object) -> None:
    """A file of something else is an error that names it."""
    with pytest.raises(CorpusError, match=r"pairs\.jsonl\.gz"):
        list(mined(write(tmp_path / "pairs.jsonl.gz", record), KNOWN, "en"))
