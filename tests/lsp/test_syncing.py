"""The server's text is the editor's, after any edits, in every editor, encoding and kind of text."""

import random

import pytest
from lsprotocol import types

from lsp.columns import span
from lsp.editor import Editor
from lsp.quotations import check_inserted, edit_of
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

PIECES = ["a", "e\u0301", "老", "😀", "\n", "\r\n", "\r", "\u2028", "\x85", "", "", "Three words more. "]


@pytest.mark.parametrize("name", TEXTS)
async def test_incremental_edits_leave_the_same_text(editor: Editor, name: str) -> None:
    """After forty edits before and after the placeholder, a completion still replaces exactly the placeholder."""
    made = TEXTS[name]
    chance = random.Random(name)  # noqa: S311 - the same edits with each run
    text = made.text or "[Quote]"
    placeholder = made.placeholder
    uri = editor.open(text)
    for version in range(2, 42):
        text = editor.texts[uri]
        start = text.index(placeholder)
        left = [at for at in range(start + 1) if text[at - 1 : at + 1] != "\r\n"]
        right = [at for at in range(start + len(placeholder), len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]
        some = chance.choice([left, right])
        first, last = sorted((chance.choice(some), chance.choice(some)))
        last = min(last, max(at for at in some if at <= first + 3))
        editor.change(uri, first, last, chance.choice(PIECES), version)
    text = editor.texts[uri]
    gap = text.index(placeholder), text.index(placeholder) + len(placeholder)
    found = await editor.complete(uri, gap[1])
    assert found
    item = found.items[0]
    assert item.filter_text == placeholder
    assert item.data
    check_inserted(text, editor.after(uri, [edit_of(found, item)]), gap, item.data["id"])


async def test_several_changes_of_one_message_follow_each_other(editor: Editor) -> None:
    """Each change counts from the text that the one before it left."""
    uri = editor.open("Old.")
    changes: list[types.TextDocumentContentChangeEvent] = [types.TextDocumentContentChangeWholeDocument("😀 ")]
    text = "😀 "
    for typed in ("[", "老", "Quote]"):
        end = span(text, len(text), len(text), editor.encoding)
        changes.append(types.TextDocumentContentChangePartial(end, typed))
        text += typed
    gone = span(text, text.index("老"), text.index("Q"), editor.encoding)
    changes.append(types.TextDocumentContentChangePartial(gone, ""))
    identifier = types.VersionedTextDocumentIdentifier(2, uri)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))
    editor.texts[uri] = "😀 [Quote]"
    found = await editor.complete(uri, len("😀 [Quote]"))
    assert found
    assert found.items[0].filter_text == "[Quote]"


async def test_the_encoding_is_the_one_that_was_offered(editor: Editor) -> None:
    """The server takes what the editor can do."""
    assert editor.answer
    assert editor.answer.capabilities.position_encoding == editor.encoding
