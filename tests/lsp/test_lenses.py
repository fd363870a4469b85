"""Code lenses and inline completions, which are off unless they are set."""

import json
import re
import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from epigraph.engine import shipped_bundles
from lsp.columns import span
from lsp.editor import Editor, serving
from lsp.quotations import check_inserted
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def lenses_of(editor: Editor, uri: str) -> list[types.CodeLens]:
    """Return the lenses of a document."""
    return list(
        await editor.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri))) or ()
    )


async def ghost(editor: Editor, uri: str, where: int) -> list[types.InlineCompletionItem]:
    """Return the inline completions at an offset."""
    context = types.InlineCompletionContext(types.InlineCompletionTriggerKind.Automatic)
    params = types.InlineCompletionParams(context, types.TextDocumentIdentifier(uri), editor.at(uri, where))
    found = await editor.text_document_inline_completion_async(params)
    assert isinstance(found, types.InlineCompletionList)
    return list(found.items)


@pytest.mark.parametrize("name", TEXTS)
async def test_a_lens_stands_at_each_placeholder_and_leads_to_a_choice(editor: Editor, name: str) -> None:
    """Resolved it says how many fit; its command asks the person, and what they take goes into the gap."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    lenses = await lenses_of(editor, uri)
    assert [lens.range for lens in lenses] == ([] if made.is_empty else [span(made.text, *made.gap, editor.encoding)])
    for lens in lenses:
        command = (await editor.code_lens_resolve_async(lens)).command
        assert command
        assert re.fullmatch(r"nothing fits well|1 quotation fits|\d quotations fit", command.title)
        assert await editor.run(command.command, *(command.arguments or ())) is True
        [best] = await editor.run("epigraph.recommend", {**(command.arguments or [{}])[0], "k": 1})  # type: ignore[dict-item]
        after = editor.after(uri, editor.edits_of(uri, editor.edits.pop()))
        check_inserted(made.text, after, made.gap, best["id"])


@pytest.mark.parametrize("name", [name for name, made in TEXTS.items() if not made.is_empty])
async def test_ghost_text_replaces_the_placeholder(editor: Editor, name: str) -> None:
    """Where the editor knows inline completions, a best quotation that fits is one, in the placeholder's place."""
    if editor.name != "visual-studio-code":
        pytest.skip("announces no inline completion")
    made = TEXTS[name]
    uri = editor.open(made.text)
    place = {"uri": uri, "position": _plain(editor.at(uri, made.gap[0])), "k": 1}
    [best] = await editor.run("epigraph.recommend", place)
    items = await ghost(editor, uri, made.gap[1])
    assert len(items) == best["fits"]
    for item in items:
        assert item.range
        assert isinstance(item.insert_text, str)
        assert item.filter_text == made.placeholder
        after = editor.after(uri, [types.TextEdit(item.range, item.insert_text)])
        check_inserted(made.text, after, made.gap, best["id"])


async def test_ghost_text_comes_where_a_sentence_ended_and_not_within_one(editor: Editor) -> None:
    """At the end of a line a quotation may follow; in the middle of words nobody wants one."""
    if editor.name != "visual-studio-code":
        pytest.skip("announces no inline completion")
    text = "Nobody counts the piles that sank. "
    uri = editor.open(text)
    place = {"uri": uri, "position": _plain(editor.at(uri, len(text))), "k": 1}
    [best] = await editor.run("epigraph.recommend", place)
    assert len(await ghost(editor, uri, len(text))) == best["fits"]
    assert await ghost(editor, uri, 10) == []


async def test_lenses_and_ghost_text_are_off_by_default(tmp_path: Path) -> None:
    """Who set nothing sees neither."""
    async with serving(tmp_path, "visual-studio-code") as editor:
        made = TEXTS["plain"]
        uri = editor.open(made.text)
        assert await lenses_of(editor, uri) == []
        assert await ghost(editor, uri, made.gap[1]) == []


async def test_a_lens_leads_to_the_picker_of_a_client_that_has_one(tmp_path: Path) -> None:
    """With `clientCommands` a click stays in the client."""
    options = {"codeLens": True, "clientCommands": ["epigraph.pick"]}
    async with serving(tmp_path, options=options) as editor:
        [lens] = await lenses_of(editor, editor.open(TEXTS["plain"].text))
        command = (await editor.code_lens_resolve_async(lens)).command
        assert command
        assert command.command == "epigraph.pick"


async def test_where_nothing_fits_it_is_said_and_nothing_is_put_forward(tmp_path: Path) -> None:
    """With a threshold that no score reaches: no ghost text, an honest lens and hover, and lists for who asks."""
    bundles = tmp_path / "bundles"
    shutil.copytree(shipped_bundles(), bundles)
    manifest = json.loads((bundles / "en" / "manifest.json").read_text(encoding="utf-8"))
    manifest["fusion"]["abstain"] = 1.1
    (bundles / "en" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    options = {"codeLens": True, "inlineCompletion": True, "bundles": str(bundles)}
    async with serving(tmp_path, "visual-studio-code", options=options) as editor:
        made = TEXTS["plain"]
        uri = editor.open(made.text)
        [lens] = await lenses_of(editor, uri)
        command = (await editor.code_lens_resolve_async(lens)).command
        assert command
        assert command.title == "nothing fits well"
        assert await ghost(editor, uri, made.gap[1]) == []
        place = types.TextDocumentIdentifier(uri), editor.at(uri, made.gap[0] + 1)
        hover = await editor.text_document_hover_async(types.HoverParams(*place))
        assert hover
        assert isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.value.startswith("Nothing fits well; these come nearest.")
        assert hover.contents.value.count("weak fit, ") == 3
        found = await editor.complete(uri, made.gap[1])
        assert found
        assert found.items


def _plain(position: types.Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}
