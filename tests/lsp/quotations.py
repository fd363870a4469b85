"""What must have happened to a document into which a quotation was put, whatever the editor and the encoding."""

from functools import cache

from lsprotocol import types

from epigraph.quotes.collection import shipped
from epigraph.quotes.quote import Quote
from epigraph.text.query import LANGUAGES
from epigraph.text.script import to_simplified


def quote_of(quote_id: str) -> Quote:
    """Return a shipped quotation."""
    return _shipped()[quote_id]


@cache
def _shipped() -> dict[str, Quote]:
    return {quote.id: quote for language in LANGUAGES for quote in shipped(language)}


def check_inserted(before: str, after: str, gap: tuple[int, int], quote_id: str) -> None:
    """The words of the quotation stand where the gap was, and nothing else changed."""
    start, end = gap
    rest = len(before) - end
    assert after[:start] == before[:start]
    assert after[len(after) - rest :] == before[end:]
    assert letters(after[start : len(after) - rest]) == letters(quote_of(quote_id).text)


def letters(text: str) -> str:
    """Return the letters of a text, without the marks and spaces that an insertion adapts to its place."""
    return "".join(char for char in to_simplified(text) if char.isalnum())


def edit_of(found: types.CompletionList, item: types.CompletionItem) -> types.TextEdit:
    """Return what a completion does, with the list's defaults laid under it."""
    if isinstance(item.text_edit, types.TextEdit):
        return item.text_edit
    assert found.item_defaults
    assert isinstance(found.item_defaults.edit_range, types.Range)
    assert item.text_edit_text is not None
    return types.TextEdit(found.item_defaults.edit_range, item.text_edit_text)
