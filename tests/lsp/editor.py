"""An editor without a screen: pytest-lsp's client, which also checks answers against what it said it can do."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

from lsp.capabilities import capabilities_of
from lsp.columns import applied, offset, place, span

Kind = TypeVar("Kind")

PATIENCE = 60.0  # seconds before a test is given up; no test measures time by it

_numbers = count(1)


class Editor(LanguageClient):
    """Keeps open texts and what the server asked for, and answers as a person would who agrees to everything."""

    def __init__(self, name: str, encoding: str) -> None:
        super().__init__()
        self.name = name
        self.encoding = encoding
        self.texts: dict[str, str] = {}
        self.answer: types.InitializeResult | None = None
        self.registrations: list[types.Registration] = []
        self.edits: list[types.WorkspaceEdit] = []
        self.questions: list[types.ShowMessageRequestParams] = []
        self.lens_refreshes = 0
        self.settings_told = 0
        # lsprotocol takes an action that has a command for that command
        self.protocol._converter.register_structure_hook(
            types.Command | types.CodeAction, lambda given, _: self.structured(given, types.CodeAction)
        )
        register_lsp_features(self)
        for method, answer in (
            (types.CLIENT_REGISTER_CAPABILITY, self._register),
            (types.WORKSPACE_APPLY_EDIT, self._apply),
            (types.WORKSPACE_CODE_LENS_REFRESH, self._refresh_lenses),
            (types.WINDOW_SHOW_MESSAGE_REQUEST, self._choose_first),
        ):
            self.feature(method)(partial(answer))  # pygls sets attributes, which a method cannot have

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server."""
        assert self._server
        return self._server

    def structured(self, given: object, kind: type[Kind]) -> Kind:
        """Return what a command answered as a type of the protocol."""
        return self.protocol._converter.structure(given, kind)

    def get_configuration(self, *, section: str | None = None, scope_uri: str | None = None) -> Any:
        """Tell the server settings that it asked for."""
        self.settings_told += 1
        return super().get_configuration(section=section, scope_uri=scope_uri)

    def open(self, text: str, uri: str = "", language_id: str = "plaintext") -> str:
        """Open a document, and return its URI."""
        uri = uri or f"file:///somewhere/{next(_numbers)}.txt"
        self.texts[uri] = text
        item = types.TextDocumentItem(uri, language_id, 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, start: int, end: int, new: str, version: int = 2) -> None:
        """Replace a part of a document."""
        text = self.texts[uri]
        change = types.TextDocumentContentChangePartial(span(text, start, end, self.encoding), new)
        self.texts[uri] = text[:start] + new + text[end:]
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def at(self, uri: str, where: int) -> types.Position:
        """Return the position of an offset in a document."""
        return place(self.texts[uri], where, self.encoding)

    def offset(self, uri: str, position: types.Position) -> int:
        """Return the offset of a position in a document."""
        return offset(self.texts[uri], position, self.encoding)

    def after(self, uri: str, edits: Sequence[types.TextEdit]) -> str:
        """Return what a document is after edits."""
        return applied(self.texts[uri], edits, self.encoding)

    async def complete(
        self, uri: str, where: int, kind: types.CompletionTriggerKind = types.CompletionTriggerKind.Invoked
    ) -> types.CompletionList | None:
        """Ask for completions."""
        params = types.CompletionParams(
            types.TextDocumentIdentifier(uri), self.at(uri, where), context=types.CompletionContext(kind)
        )
        found = await self.text_document_completion_async(params)
        assert found is None or isinstance(found, types.CompletionList)
        return found

    async def hover(self, uri: str, where: int) -> types.Hover | None:
        """Point at something."""
        params = types.HoverParams(types.TextDocumentIdentifier(uri), self.at(uri, where))
        return await self.text_document_hover_async(params)

    async def actions(
        self,
        uri: str,
        start: int,
        end: int,
        *,
        only: Sequence[str] | None = None,
        diagnostics: Sequence[types.Diagnostic] = (),
        kind: types.CodeActionTriggerKind = types.CodeActionTriggerKind.Invoked,
    ) -> list[types.CodeAction]:
        """Ask for code actions."""
        context = types.CodeActionContext(diagnostics, only=only, trigger_kind=kind)
        range_ = span(self.texts[uri], start, end, self.encoding)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        found = await self.text_document_code_action_async(params)
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def resolved(self, action: types.CodeAction) -> types.CodeAction:
        """Return an action with its edit, as an editor does that is about to apply it."""
        return action if action.edit or action.command else await self.code_action_resolve_async(action)

    async def diagnose(self, uri: str) -> Sequence[types.Diagnostic]:
        """Return the diagnostics of a document, pulled or waited for, as the editor does."""
        if self.pulls:
            params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
            report = await self.text_document_diagnostic_async(params)
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return report.items
        while uri not in self.diagnostics:
            await self.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return self.diagnostics[uri]

    async def run(self, command: str, *arguments: object) -> Any:
        """Run a command of the server."""
        return await self.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments))

    @property
    def pulls(self) -> bool:
        """Whether the editor asks for diagnostics."""
        assert self.answer
        return self.answer.capabilities.diagnostic_provider is not None

    def edits_of(self, uri: str, edit: types.WorkspaceEdit | None) -> list[types.TextEdit]:
        """Return the edits of a document, which must be all that there are."""
        assert edit
        if edit.document_changes is None:
            assert edit.changes
            assert list(edit.changes) == [uri]
            return list(edit.changes[uri])
        [change] = edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.uri == uri
        return [one for one in change.edits if isinstance(one, types.TextEdit)]

    def _register(self, params: types.RegistrationParams) -> None:
        self.registrations += params.registrations

    def _apply(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        self.edits.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    def _refresh_lenses(self, _: None) -> None:
        self.lens_refreshes += 1

    def _choose_first(self, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        self.questions.append(params)
        return params.actions[0] if params.actions else None


@asynccontextmanager
async def serving(
    home: Path,
    name: str = "neovim",
    encoding: str = "utf-16",
    *,
    options: object = None,
    configuration: dict[str, Any] | None = None,
    folders: Sequence[Path] = (),
) -> AsyncIterator[Editor]:
    """Start a server with an editor, and end both; `configuration` is what the editor tells of `epigraph`."""
    editor = Editor(name, encoding)
    if configuration is not None:
        editor.set_configuration({"epigraph": configuration})
    await editor.start_io(sys.executable, "-m", "epigraph", "serve", env=environment(home))
    params = types.InitializeParams(
        capabilities=capabilities_of(name, encoding),
        process_id=os.getpid(),
        initialization_options=options,
        workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders] or None,
    )
    editor.answer = await asyncio.wait_for(editor.initialize_session(params), PATIENCE)
    try:
        yield editor
    finally:
        if editor.process.returncode is None:
            await asyncio.wait_for(editor.shutdown_session(), PATIENCE)
        await editor.stop()  # type: ignore[no-untyped-call]


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a server whose person has nothing but what is in a folder."""
    names = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache"}
    return {**os.environ, **{name: str(home / folder) for name, folder in names.items()}}
