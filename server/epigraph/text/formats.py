"""Which markup a document is written in, by its file name or its editor's language id."""

from pathlib import PurePath
from typing import Literal

Format = Literal["markdown", "latex", "typst", "restructuredtext", "org", "asciidoc", "html", "plaintext"]
FORMATS: tuple[Format, ...] = (
    "markdown",
    "latex",
    "typst",
    "restructuredtext",
    "org",
    "asciidoc",
    "html",
    "plaintext",
)

_BY_SUFFIX: dict[str, Format] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".rmd": "markdown",
    ".tex": "latex",
    ".ltx": "latex",
    ".typ": "typst",
    ".rst": "restructuredtext",
    ".rest": "restructuredtext",
    ".org": "org",
    ".adoc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".asc": "asciidoc",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}

# the names that editors use where they differ from ours
_BY_LANGUAGE_ID: dict[str, Format] = {
    "mdx": "markdown",
    "quarto": "markdown",
    "rmd": "markdown",
    "pandoc": "markdown",
    "vimwiki": "markdown",
    "tex": "latex",
    "plaintex": "latex",
    "rst": "restructuredtext",
    "asciidoctor": "asciidoc",
    "xhtml": "html",
}


def format_of_path(name: str) -> Format:
    """Return the format that a file name's suffix stands for; unknown is plain text."""
    return _BY_SUFFIX.get(PurePath(name).suffix.lower(), "plaintext")


def format_of_language_id(language_id: str) -> Format:
    """Return the format that an editor's language id stands for; unknown is plain text."""
    wanted = language_id.lower()
    return next((name for name in FORMATS if name == wanted), _BY_LANGUAGE_ID.get(wanted, "plaintext"))
