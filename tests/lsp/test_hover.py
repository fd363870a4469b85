"""Hovers over placeholders and over quotations, in every editor, encoding and kind of text."""

import re

import pytest
from lsprotocol import types

from lsp.columns import span
from lsp.editor import Editor
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

EXACT = "To be, or not to be, that is the question"
# what stands before it moves its column apart in each encoding
WRITTEN = [
    ("", EXACT),
    ("😀 老師 e\u0301: ", EXACT.upper()),
    ("one\r\ntwo\rthree\u2028four ", "to be or not to be that is the question"),
    ("老 😀\r\n😀 ", EXACT.replace("question", "qestion")),
]


def words(hover: types.Hover | None) -> str:
    """Return what a hover says, where the pointer is on something."""
    assert hover
    assert isinstance(hover.contents, types.MarkupContent)
    return hover.contents.value


@pytest.mark.parametrize("name", TEXTS)
async def test_a_placeholder_tells_the_best_three(editor: Editor, name: str) -> None:
    """The hover covers the placeholder and says how well three quotations fit; an empty document has none."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    start, end = made.gap
    hover = await editor.hover(uri, start)
    if made.is_empty:
        assert hover is None
    else:
        assert len(re.findall(r"fit, (under )?\d+%", words(hover))) == 3
        assert hover
        assert hover.range == span(made.text, start, end, editor.encoding)


async def test_the_best_of_a_placeholder_is_explained(editor: Editor) -> None:
    """The words of the context that speak most for the first are told."""
    made = TEXTS["plain"]
    assert "Because of" in words(await editor.hover(editor.open(made.text), made.gap[0]))


@pytest.mark.parametrize(("before", "written"), WRITTEN)
async def test_a_quotation_is_recognised_with_its_slips(editor: Editor, before: str, written: str) -> None:
    """Case, punctuation and small slips do not hide a quotation; the hover covers it and names its author."""
    text = f"{before}“{written}” and so on 😀"
    uri = editor.open(text)
    start = text.index(written)
    hover = await editor.hover(uri, start + 10)
    assert "Shakespeare" in words(hover)
    assert hover
    assert hover.range == span(text, start, start + len(written), editor.encoding)
    assert ("depart" in words(hover)) == ("qestion" in written)


async def test_a_chinese_quotation_is_recognised(editor: Editor) -> None:
    """Between characters without spaces, too."""
    text = "😀他常说：“千里之行，始于足下。”于是走了。"
    uri = editor.open(text)
    hover = await editor.hover(uri, text.index("始于"))
    assert "老子" in words(hover)
    assert hover
    assert hover.range
    start = text.index("千里")
    assert editor.offset(uri, hover.range.start) == start
    assert "始于足下" in text[start : editor.offset(uri, hover.range.end)]


async def test_other_words_have_no_hover(editor: Editor) -> None:
    """On what is no quotation there is nothing to say."""
    assert await editor.hover(editor.open("The bus leaves at nine."), 5) is None


async def test_hovers_are_in_a_form_that_the_editor_shows(editor: Editor) -> None:
    """All three editors announce Markdown for hovers, and get it."""
    made = TEXTS["plain"]
    hover = await editor.hover(editor.open(made.text), made.gap[0])
    assert hover
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.kind == types.MarkupKind.Markdown
