"""Who said it and where, as a format and a language write it: `— Author, *Work*`, `——作者《作品》`."""

from epigraph.text.escape import escape
from epigraph.text.formats import Format
from epigraph.text.query import Language

_ITALIC: dict[Format, tuple[str, str]] = {
    "markdown": ("*", "*"),
    "latex": (r"\emph{", "}"),
    "typst": ("_", "_"),
    "restructuredtext": ("*", "*"),
    "org": ("/", "/"),
    "asciidoc": ("_", "_"),
    "html": ("<cite>", "</cite>"),
    "plaintext": ("", ""),
}
_DASH: dict[Format, str] = {"latex": "---", "restructuredtext": "--"}


def source(author: str, work: str, language: Language, markup: Format) -> str:
    """Return author and work in one phrase; empty where neither is known."""
    author, work = escape(author.strip(), markup), escape(work.strip(), markup)
    if language == "zh":
        return author + (f"《{work.strip('《》')}》" if work else "")
    before, after = _ITALIC[markup]
    return ", ".join(filter(None, (author, f"{before}{work}{after}" if work else "")))


def credit(author: str, work: str, language: Language, markup: Format) -> str:
    """Return the source behind its dash; empty where it is not known."""
    named = source(author, work, language, markup)
    dash = "——" if language == "zh" else _DASH.get(markup, "—") + " "
    return named and dash + named
