"""A dataset on disk, and the paper's format."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from epigraph.quotes.quote import Quote, quote_id
from epigraph_training.corpus.dataset import FACTS, content_hash, data_hash, read_dataset, write_dataset
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.pair import SPLITS, Pair, Split
from epigraph_training.corpus.quotations import all_quotations, in_use
from epigraph_training.corpus.quoter import quoter_facts, read_quoter, write_quoter

SIDES: tuple[Split, ...] = ("train", "train", "validation", "test")
PAIRS = [
    Pair("s", f"{number}.txt", number, quote_id("Time flies"), "Time flies", "time flies", f"左 {number}", "", split)
    for number, split in enumerate(SIDES)
]


def test_a_dataset_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Pairs come back with all their fields."""
    write_dataset(PAIRS, tmp_path / "new", {"language": "en"})
    assert read_dataset(tmp_path / "new") == PAIRS
    assert json.loads((tmp_path / "new" / FACTS).read_text(encoding="utf-8"))["data_hash"] == data_hash(PAIRS)


def test_the_hash_follows_content_not_order() -> None:
    """Any field of any pair matters, the order does not."""
    assert data_hash(reversed(PAIRS)) == data_hash(PAIRS)
    assert data_hash([*PAIRS[1:], replace(PAIRS[0], split="test")]) != data_hash(PAIRS)


def test_written_pairs_leave_the_data_hash_as_it_is(tmp_path: Path) -> None:
    """What is evaluated is the same with more contexts to learn from; the dataset as a whole is another."""
    more = [*PAIRS, replace(PAIRS[0], source="written", split="train")]
    assert data_hash(more) == data_hash(PAIRS) == write_dataset(more, tmp_path, {})
    assert content_hash(more) != content_hash(PAIRS)
    assert read_dataset(tmp_path) == sorted(more)


def test_another_dataset_under_the_same_hash_is_refused(tmp_path: Path) -> None:
    """Pairs and facts belong together."""
    write_dataset(PAIRS, tmp_path, {})
    facts = (tmp_path / FACTS).read_text(encoding="utf-8")
    write_dataset(PAIRS[1:], tmp_path, {})
    (tmp_path / FACTS).write_text(facts, encoding="utf-8")
    with pytest.raises(CorpusError, match="content hash"):
        read_dataset(tmp_path)


def test_what_is_no_dataset_is_told(tmp_path: Path) -> None:
    """An empty folder is an error that says what to run."""
    with pytest.raises(CorpusError, match="epigraph-train mine"):
        read_dataset(tmp_path)


def test_the_papers_format_goes_both_ways(tmp_path: Path) -> None:
    """Left, quotation, right and split survive; an empty side stays empty."""
    path = tmp_path / "ours.txt"
    sizes = write_quoter(PAIRS, path)
    assert sizes == (2, 1, 1)
    found = read_quoter(path, sizes)
    assert [(pair.left, pair.quote, pair.right, pair.split, pair.quote_id) for pair in found] == [
        (pair.left, pair.quote, pair.right, pair.split, pair.quote_id) for pair in PAIRS
    ]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("english.txt", (101_171, 12_771, 12_771)),
        ("modern_chinese.txt", (32_472, 4_185, 4_185)),
        ("ancient_chinese.txt", (93_031, 11_753, 11_753)),
    ],
)
def test_the_release_has_its_fixed_split(tmp_path: Path, name: str, sizes: tuple[int, int, int]) -> None:
    """The released files are known by name, and split by line number as the paper says."""
    (tmp_path / name).write_text("左边\t引语\t右边\n" * sum(sizes), encoding="utf-8")
    pairs = read_quoter(tmp_path / name)
    assert tuple(sum(pair.split == split for pair in pairs) for split in SPLITS) == sizes
    assert [pair.split for pair in pairs] == sorted((pair.split for pair in pairs), key=SPLITS.index)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("english.txt", "a\tb\tc\n", "126713"),
        ("any.txt", "a\tb\tc\n", "unknown split"),
        ("sized.txt", "a\tb\tc\na\tb\n", "sized.txt:2: 2 fields"),
    ],
)
def test_a_wrong_file_of_the_paper_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    """Another number of lines or fields is an error that says where."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=told):
        read_quoter(tmp_path / name, (1, 1, 0) if name == "sized.txt" else None)


def test_a_released_file_tells_language_and_part(tmp_path: Path) -> None:
    """Any other file must be told its language."""
    assert quoter_facts(tmp_path / "ancient_chinese.txt")["part"] == "classical"
    assert quoter_facts(tmp_path / "mine.txt", "zh") == {"source": "mine.txt", "language": "zh"}
    with pytest.raises(CorpusError, match="unknown language"):
        quoter_facts(tmp_path / "mine.txt")


def test_quotations_that_no_collection_has_are_candidates_too() -> None:
    """They are known by their text; contexts that were only written do not make a quotation one in use."""
    known = Quote("Time flies", "en", author="Virgil")
    pairs = [Pair("quoter", "a", 1, quote_id(text), text, text, "l", "r", "train") for text in (known.text, "Be kind")]
    written = Pair("written", "b", 1, quote_id("Be bold"), "Be bold", "Be bold", "l", "r", "train")
    everything = all_quotations([known], [*pairs, written], "en")
    assert [(quote.text, quote.author) for quote in everything] == [
        ("Time flies", "Virgil"),
        ("Be kind", ""),
        ("Be bold", ""),
    ]
    assert [quote.text for quote in in_use(everything, [*pairs, written])] == ["Time flies", "Be kind"]
