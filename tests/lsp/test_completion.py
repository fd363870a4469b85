"""Completion and its resolve, in every editor, encoding and kind of text."""

import pytest
from lsprotocol import types

from lsp.editor import Editor
from lsp.quotations import check_inserted, edit_of
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

AUTOMATIC = types.CompletionTriggerKind.TriggerCharacter
LEFT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. "


@pytest.mark.parametrize("where", ["inside", "after"])
@pytest.mark.parametrize("name", TEXTS)
async def test_a_completion_puts_its_quotation_where_the_placeholder_was(editor: Editor, name: str, where: str) -> None:
    """Whichever is taken, its words stand in the gap, the rest of the text is as before, and editors show it."""
    made = TEXTS[name]
    start, end = made.gap
    cursor = (start + end) // 2 if where == "inside" else end
    uri = editor.open(made.text)
    found = await editor.complete(uri, cursor)
    assert found
    assert found.is_incomplete
    assert [item.sort_text for item in found.items] == ["0000", "0001", "0002"]
    for item in found.items:
        edit = edit_of(found, item)
        assert edit.range.start.line == edit.range.end.line
        assert editor.offset(uri, edit.range.start) <= cursor <= editor.offset(uri, edit.range.end)
        assert item.filter_text == (made.text[start:end] or None)
        assert item.data
        check_inserted(made.text, editor.after(uri, [edit]), made.gap, item.data["id"])


@pytest.mark.parametrize("name", [name for name, made in TEXTS.items() if not made.is_empty])
async def test_a_placeholder_that_is_begun_is_offered_whole_and_filled(editor: Editor, name: str) -> None:
    """At `[Quo` the list has quotations, then the placeholder itself, each in the place of what was typed."""
    made = TEXTS[name]
    start, end = made.gap
    begun = made.text[: end - 2]  # without its last letter and the closing bracket
    uri = editor.open(begun)
    found = await editor.complete(uri, len(begun))
    assert found
    *quotations, placeholder = found.items
    assert placeholder.filter_text == begun[start:]
    assert editor.after(uri, [edit_of(found, placeholder)]) == begun[:start] + made.placeholder
    assert len(quotations) == 3
    for item in quotations:
        assert item.data
        check_inserted(begun, editor.after(uri, [edit_of(found, item)]), (start, len(begun)), item.data["id"])


async def test_a_bracket_that_the_editor_closed_by_itself_is_replaced_too(editor: Editor) -> None:
    """Between `[Quo` and the `]` that auto-closing put there, both go."""
    text = f"{LEFT}[Quo] And so on."
    uri = editor.open(text)
    found = await editor.complete(uri, len(LEFT) + 4)
    assert found
    for item in found.items[:-1]:
        assert item.data
        check_inserted(text, editor.after(uri, [edit_of(found, item)]), (len(LEFT), len(LEFT) + 5), item.data["id"])
    assert editor.after(uri, [edit_of(found, found.items[-1])]) == f"{LEFT}[Quote] And so on."


@pytest.mark.parametrize("rest", ["", "So keep the workshop one more winter."])
async def test_whoever_asks_between_words_is_answered_anywhere(editor: Editor, rest: str) -> None:
    """Without any placeholder an explicit request inserts at the cursor, with words after it or none."""
    text = LEFT + rest
    uri = editor.open(text)
    found = await editor.complete(uri, len(LEFT))
    assert found
    assert len(found.items) == 3
    for item in found.items:
        assert item.data
        check_inserted(text, editor.after(uri, [edit_of(found, item)]), (len(LEFT), len(LEFT)), item.data["id"])


async def test_nothing_is_offered_where_nobody_asked(editor: Editor) -> None:
    """While words are typed, and at a trigger character that opens no placeholder, there is no list."""
    text = "Nothing here: wants a quotation"
    uri = editor.open(text)
    assert await editor.complete(uri, text.index(":") + 1, AUTOMATIC) is None
    assert await editor.complete(uri, len(text)) is None


async def test_the_trigger_characters_lead_to_quotations(editor: Editor) -> None:
    """Each character that the server names as a trigger completes a placeholder or begins its hint."""
    assert editor.answer
    provider = editor.answer.capabilities.completion_provider
    assert provider
    assert provider.trigger_characters
    assert provider.resolve_provider
    for closing in ("]", "］", "】"):
        opening = {"]": "[", "］": "［", "】": "【"}[closing]
        assert {opening, closing} <= set(provider.trigger_characters)
        text = f"{LEFT}{opening}Quote{closing}"
        found = await editor.complete(editor.open(text), len(text), AUTOMATIC)
        assert found
        assert len(found.items) == 3


@pytest.mark.parametrize("name", ["plain", "cjk"])
async def test_resolve_adds_documentation_and_changes_nothing_else(editor: Editor, name: str) -> None:
    """The explanation says how well it fits; label, order, filter and edit stay as they were."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    found = await editor.complete(uri, made.gap[1])
    assert found
    item = found.items[0]
    resolved = await editor.completion_item_resolve_async(item)
    assert resolved.documentation
    told = resolved.documentation if isinstance(resolved.documentation, str) else resolved.documentation.value
    assert "fit" in told
    resolved.documentation = item.documentation
    assert resolved == item


async def test_a_hint_of_an_author_is_kept_to(editor: Editor) -> None:
    """`[Quote: author=…]` offers that author only, who stands where the editor can show a name."""
    text = f"{LEFT}[Quote: author=William Shakespeare]"
    found = await editor.complete(editor.open(text), len(text))
    assert found
    assert found.items
    for item in found.items:
        assert item.detail
        assert item.detail.startswith("William Shakespeare")
        if editor.name == "visual-studio-code":
            assert item.label_details
            assert item.label_details.description == "William Shakespeare"


async def test_the_range_is_told_once_where_the_editor_can_take_that(editor: Editor) -> None:
    """The list carries the range for VS Code and Neovim; Emacs, which does not know it, gets whole edits."""
    made = TEXTS["plain"]
    found = await editor.complete(editor.open(made.text), made.gap[1])
    assert found
    assert (found.item_defaults is None) == (editor.name == "emacs")
    assert [item.text_edit is None for item in found.items] == [editor.name != "emacs"] * 3
