"""What of a document is prose. Offsets hold: the result has the length of the text."""

from epigraph.text.formats import Format
from epigraph.text.markup.asciidoc import asciidoc
from epigraph.text.markup.html import html
from epigraph.text.markup.latex import latex
from epigraph.text.markup.markdown import markdown
from epigraph.text.markup.org import org
from epigraph.text.markup.restructuredtext import restructuredtext
from epigraph.text.markup.scan import Scanner, keep
from epigraph.text.markup.typst import typst

_SCANNERS: dict[Format, Scanner] = {
    "markdown": markdown,
    "latex": latex,
    "typst": typst,
    "restructuredtext": restructuredtext,
    "org": org,
    "asciidoc": asciidoc,
    "html": html,
    "plaintext": keep,
}


def prose(text: str, markup: Format) -> str:
    """Return the text with markup blanked, by spaces or inside words by GONE; a line break is a line feed."""
    return _SCANNERS[markup](text.replace("\r\n", " \n").replace("\r", "\n"))
