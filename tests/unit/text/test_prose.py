"""What is prose in each format."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.text.formats import FORMATS, Format, format_of_path
from epigraph.text.placeholders import Placeholder, find_placeholders
from epigraph.text.prose import prose
from epigraph.text.windows import fold
from unit.text.strategies import texts

DOCUMENTS = Path(__file__).parents[2] / "data" / "documents"
SAMPLES = ("sample.md", "sample.tex", "sample.typ", "sample.rst", "sample.org", "sample.adoc", "sample.html")


def _texts(placeholders: list[Placeholder], text: str) -> list[str]:
    return [text[found.start : found.end] for found in placeholders]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_real_document_is_read_as_its_reader_would(name: str) -> None:
    """Of a document of each format only the readable words and the real placeholders are left."""
    text = (DOCUMENTS / name).read_text(encoding="utf-8")
    expected = (DOCUMENTS / f"{name}.prose").read_text(encoding="utf-8").strip()
    readable = prose(text, format_of_path(name))
    assert fold(readable) == expected
    assert _texts(find_placeholders(text, readable), text) == _texts(find_placeholders(expected, expected), expected)


@pytest.mark.parametrize(
    ("markup", "text", "expected"),
    [
        ("markdown", "*em*phasis", "emphasis"),
        ("markdown", "a $ b and c", "a $ b and c"),
        ("markdown", "US$5 and A$6 x", "US$5 and A$6 x"),
        ("markdown", "a `b c\n\nnext `d` e", "a `b c next e"),
        ("markdown", "x\n```\ncode", "x"),
        ("markdown", "x\n~~~\n```\n~~~\ny", "x y"),
        ("markdown", "x <!-- a\n\nb", "x <!-- a b"),
        ("markdown", "+++\ntitle = 1\n+++\nbody", "body"),
        ("markdown", "---\n\nnot front matter\n\n---", "not front matter"),
        ("markdown", "``a ` b`` c", "c"),
        ("markdown", "> > - deep", "deep"),
        ("markdown", "Title\n=====\ntext", "Title text"),
        ("markdown", "{{< fig >}}a{.cls} b", "a b"),
        ("markdown", "&lt;tag&gt; &#20013;&nbsp;x", "<tag> 中 x"),
        ("markdown", "[a [b] c](u) d", "a [b] c d"),
        ("markdown", "![x](y \"z\")", ""),
        ("latex", "a $b c\n\nd e", "a $b c d e"),
        ("latex", r"100\% sure % not", "100% sure"),
        ("latex", r"\textcolor{red}{word} end", "word end"),
        ("latex", r"\begin{equation} x", "x"),
        ("latex", "\\newcommand{\\a}[1]{b {c} d}\ntext", "text"),
        ("typst", "#emph[em]phasis", "emphasis"),
        ("typst", "a /* b", "a"),
        ("typst", "#let x = (1, (2, 3))\ntext", "text"),
        ("restructuredtext", "*em*\\ phasis", "emphasis"),
        ("restructuredtext", "A::\n\n  code\n\nB", "A B"),
        ("restructuredtext", ".. image:: x.png\n   :alt: y\n\nB", "B"),
        ("org", "#+begin_src x\nnever closed", "never closed"),
        ("org", "/it/ and a/b", "it and a/b"),
        ("asciidoc", "----\ncode", ""),
        ("asciidoc", ".A title\ntext", "A title text"),
        ("html", "a <!-- b", "a"),
        ("html", "1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("html", "<P>A</P><p>B</p>", "A B"),
        ("html", "<SCRIPT>x</script>y", "y"),
        ("plaintext", "*as* [it](is)", "*as* [it](is)"),
    ],
)  # fmt: skip
def test_rules_of_each_format(markup: Format, text: str, expected: str) -> None:
    """Single rules, and constructs that are never closed."""
    assert fold(prose(text, markup)) == expected


@given(texts, st.sampled_from(FORMATS))
def test_offsets_and_line_breaks_hold(text: str, markup: Format) -> None:
    """Prose has the length of its text and a line feed at the end of each of its lines, whatever the text."""
    readable = prose(text, markup)
    breaks = text.replace("\r\n", " \n").replace("\r", "\n")
    assert len(readable) == len(text)
    assert [char == "\n" for char in readable] == [char == "\n" for char in breaks]


OPENINGS = (
    "$", "$a\\", "`", "``a ", "```\n", "`a``b```c", "<!-- a ", "<a ", "<script>", "<code>", "[", "[a](",
    "[a][", "![a", "[^a", "{", "*", "_a ", "\\[", "\\(", "\\begin{equation}\\begin{align}", "\\verb|",
    "\\cite{{", "\\a[", "#f(", "#let x = {", "/* *", ".. a\n", "::\n\n", ":a:a`", "|a ", "=a ",
    ":a:\n:b: c\n", "#+begin_src\na\n", "[fn:a", "<<a", "@@a", "link:", "https://a[", "---\n", "+++\n",
    "- [ ] ", "\n", " ", "\\",
)  # fmt: skip


@pytest.mark.parametrize("markup", FORMATS)
def test_thousands_of_unclosed_openings_take_one_pass(markup: Format) -> None:
    """A scanner that looks to the end from each opening would need hours here."""
    for opening in OPENINGS:
        text = opening * (200_000 // len(opening))
        assert len(prose(text, markup)) == len(text)
