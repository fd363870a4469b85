"""Formats by file name and by language id."""

import pytest

from epigraph.text.formats import FORMATS, format_of_language_id, format_of_path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", "markdown"),
        ("dir.x/READ ME.MDX", "markdown"),
        ("paper.qmd", "markdown"),
        ("thesis.tex", "latex"),
        ("a.typ", "typst"),
        ("a.rst", "restructuredtext"),
        ("a.org", "org"),
        ("a.adoc", "asciidoc"),
        ("a.xhtml", "html"),
        ("a.txt", "plaintext"),
        ("Makefile", "plaintext"),
        ("", "plaintext"),
    ],
)
def test_suffix_tells_the_format(name: str, expected: str) -> None:
    """A file's suffix tells its format, whatever its case; unknown is plain text."""
    assert format_of_path(name) == expected


@pytest.mark.parametrize(
    ("language_id", "expected"),
    [("quarto", "markdown"), ("tex", "latex"), ("rst", "restructuredtext"), ("git-commit", "plaintext")],
)
def test_language_ids_of_editors_are_known(language_id: str, expected: str) -> None:
    """Names that editors use map to formats; unknown is plain text."""
    assert format_of_language_id(language_id) == expected


def test_every_format_is_its_own_language_id() -> None:
    """The name of a format is a language id."""
    assert [format_of_language_id(name) for name in FORMATS] == list(FORMATS)
