"""Settings from the client: given at the start, asked for a folder at a time, changed while the server runs."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from lsp.editor import PATIENCE, Editor, serving
from lsp.quotations import edit_of

pytestmark = pytest.mark.asyncio

TEXT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. [Quote]"


async def offered(editor: Editor, uri: str = "") -> int:
    """Return how many quotations are offered for a document."""
    uri = uri or editor.open(TEXT)
    await editor.hover(uri, len(editor.texts[uri]))  # which waits for a model however long it loads
    found = await editor.complete(uri, len(editor.texts[uri]))
    return len(found.items) if found else 0


async def settled(editor: Editor) -> None:
    """Wait until the server has asked for what changed just now and gone by it: it takes messages in their order."""
    before = editor.settings_told
    while editor.settings_told == before:
        await asyncio.sleep(0.01)
    await editor.run("epigraph.reload")


async def messages(editor: Editor, count: int) -> list[str]:
    """Wait for messages to the person, and return all that came."""
    while len(editor.messages) < count:
        await asyncio.wait_for(editor.wait_for_notification(types.WINDOW_SHOW_MESSAGE), PATIENCE)
    return [message.message for message in editor.messages]


async def test_the_clients_configuration_stands_above_its_options(tmp_path: Path) -> None:
    """Both are settings by the same names; what is null in the configuration the options still say."""
    told = {"results": 4, "insertion": {"marks": None}}
    options = {"results": 2, "insertion": {"marks": "guillemets"}}
    async with serving(tmp_path, options=options, configuration=told) as editor:
        uri = editor.open(TEXT)
        assert await offered(editor, uri) == 4
        found = await editor.complete(uri, len(TEXT))
        assert found
        assert edit_of(found, found.items[0]).new_text.startswith("«")


async def test_each_folder_has_its_own_settings(tmp_path: Path) -> None:
    """The client is asked for each folder, and a folder's file lies below what it says."""
    folders = [tmp_path / name for name in ("one", "two", "three")]
    for folder in folders:
        (folder / ".epigraph").mkdir(parents=True)
    (folders[2] / ".epigraph" / "settings.toml").write_text("results = 7\n", encoding="utf-8")
    editor_settings = {"results": 3}
    async with serving(tmp_path, configuration={}, folders=folders) as editor:
        editor.set_configuration({"epigraph": editor_settings}, scope_uri=folders[1].as_uri())
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await settled(editor)
        counts = [await offered(editor, editor.open(TEXT, (folder / "a.txt").as_uri())) for folder in folders]
        assert counts == [10, 3, 7]


async def test_folders_come_and_go(tmp_path: Path) -> None:
    """The settings and quotations of a folder that is added hold, until it is removed."""
    folder = tmp_path / "added"
    (folder / ".epigraph").mkdir(parents=True)
    (folder / ".epigraph" / "settings.toml").write_text("results = 2\n", encoding="utf-8")
    own = '{"text": "Zymurgy never sleeps", "author": "Zoilus"}\n'
    (folder / ".epigraph" / "quotes.jsonl").write_text(own, encoding="utf-8")
    async with serving(tmp_path) as editor:
        uri = editor.open(TEXT, (folder / "a.txt").as_uri())
        told = types.WorkspaceFolder(folder.as_uri(), "added")
        for event, count, found in (
            (types.WorkspaceFoldersChangeEvent(added=[told], removed=[]), 2, 1),
            (types.WorkspaceFoldersChangeEvent(added=[], removed=[told]), 10, 0),
        ):
            editor.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            await settled(editor)
            assert await offered(editor, uri) == count
            assert len(await editor.run("epigraph.search", {"query": "Zymurgy"})) == found


async def test_a_change_holds_at_once(tmp_path: Path) -> None:
    """Told of a change, the server asks again, and what was offered before follows the new settings."""
    async with serving(tmp_path, configuration={"results": 2}) as editor:
        uri = editor.open(TEXT)
        assert await offered(editor, uri) == 2
        editor.set_configuration({"epigraph": {"results": 5, "placeholders": ["Quote", "zitat"]}})
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await settled(editor)
        assert await offered(editor, uri) == 5
        assert await offered(editor, editor.open(TEXT.replace("Quote", "ZITAT"))) == 5


async def test_the_trigger_setting_holds(tmp_path: Path) -> None:
    """`manual` keeps still at a placeholder until a person asks; `pause` answers between words unasked."""
    by_itself = types.CompletionTriggerKind.TriggerCharacter
    async with serving(tmp_path, configuration={"trigger": "manual"}) as editor:
        uri = editor.open(TEXT)
        assert await offered(editor, uri) == 10  # asked for, and the model is loaded
        assert await editor.complete(uri, len(TEXT), by_itself) is None
        editor.set_configuration({"epigraph": {"trigger": "pause"}})
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await settled(editor)
        sentence = "Nobody counts the piles that sank. "
        found = await editor.complete(editor.open(sentence), len(sentence), by_itself)
        assert found
        assert len(found.items) == 10


async def test_wrong_values_are_told_once_and_the_rest_holds(tmp_path: Path) -> None:
    """Each wrong value is one message, however often the settings are read, and its default is used."""
    wrong = {"results": 3, "trigger": "sometimes", "colour": "red", "filter": {"maxLength": "long"}}
    async with serving(tmp_path, configuration=wrong) as editor:
        assert await offered(editor) == 3
        for _ in range(3):
            editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await settled(editor)
        told = await messages(editor, 3)
        assert len(told) == 3
        for name in ("trigger", "colour", "filter.maxLength"):
            assert len([message for message in told if f": {name}: " in message]) == 1
        assert len((await editor.run("epigraph.status"))["problems"]) == 3


async def test_options_that_are_no_settings_are_told(tmp_path: Path) -> None:
    """A client may send anything; the server says so and goes by its defaults."""
    async with serving(tmp_path, options=["results"]) as editor:
        assert "expected an object of settings" in (await messages(editor, 1))[0]
        assert await offered(editor) == 10


async def test_a_workspace_cannot_name_files_of_the_machine(tmp_path: Path) -> None:
    """`bundles` and `quoteFiles` in a folder's own file are refused."""
    (tmp_path / "folder" / ".epigraph").mkdir(parents=True)
    file = tmp_path / "folder" / ".epigraph" / "settings.toml"
    file.write_text('bundles = "/etc"\n', encoding="utf-8")
    async with serving(tmp_path, folders=[tmp_path / "folder"]) as editor:
        assert "cannot be set by a workspace" in (await messages(editor, 1))[0]
        assert await offered(editor) == 10


async def test_what_is_shown_is_asked_for_anew(tmp_path: Path) -> None:
    """After a change VS Code, which keeps lenses and pulled diagnostics, is told that they may be others."""
    async with serving(tmp_path, "visual-studio-code", configuration={}) as editor:
        await editor.run("epigraph.reload")
        lenses, diagnostics = editor.lens_refreshes, editor.diagnostic_refresh_count
        editor.set_configuration({"epigraph": {"codeLens": True}})
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        while editor.lens_refreshes == lenses or editor.diagnostic_refresh_count == diagnostics:
            await asyncio.sleep(0.05)
