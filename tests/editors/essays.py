"""What the editors are given to write in, and what must stand there after a quotation was put in."""

from functools import cache

from epigraph.quotes.collection import shipped
from epigraph.text.query import LANGUAGES
from lsp.quotations import letters
from lsp.texts import TEXTS, Text

ESSAYS: dict[str, Text] = {"english": TEXTS["plain"], "chinese": TEXTS["cjk"]}


def check_filled(essay: Text, after: str) -> None:
    """A quotation of the collection stands where the placeholder was, and nothing else changed."""
    start, end = essay.gap
    before, rest = essay.text[:start], essay.text[end:]
    assert after.startswith(before)
    assert after.endswith(rest)
    assert letters(after[len(before) : len(after) - len(rest)]) in _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(letters(quote.text) for language in LANGUAGES for quote in shipped(language))
