"""A person's own quotations: watched, encoded with a progress bar that can be stopped, offered."""

import asyncio
import json
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.editor import PATIENCE, Editor, serving

pytestmark = pytest.mark.asyncio

TEXT = "On brewing: [Quote: author=Zoilus]"


def write(file: Path, *texts: str) -> None:
    """Write quotations by one author into a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"text": text, "author": "Zoilus"}) for text in texts]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


async def labels(editor: Editor, uri: str) -> set[str]:
    """Return what is offered, once the model is loaded."""
    await editor.hover(uri, len(TEXT))
    found = await editor.complete(uri, len(TEXT))
    assert found
    return {item.label for item in found.items}


async def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    """When the client tells of the change, what is offered follows, without a restart."""
    own = tmp_path / "data" / "epigraph" / "quotes.jsonl"
    write(own, "Zymurgy never sleeps")
    async with serving(tmp_path) as editor:
        uri = editor.open(TEXT)
        assert await labels(editor, uri) == {"Zymurgy never sleeps"}
        write(own, "Yeast is patient", "Hops are not")
        change = types.FileEvent(own.as_uri(), types.FileChangeType.Changed)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        while await labels(editor, uri) != {"Yeast is patient", "Hops are not"}:
            await asyncio.sleep(0.05)


async def test_a_changed_file_is_noticed_without_a_word_of_the_client(tmp_path: Path) -> None:
    """Requests look after the files themselves, from time to time."""
    own = tmp_path / "data" / "epigraph" / "quotes.jsonl"
    async with serving(tmp_path) as editor:
        uri = editor.open(TEXT)
        assert await labels(editor, uri) == set()
        write(own, "Yeast is patient")
        while await labels(editor, uri) != {"Yeast is patient"}:
            await asyncio.sleep(0.1)


async def test_the_client_is_asked_to_watch(tmp_path: Path) -> None:
    """VS Code, which can watch outside of the workspace, is told the files; Neovim registers nothing."""
    extra = tmp_path / "extra.csv"
    for name in ("visual-studio-code", "neovim"):
        async with serving(tmp_path, name, options={"quoteFiles": [str(extra)]}) as editor:
            await editor.run("epigraph.status")
            watched = json.dumps([editor.protocol._converter.unstructure(one) for one in editor.registrations])
            assert ("extra.csv" in watched and ".epigraph" in watched) == (name == "visual-studio-code")


async def test_a_broken_line_is_told_and_the_others_are_offered(tmp_path: Path) -> None:
    """The message names the file, and the rest of it is used."""
    own = tmp_path / "data" / "epigraph" / "quotes.jsonl"
    write(own, "Yeast is patient")
    own.write_text(own.read_text(encoding="utf-8") + '{"author": "Zoilus"\n', encoding="utf-8")
    async with serving(tmp_path) as editor:
        assert await labels(editor, editor.open(TEXT)) == {"Yeast is patient"}
        assert any("quotes.jsonl" in message.message for message in editor.messages)


@pytest.mark.parametrize("name", ["visual-studio-code", "neovim", "emacs"])
async def test_loading_shows_a_progress_bar_with_a_count(tmp_path: Path, name: str) -> None:
    """It begins, counts the person's own quotations, and ends."""
    write(tmp_path / "data" / "epigraph" / "quotes.jsonl", *(f"Yeast rises {n} times" for n in range(100)))
    async with serving(tmp_path, name) as editor:
        await editor.hover(editor.open(TEXT), len(TEXT))  # which waits for as long as it takes
        begin, *reports, end = _reports(editor)
        assert isinstance(begin, types.WorkDoneProgressBegin)
        assert begin.cancellable
        assert isinstance(end, types.WorkDoneProgressEnd)
        counts = [one.message for one in reports if isinstance(one, types.WorkDoneProgressReport)]
        assert counts[-1] == "100 of 100 of your own"


async def test_stopped_loading_ends_the_bar_and_starts_again_when_asked(tmp_path: Path) -> None:
    """Whoever stops it gets nothing now, and everything the next time; the server lives."""
    many = [f"Yeast rises {n} times, and the brewer counts each of them" for n in range(400)]
    write(tmp_path / "data" / "epigraph" / "quotes.jsonl", *many)
    async with serving(tmp_path) as editor:
        uri = editor.open(TEXT)
        asked = asyncio.create_task(editor.hover(uri, len(TEXT)))  # which waits for as long as it takes
        while not any(isinstance(one, types.WorkDoneProgressReport) for one in _reports(editor)):
            await asyncio.wait_for(editor.wait_for_notification(types.PROGRESS), PATIENCE)
        [token] = editor.progress_reports
        editor.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        assert await asked is None
        assert isinstance(_reports(editor)[-1], types.WorkDoneProgressEnd)
        while not (found := await editor.complete(uri, len(TEXT))) or not found.items:
            await asyncio.sleep(0.05)
        assert len(editor.progress_reports) == 2


async def test_what_is_added_by_command_is_in_the_file_and_offered(tmp_path: Path) -> None:
    """`epigraph.addQuote` writes to the person's own file, or to the workspace's."""
    folder = tmp_path / "folder"
    folder.mkdir()
    async with serving(tmp_path, folders=[folder]) as editor:
        uri = editor.open(TEXT)
        mine = await editor.run("epigraph.addQuote", {"text": "Yeast is patient", "author": "Zoilus"})
        ours = await editor.run("epigraph.addQuote", {"text": "Hops are not", "author": "Zoilus", "workspace": True})
        assert mine["new"]
        assert Path(mine["file"]).is_relative_to(tmp_path / "data")
        assert Path(ours["file"]).is_relative_to(folder)
        assert "Hops are not" in Path(ours["file"]).read_text(encoding="utf-8")
        while await labels(editor, uri) != {"Yeast is patient", "Hops are not"}:
            await asyncio.sleep(0.05)
        again = await editor.run("epigraph.addQuote", {"text": "Yeast is patient", "author": "Zoilus"})
        assert not again["new"]
        with pytest.raises(JsonRpcException, match="text"):
            await editor.run("epigraph.addQuote", {"text": ""})


def _reports(editor: Editor) -> list[object]:
    return [report for bar in editor.progress_reports.values() for report in bar]


async def test_a_persons_own_quotations_can_be_listed(tmp_path: Path) -> None:
    """A search for no words among one's own gives all of them, one just added too, and nothing that ships."""
    write(tmp_path / "data" / "epigraph" / "quotes.jsonl", "Yeast is patient")
    async with serving(tmp_path) as editor:
        await editor.run("epigraph.addQuote", {"text": "Hops are not"})
        found = await editor.run("epigraph.search", {"query": "", "own": True})
        assert [one["text"] for one in found] == ["Yeast is patient", "Hops are not"]
