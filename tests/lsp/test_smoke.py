"""A real server over stdio, from the first message to the last: it starts, answers, survives and ends."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

URI = "untitled:Untitled-1"
TEXT = (
    "A bridge is not built on the day it opens, and nobody counts the piles that sank. [Quote] So keep going.\n"
    "\n"
    "“To be, or not to be, that is the query,” as Mark Twain said.\n"
)
PLACEHOLDER = types.Position(0, 85)


class Editor(LanguageClient):
    """A client that keeps what the server tells it."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.diagnostics: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.edits: list[types.WorkspaceEdit] = []

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics.put_nowait(params)

        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.edits.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        self.feature(types.WINDOW_SHOW_MESSAGE)(show)
        self.feature(types.WORKSPACE_APPLY_EDIT)(apply)

    def open(self, text: str = TEXT, uri: str = URI, language_id: str = "markdown") -> None:
        """Open a document."""
        item = types.TextDocumentItem(uri, language_id, 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))

    async def complete(self, position: types.Position = PLACEHOLDER) -> list[types.CompletionItem]:
        """Ask for completions."""
        params = types.CompletionParams(types.TextDocumentIdentifier(URI), position)
        found = await self.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return list(found.items)

    async def run(self, command: str, *arguments: object) -> Any:
        """Run a command of the server."""
        return await self.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments))


def with_editor(
    home: Path, work: Callable[[Editor], Awaitable[None]], options: object = None, **capabilities: Any
) -> int | None:
    """Start a server, let an editor work with it, and return the exit code."""

    async def session() -> int | None:
        editor = Editor()
        names = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache"}
        env = {**os.environ, **{name: str(home / folder) for name, folder in names.items()}}
        await editor.start_io(sys.executable, "-m", "epigraph", "serve", env=env)
        params = types.InitializeParams(
            capabilities=types.ClientCapabilities(**capabilities),
            process_id=os.getpid(),
            initialization_options=options,
        )
        await editor.initialize_async(params)
        editor.initialized(types.InitializedParams())
        await asyncio.wait_for(work(editor), 60)
        await editor.shutdown_async(None)
        editor.exit(None)
        assert editor._server
        code = await asyncio.wait_for(editor._server.wait(), 20)
        await editor.stop()  # type: ignore[no-untyped-call]
        return code

    return asyncio.run(session())


def test_a_placeholder_is_completed(tmp_path: Path) -> None:
    """The items replace the placeholder, in order, and their explanation comes when they are looked at."""

    async def work(editor: Editor) -> None:
        editor.open()
        items = await editor.complete()
        assert [item.sort_text for item in items] == ["0000", "0001", "0002"]
        for item in items:
            assert item.filter_text == "[Quote]"
            assert isinstance(item.text_edit, types.TextEdit)
            assert item.text_edit.range == types.Range(types.Position(0, 82), types.Position(0, 89))
            assert item.text_edit.new_text.startswith("“")
        resolved = await editor.completion_item_resolve_async(items[0])
        assert isinstance(resolved.documentation, str)
        assert "fit" in resolved.documentation
        assert resolved.text_edit == items[0].text_edit

    assert with_editor(tmp_path, work, {"results": 3}) == 0


def test_what_is_misquoted_is_told_and_mended(tmp_path: Path) -> None:
    """Diagnostics are pushed to a client that does not pull, and each has its remedy."""

    async def work(editor: Editor) -> None:
        editor.open()
        told = (await editor.diagnostics.get()).diagnostics
        assert [one.code for one in told] == ["placeholder", "wording", "attribution"]
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(URI),
            told[1].range,
            types.CodeActionContext(told[1:], only=[types.CodeActionKind.QuickFix]),
        )
        actions = await editor.text_document_code_action_async(params)
        assert actions
        assert [action.title for action in actions] == [
            "Correct the wording: To be, or not to be, that is the question",
            "Correct the name: William Shakespeare",
        ]

    assert with_editor(tmp_path, work) == 0


def test_a_chosen_quotation_is_inserted(tmp_path: Path) -> None:
    """A picker's choice becomes an edit that the client is asked to make."""

    async def work(editor: Editor) -> None:
        editor.open()
        place = {"uri": URI, "position": {"line": 0, "character": 85}}
        [best] = await editor.run("epigraph.recommend", {**place, "k": 1})
        assert await editor.run("epigraph.insert", {**place, "id": best["id"]}) is True
        changes = editor.edits[0].changes
        assert changes
        assert changes[URI][0].new_text == best["edit"]["newText"]

    assert with_editor(tmp_path, work) == 0


def test_own_quotations_are_found_after_they_are_added(tmp_path: Path) -> None:
    """What a person adds is offered without a restart, and what they hide is not offered again."""

    async def work(editor: Editor) -> None:
        editor.open("On zymurgy: [Quote: author=Zoilus]\n")
        assert await editor.complete(types.Position(0, 15)) == []
        added = await editor.run("epigraph.addQuote", {"text": "Zymurgy never sleeps", "author": "Zoilus"})
        await editor.run("epigraph.reload")
        assert [item.label for item in await editor.complete(types.Position(0, 15))] == ["Zymurgy never sleeps"]
        assert await editor.run("epigraph.hide", {"id": added["id"]}) is True
        assert await editor.complete(types.Position(0, 15)) == []

    assert with_editor(tmp_path, work) == 0


def test_a_missing_model_is_told_once_and_nothing_dies(tmp_path: Path) -> None:
    """Without a bundle there are no suggestions, one message, and a status that says why."""

    async def work(editor: Editor) -> None:
        editor.open()
        params = types.CompletionParams(types.TextDocumentIdentifier(URI), PLACEHOLDER)
        for _ in range(3):
            assert await editor.text_document_completion_async(params) is None
        assert len(editor.messages) == 1
        status = await editor.run("epigraph.status")
        assert status["languages"]["en"]["state"] == "failed"
        assert status["languages"]["zh"]["state"] == "unloaded"

    assert with_editor(tmp_path, work, {"bundles": str(tmp_path / "nowhere")}) == 0


def test_nonsense_is_answered_and_survived(tmp_path: Path) -> None:
    """Wrong types, unknown documents and commands, and positions outside of the text end nothing."""

    async def work(editor: Editor) -> None:
        editor.open()
        nowhere = types.HoverParams(types.TextDocumentIdentifier("file:///nowhere"), PLACEHOLDER)
        assert await editor.text_document_hover_async(nowhere) is None
        outside = types.HoverParams(types.TextDocumentIdentifier(URI), types.Position(999, 999))
        assert await editor.text_document_hover_async(outside) is None
        for command, given in (("epigraph.insert", {"uri": 3}), ("epigraph.nothing", {})):
            with pytest.raises(JsonRpcException) as raised:
                await editor.run(command, given)
            assert raised.value.code == -32602
        body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"textDocument": 3}})
        broken = f"Content-Length: {len(body)}\r\n\r\n{body}Content-Length: 2\r\n\r\n{{]"
        assert editor.protocol.writer
        editor.protocol.writer.write(broken.encode())
        assert len(await editor.complete()) == 10

    assert with_editor(tmp_path, work) == 0


def test_a_newer_request_replaces_those_that_wait(tmp_path: Path) -> None:
    """Of many at once the last is answered; the others get ContentModified, or were done before."""

    async def work(editor: Editor) -> None:
        editor.open()
        await editor.complete()
        answers = await asyncio.gather(*(editor.complete() for _ in range(20)), return_exceptions=True)
        assert isinstance(answers[-1], list)
        failed = [answer for answer in answers if isinstance(answer, JsonRpcException)]
        assert failed
        assert {error.code for error in failed} == {-32801}

    assert with_editor(tmp_path, work) == 0


def test_an_exit_without_shutdown_is_a_failure() -> None:
    """The exit code tells whether the client took its leave, as the protocol wants it."""
    body = json.dumps({"jsonrpc": "2.0", "method": "exit"})
    done = subprocess.run(
        [sys.executable, "-m", "epigraph", "serve"],
        input=f"Content-Length: {len(body)}\r\n\r\n{body}".encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_the_server_ends_with_the_process_that_started_it() -> None:
    """An editor that is killed leaves no server behind, even where something else holds its pipe."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as parent:
        initialize: dict[str, object] = {"processId": parent.pid, "rootUri": None, "capabilities": {}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize})
        command = [sys.executable, "-m", "epigraph", "serve"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
            assert server.stdin
            assert server.stdout
            server.stdin.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            server.stdin.flush()
            assert server.stdout.readline().startswith(b"Content-Length")
            parent.kill()
            parent.wait()
            assert server.wait(timeout=60) == 1
