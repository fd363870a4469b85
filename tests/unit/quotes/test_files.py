"""Reading files of any format, any bytes, and what was written before."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epigraph.errors import QuoteFileError
from epigraph.quotes.files import READERS, WRITERS, Import, read_quotes
from epigraph.quotes.formats.attribution import without_quotation_marks
from epigraph.quotes.quote import ATTRIBUTIONS, PERIODS, Quote
from epigraph.quotes.records import record_of

SUFFIXES = sorted(READERS)
at_leisure = settings(deadline=None)  # a disk may be slow


def read_bytes(content: bytes, suffix: str) -> Import:
    """Read bytes as a file with that suffix."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"quotes{suffix}")
        path.write_bytes(content)
        return read_quotes(path, "own")


# bytes that look enough like a format to get far into its reader
PIECES = st.sampled_from(
    [
        "\n",
        "\r",
        "%\n",
        "> ",
        "- ",
        "-- ",
        "——",
        "@misc{a,",
        "quote = {",
        "}",
        '"',
        ",",
        "text",
        '{"text": "',
        "[",
        "]",
        "\\",
        "$",
        "知",
        "*",
        "(1603)",
        "a",
        "#",
        "\x00",
        "\u2028",
        "\ufeff",
        "author = {A, B, C, D",
        "\\begin{x}",
        "```",
        "---\n",
        "\udcff",
        "\udcff\udcfe",
    ]
).map(lambda piece: piece.encode(errors="surrogateescape"))


@pytest.mark.parametrize("suffix", SUFFIXES)
@at_leisure
@given(content=st.one_of(st.binary(), st.lists(PIECES).map(b"".join)))
def test_no_bytes_raise(suffix: str, content: bytes) -> None:
    """Whatever a file holds, reading gives quotations that can be encoded, and problems on lines that exist."""
    found = read_bytes(content, suffix)
    for quote in found.quotes:
        quote.text.encode()
    assert all(1 <= problem.line <= content.count(b"\n") + content.count(b"\r") + 1 for problem in found.problems)
    assert len({quote.id for quote in found.quotes}) == len(found.quotes)


@at_leisure
@given(good=st.lists(st.booleans(), min_size=1))
@pytest.mark.parametrize(
    ("suffix", "start", "entry"),
    [
        (".jsonl", "", '{{"text": "{}"}}\n'),
        (".csv", "text\n", "{}\n"),
        (".md", "", "> {}\n\n"),
        (".bib", "", "@misc{{{key}, quote = {{{}}}}}\n"),
        (".fortune", "", "{}\n%\n"),
    ],
)
def test_every_entry_is_a_quotation_or_a_problem(suffix: str, start: str, entry: str, good: list[bool]) -> None:
    """Nothing is lost in silence: good entries are quotations, bad ones problems."""
    texts = [f"word {key}" if is_good else f"bad {key} \x00" for key, is_good in enumerate(good)]
    content = start + "".join(entry.format(text, key=key) for key, text in enumerate(texts))
    # a NUL inside a JSON string is not even JSON; elsewhere the record refuses it
    found = read_bytes(content.encode(), suffix)
    assert [quote.text for quote in found.quotes] == [f"word {key}" for key, is_good in enumerate(good) if is_good]
    assert len(found.problems) == good.count(False)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".fortune"])
def test_bytes_that_are_not_utf8_cost_only_their_entry(suffix: str) -> None:
    """The entry with the bad byte is a problem with its line."""
    entries = {
        ".jsonl": b'{"text": "One"}\n{"text": "Caf\xe9"}\n{"text": "Two"}\n',
        ".csv": b"text\nOne\nCaf\xe9\nTwo\n",
        ".fortune": b"One\n%\nCaf\xe9\n%\nTwo\n",
    }
    found = read_bytes(entries[suffix], suffix)
    assert [quote.text for quote in found.quotes] == ["One", "Two"]
    assert len(found.problems) == 1
    assert "UTF-8" in found.problems[0].reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_common_encodings_are_read(encoding: str) -> None:
    """UTF-8 with and without a mark and UTF-16 with one give the same text."""
    found = read_bytes('{"text": "知足常乐"}\r\n'.encode(encoding), ".jsonl")
    assert [quote.text for quote in found.quotes] == ["知足常乐"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_file_is_empty(suffix: str) -> None:
    """Nothing in it, nothing wrong with it."""
    assert read_bytes(b"", suffix) == Import()


@pytest.mark.parametrize("suffix", [".md", ".fortune"])
@pytest.mark.parametrize("piece", ["[", "*a ", "— ", "(", "_"])
def test_a_huge_line_is_one_problem(suffix: str, piece: str) -> None:
    """A line that patterns could go over for hours is refused for its length."""
    found = read_bytes(f"> a {piece * 200_000}".encode(), suffix)
    assert found.quotes == []
    assert [problem.reason.partition(" of ")[0] for problem in found.problems] == ["text"]


def test_a_huge_gap_is_one_space() -> None:
    """Any run of spaces before a source does no harm."""
    found = read_bytes(f"- Know{' ' * 200_000}thyself{' ' * 200_000}— Socrates".encode(), ".md")
    assert [(quote.text, quote.author) for quote in found.quotes] == [("Know thyself", "Socrates")]


def test_a_text_that_comes_again_names_the_first_line() -> None:
    """Case and punctuation do not make another text."""
    found = read_bytes(b'{"text": "Know thyself!"}\n\n{"text": "know thyself"}\n', ".jsonl")
    assert [quote.text for quote in found.quotes] == ["Know thyself!"]
    assert [(problem.line, problem.reason) for problem in found.problems] == [
        (3, "same text as line 1, expected each text once")
    ]


def test_an_unknown_suffix_lists_the_known_ones(tmp_path: Path) -> None:
    """The error says what can be read."""
    with pytest.raises(QuoteFileError, match=r"unknown suffix \.docx, expected one of \.jsonl, .*\.bib"):
        read_quotes(tmp_path / "quotes.docx", "own")


@pytest.mark.parametrize("name", ["missing.jsonl", "folder.jsonl"])
def test_what_cannot_be_opened_is_an_error(tmp_path: Path, name: str) -> None:
    """A missing file and a folder are no content to report on."""
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(QuoteFileError, match=name):
        read_quotes(tmp_path / name, "own")


# what records make of any text: words parted by one space
WORDS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="\ufffd") | st.just(" "), min_size=1
).map(lambda text: " ".join(text.split()))
TEXTS = WORDS.filter(lambda text: any(map(str.isalnum, text)) and without_quotation_marks(text) == text)
NAMES = st.text(st.sampled_from("Aéz 鲁.-'&%$#{}~^\\"), max_size=12).map(lambda text: " ".join(text.split()))
YEARS = st.none() | st.integers(-5000, 3000)
TOPICS = st.lists(st.sampled_from(["love", "war", "odd topic"]), unique=True).map(tuple)


@pytest.mark.parametrize("name", ["jsonl", "csv"])
@at_leisure
@given(
    quote=st.builds(
        Quote,
        text=TEXTS,
        language=st.sampled_from(["en", "zh"]),
        author=WORDS,
        work=WORDS,
        year=YEARS,
        topics=TOPICS,
        gloss=WORDS,
        period=st.sampled_from(PERIODS),
        attribution=st.sampled_from(ATTRIBUTIONS),
        note=WORDS,
        variant_of=st.sampled_from(["", "0123456789abcdef"]),
        collection=st.just("own"),
    )
)
def test_lossless_formats_give_back_every_field(name: str, quote: Quote) -> None:
    """JSONL and CSV hold everything."""
    found = read_bytes(WRITERS[name]([quote]).encode(), f".{name}")
    assert found.problems == []
    assert [record_of(again) for again in found.quotes] == [record_of(quote)]


@pytest.mark.parametrize("name", ["md", "bib", "fortune"])
@at_leisure
@given(quote=st.builds(Quote, text=TEXTS, language=st.just("en"), author=NAMES, work=NAMES, year=YEARS))
def test_other_formats_give_back_text_and_source(name: str, quote: Quote) -> None:
    """Text, author, work and year survive what each format needs escaped."""
    found = read_bytes(WRITERS[name]([quote]).encode(), f".{name}")
    assert found.problems == []
    assert [(again.text, again.author, again.work, again.year) for again in found.quotes] == [
        (quote.text, quote.author, quote.work, quote.year)
    ]


@pytest.mark.parametrize("name", sorted(WRITERS))
@at_leisure
@given(texts=st.lists(TEXTS, unique_by=lambda text: Quote(text, "en").id))
def test_quotations_stay_apart_and_in_order(name: str, texts: list[str]) -> None:
    """As many come back as were written."""
    found = read_bytes(WRITERS[name](Quote(text, "en", author="Me") for text in texts).encode(), f".{name}")
    assert [quote.text for quote in found.quotes] == texts
