"""Each format with good and broken input."""

import logging
from pathlib import Path

import pytest

from epigraph.quotes.files import Import, read_quotes
from epigraph.quotes.quote import Quote


def read(tmp_path: Path, name: str, text: str) -> Import:
    """Read text as a file of that name."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return read_quotes(path, "own")


def told(quote: Quote) -> tuple[str, str, str, int | None]:
    """Return what every format can say of a quotation."""
    return quote.text, quote.author, quote.work, quote.year


def problems(found: Import) -> list[tuple[int, str]]:
    """Return line and reason of each problem."""
    return [(problem.line, problem.reason) for problem in found.problems]


def test_jsonl_reads_lines_and_skips_comments(tmp_path: Path) -> None:
    """Blank lines and comments are no entries, and line ends of all kinds do."""
    found = read(
        tmp_path, "q.jsonl", '# mine\r\n\r\n{"text": "Know thyself", "topics": ["自知"]}\r{"text": "知足常乐"}'
    )
    assert [(quote.text, quote.language, quote.topics) for quote in found.quotes] == [
        ("Know thyself", "en", ("self-knowledge",)),
        ("知足常乐", "zh", ()),
    ]
    assert found.problems == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ('"Know thyself"', "found 'Know thyself', expected an object"),
        ('{"author": "Me"}', "text '', expected words"),
        ('{"text": "Hi", "year": "old"}', "year 'old', expected a whole number"),
        ('{"text": "Hi", "auhtor": "Me"}', "unknown field 'auhtor'"),
        ('{"text": "a\\ud800"}', "text holds '\\ud800'"),
        ('{"text": "a\\u0000b"}', "text holds '\\x00'"),
        ("[" * 100_000, "not JSON"),
        ('{"year": ' + "9" * 10_000 + "}", "not JSON"),
        ('{"text": "' + "a" * 2_001 + '"}', "text of 2001 characters"),
    ],
)
def test_a_bad_line_costs_only_itself(tmp_path: Path, line: str, reason: str) -> None:
    """The problem has the line's number and says what was found; the next line is read."""
    found = read(tmp_path, "q.jsonl", f'# first\n{line}\n{{"text": "Know thyself"}}\n')
    assert [quote.text for quote in found.quotes] == ["Know thyself"]
    assert [problem.line for problem in found.problems] == [2]
    assert found.problems[0].reason.startswith(reason)


def test_json_array_tells_the_line_of_each_object(tmp_path: Path) -> None:
    """Objects of an array are entries with lines of their own."""
    found = read(tmp_path, "q.json", '\n[\n {"text": "One"},\n {"txt": "Two"},\n\n {"text":\n "Three"},\n]\n')
    assert [(quote.text, found.places[quote.id].line) for quote in found.quotes] == [("One", 3), ("Three", 6)]
    assert [line for line, _ in problems(found)] == [4]


def test_json_array_keeps_what_stands_before_a_syntax_error(tmp_path: Path) -> None:
    """A syntax error ends the array and is reported with its line."""
    found = read(tmp_path, "q.json", '[{"text": "One"},\n{"text": Two}, {"text": "Three"}]')
    assert [quote.text for quote in found.quotes] == ["One"]
    assert [line for line, _ in problems(found)] == [2]
    assert "nothing after it was read" in found.problems[0].reason


def test_json_that_is_no_array_says_what_to_do(tmp_path: Path) -> None:
    """JSON lines in a .json file are pointed to the right suffix."""
    found = read(tmp_path, "q.json", '{"text": "One"}')
    assert found.quotes == []
    assert ".jsonl" in found.problems[0].reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("q.csv", "Text,Author,Book,Year,Tags,Mood\n“Know thyself”,Socrates,Charmides,380 BC,wisdom; 自知,calm\n"),
        ("q.csv", "author;quote;source;date;topic\nSocrates;Know thyself;Charmides;-380;wisdom, 自知\n"),
        ("q.tsv", "名言\t作者\t出处\t年份\t主题\nKnow thyself\tSocrates\tCharmides\t前380年\twisdom、自知\n"),
    ],
)
def test_table_columns_go_by_name(tmp_path: Path, name: str, text: str) -> None:
    """English and Chinese names, any order and delimiter, unknown columns passed over."""
    found = read(tmp_path, name, text)
    assert [told(quote) for quote in found.quotes] == [("Know thyself", "Socrates", "Charmides", -380)]
    assert found.quotes[0].topics == ("wisdom", "self-knowledge")
    assert found.problems == []


def test_table_without_header_is_read_and_reported(tmp_path: Path) -> None:
    """The columns are taken as text, author, work, and the first line says so."""
    found = read(tmp_path, "q.csv", "Know thyself,Socrates,Charmides\n知足常乐,谚语\n")
    assert [told(quote) for quote in found.quotes] == [
        ("Know thyself", "Socrates", "Charmides", None),
        ("知足常乐", "谚语", "", None),
    ]
    assert [(line, reason.partition(",")[0]) for line, reason in problems(found)] == [(1, "no header")]


def test_table_whose_header_has_no_text_gives_nothing(tmp_path: Path) -> None:
    """A header that names no text column is a mistake, not a quotation."""
    found = read(tmp_path, "q.csv", "Saying,Author\nKnow thyself,Socrates\n")
    assert found.quotes == []
    assert problems(found)[0][1].startswith("no column for the text, expected one named text")


def test_table_row_over_lines_has_the_line_of_its_start(tmp_path: Path) -> None:
    """A quoted cell may run over lines; a row with a bad year costs only itself."""
    found = read(tmp_path, "q.csv", 'text,year\n"Know\nthyself",\nNothing in excess,long ago\nTime flies,\n')
    assert [(quote.text, found.places[quote.id].line) for quote in found.quotes] == [
        ("Know thyself", 2),
        ("Time flies", 5),
    ]
    assert [line for line, _ in problems(found)] == [4]


def test_table_with_a_huge_cell_goes_on(tmp_path: Path) -> None:
    """A cell beyond the limit of the csv module costs its row only."""
    found = read(tmp_path, "q.csv", f"text\n{'a' * 200_000}\nKnow thyself\n")
    assert [quote.text for quote in found.quotes] == ["Know thyself"]
    assert [line for line, _ in problems(found)] == [2]


MARKDOWN = """---
tags:
  - not a quotation
---
# Seneca
Prose is passed over — Nobody

> “Nothing in **excess**.”
> It is \\*enough\\*.
> — [Solon](https://example.org), *Sayings* (-590)
>
> Know thyself

— **Socrates**

- A stitch in time
  saves nine — Proverb
* 知识就是力量——培根
1. _Time flies._ — Virgil, *Georgics*

***
```
> not this
```
"""


def test_markdown_reads_block_quotes_and_lists(tmp_path: Path) -> None:
    """Sources in, below and behind the text are found; markup is taken out; the rest is passed over."""
    found = read(tmp_path, "q.md", MARKDOWN)
    assert [(*told(quote), found.places[quote.id].line) for quote in found.quotes] == [
        ("“Nothing in excess.” It is *enough*.", "Solon", "Sayings", -590, 8),
        ("Know thyself", "Socrates", "", None, 12),
        ("A stitch in time saves nine", "Proverb", "", None, 16),
        ("知识就是力量", "培根", "", None, 18),
        ("Time flies.", "Virgil", "Georgics", None, 19),
    ]
    assert found.problems == []


def test_markdown_does_not_take_a_far_line_for_the_source(tmp_path: Path) -> None:
    """A dash two blank lines below a block quote belongs to something else."""
    found = read(tmp_path, "q.md", "> Know thyself\n\n\n— Somebody else\n")
    assert [told(quote) for quote in found.quotes] == [("Know thyself", "", "", None)]


def test_markdown_without_quotations_is_reported(tmp_path: Path) -> None:
    """A file that gives nothing says so rather than nothing."""
    found = read(tmp_path, "q.md", "# Shopping\nmilk\n")
    assert problems(found) == [(1, "no quotation found, read as .md")]


BIBTEX = r"""% a comment
@string{who = "Seneca"}
@book{one,
  Author = {Seneca, Lucius Annaeus and van Beethoven, Ludwig},
  title = {{Letters} \& More},
  date = {2003-04},
  keywords = {time, 友情},
  annote = {It is 100% mine.

    ``K{\"o}nig \emph{first}'' -- said he.},
  abstract = {About letters.

    ``Hold fast.''},
}
@misc{two, author = who, quote = "Know thyself"}
@misc{nothing, title = {No quotation here}}
"""


def test_bibtex_reads_each_paragraph_with_its_source(tmp_path: Path) -> None:
    """Names are turned, LaTeX is decoded, of an abstract only what stands in marks is a quotation."""
    found = read(tmp_path, "q.bib", BIBTEX)
    names = "Lucius Annaeus Seneca and Ludwig van Beethoven"
    assert [(*told(quote), found.places[quote.id].line) for quote in found.quotes] == [
        ("It is 100% mine.", names, "Letters & More", 2003, 8),
        ("“König first” – said he.", names, "Letters & More", 2003, 8),
        ("Hold fast.", names, "Letters & More", 2003, 11),
        ("Know thyself", "Seneca", "", None, 15),
    ]
    assert found.quotes[0].topics == ("time", "friendship")
    assert found.problems == []


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("@misc{a, quote {Hi}\n", "Expected a `=` after entry key"),
        ("@misc{b, quote = {Hi}, quote = {Ho}}\n", "Duplicate field keys"),
        ("@misc{good, quote = {Hi}}\n", ""),
        ("@misc{c, author = {Seneca, }, quote = {Hi}}\n", "Cannot split the following name"),
    ],
)
def test_bibtex_entry_that_is_broken_costs_only_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, broken: str, reason: str
) -> None:
    """The problem has the line of the entry, others are read, and the parser's own warnings stay away."""
    with caplog.at_level(logging.WARNING):
        found = read(tmp_path, "q.bib", f"@misc{{first, quote = {{One}}}}\n{broken}@misc{{last, quote = {{Two}}}}\n")
    assert [quote.text for quote in found.quotes if quote.text != "Hi"] == ["One", "Two"]
    assert [line for line, _ in problems(found)] == ([2] if reason else [])
    assert all(reason in text for _, text in problems(found))
    assert caplog.records == []


def test_fortune_entries_are_parted_by_percent(tmp_path: Path) -> None:
    """A source may run over lines; a dash at the start of an entry is text."""
    text = (
        '%\nKnow\nthyself.\n\t\t-- Socrates, "Charmides"\n%\n-- No, said he\n\n'
        "%\n\nTime\n   -- Virgil,\n      Georgics\n"
    )
    found = read(tmp_path, "q.fortune", text)
    assert [(*told(quote), found.places[quote.id].line) for quote in found.quotes] == [
        ("Know thyself.", "Socrates", "Charmides", None, 2),
        ("-- No, said he", "", "", None, 6),
        ("Time", "Virgil", "Georgics", None, 10),
    ]


@pytest.mark.parametrize("name", ["notes.txt", "notes"])
def test_plain_text_without_percent_is_parted_by_blank_lines(tmp_path: Path, name: str) -> None:
    """A list of quotations in a text file is read as people lay it out."""
    found = read(tmp_path, name, "Know thyself\n— Socrates\n\nTime flies\n")
    assert [told(quote)[:2] for quote in found.quotes] == [("Know thyself", "Socrates"), ("Time flies", "")]


def test_fortune_entry_without_words_is_a_problem(tmp_path: Path) -> None:
    """Signs alone are no quotation."""
    found = read(tmp_path, "q.fortune", "***\n%\nKnow thyself\n")
    assert [quote.text for quote in found.quotes] == ["Know thyself"]
    assert problems(found) == [(1, "text '***', expected words")]
