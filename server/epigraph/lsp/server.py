"""Make the server: which handler answers which message, and what becomes of a handler's failure. Wiring only."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcContentModified,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer

from epigraph import __version__
from epigraph.errors import EpigraphError
from epigraph.home import Home
from epigraph.lsp import code_actions, code_lens, completion, configuring, diagnostics, hover, inline, syncing
from epigraph.lsp.commands import COMMANDS, Command
from epigraph.lsp.failures import log_failure
from epigraph.lsp.parent import end_with
from epigraph.lsp.progress import StoppedError
from epigraph.lsp.protocol import Protocol
from epigraph.lsp.session import Session
from epigraph.lsp.worker import SupersededError

logger = logging.getLogger(__name__)

Handler = Callable[[Session, Any], Coroutine[Any, Any, Any]]
Notified = Callable[[Session, Any], object]

# what pygls would do before us, or instead: keep a workspace of its own, leave by an exception, hold every command's
# result for ever and go on with a cancelled one
_OWN = (
    types.EXIT,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.WORKSPACE_EXECUTE_COMMAND,
)


class RequestFailedError(JsonRpcException):
    """Something that we foresaw is not possible, such as to rank without a model."""

    CODE = types.LSPErrorCodes.RequestFailed.value


class EpigraphServer(LanguageServer):
    """The server of one client. `session` is there from `initialize` on."""

    def __init__(self, home: Home) -> None:
        super().__init__(
            "epigraph",
            __version__,
            notebook_document_sync=syncing.NOTEBOOKS,
            protocol_cls=Protocol,
        )
        self.home = home
        self.session: Session | None = None
        self.exit_code = 1  # unless the client says `shutdown`

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log what went wrong outside of our handlers; a popup would help no writer, and answers tell by themselves."""
        if source is not FeatureRequestError and not isinstance(error, JsonRpcException):
            logger.warning("%s: %s", getattr(source, "__name__", source), type(error).__name__)

    def on(self, method: str, handler: Handler, options: object = None) -> None:
        """Answer a request, on the event loop."""

        async def handle(params: Any) -> Any:  # noqa: ANN401 - each message has its own type
            try:
                return await self._guarded(method, lambda session: handler(session, params))
            except RequestFailedError:
                # told already; as an error, some editors would tell it again with each key
                return params if method.endswith("/resolve") else None

        self.feature(method, options)(handle)

    def on_now(self, method: str, handler: Notified) -> None:
        """Take a notification before anything that comes after it is looked at."""

        def handle(params: Any) -> None:  # noqa: ANN401
            if self.session is None:
                return  # as the protocol wants it before `initialize`
            try:
                handler(self.session, params)
            except Exception as error:  # noqa: BLE001 - one message must not end the session
                log_failure(logger, method, error)

        self.feature(method)(handle)

    def on_later(self, method: str, handler: Handler) -> None:
        """Take a notification whose work may last; pygls would keep what became of it for ever."""
        self.on_now(method, lambda session, params: session.background(handler(session, params)))

    def on_commands(self, commands: Mapping[str, Command]) -> None:
        """Answer commands."""

        async def handle(params: types.ExecuteCommandParams) -> object:
            name, given = params.command, params.arguments or ()
            if name not in commands:
                raise JsonRpcInvalidParams(f"found command {name!r:.60}, expected one of {', '.join(commands)}")
            return await self._guarded(name, lambda session: commands[name](session, *given))

        self.feature(types.WORKSPACE_EXECUTE_COMMAND)(handle)
        self.protocol.fm.commands.update(commands)  # of which pygls tells the client

    async def _guarded(self, name: str, work: Callable[[Session], Awaitable[Any]]) -> Any:  # noqa: ANN401
        """Do what is asked; whatever fails becomes an answer that clients take well, and the server lives on."""
        session = self._session()
        try:
            await session.started.wait()
            return await work(session)
        except SupersededError as error:
            raise JsonRpcContentModified(str(error)) from None  # clients pass over it in silence
        except EpigraphError as error:
            if not isinstance(error, StoppedError):  # whoever stopped it knows
                session.tell_once(str(error))
            raise RequestFailedError(str(error)) from None
        except JsonRpcException:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, there is an answer
            log_failure(logger, name, error)
            raise JsonRpcInternalError(f"{name} failed: {type(error).__name__}") from None

    def _session(self) -> Session:
        if self.session is None:
            raise JsonRpcServerNotInitialized("expected initialize first")
        return self.session


def create_server(home: Home) -> EpigraphServer:
    """Make a server that is ready to be started."""
    server = EpigraphServer(home)
    for method in _OWN:
        server.protocol.fm.builtin_features.pop(method)
    _wire_lifecycle(server)
    _wire_documents(server)
    server.on(types.COMPLETION_ITEM_RESOLVE, completion.resolve)
    server.on(types.TEXT_DOCUMENT_HOVER, hover.hover)
    server.on(
        types.TEXT_DOCUMENT_CODE_ACTION,
        code_actions.code_actions,
        types.CodeActionOptions(code_action_kinds=code_actions.KINDS, resolve_provider=True),
    )
    server.on(types.CODE_ACTION_RESOLVE, code_actions.resolve)
    server.on(types.TEXT_DOCUMENT_CODE_LENS, code_lens.code_lenses)
    server.on(types.CODE_LENS_RESOLVE, code_lens.resolve)
    server.on_commands(COMMANDS)
    return server


def _wire_lifecycle(server: EpigraphServer) -> None:
    @server.feature(types.INITIALIZE)
    async def initialize(params: types.InitializeParams) -> None:
        if server.session:
            raise JsonRpcInvalidRequest("found a second initialize, expected one")
        session = server.session = Session(server, server.home, params, configuring.refresh)
        _wire_for_client(server, session)
        if params.process_id:
            session.background(end_with(params.process_id))

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.exit_code = 0
        if server.session:
            server.session.close()

    @server.feature(types.EXIT)
    def leave(_: None) -> None:
        server.shutdown()  # type: ignore[no-untyped-call]

    server.on_now(types.INITIALIZED, lambda session, _: session.background(session.start()))
    server.on_later(types.WORKSPACE_DID_CHANGE_CONFIGURATION, configuring.did_change_configuration)
    server.on_later(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, configuring.did_change_watched_files)
    server.on_later(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, configuring.did_change_workspace_folders)


def _wire_documents(server: EpigraphServer) -> None:
    server.on_now(types.TEXT_DOCUMENT_DID_OPEN, syncing.did_open)
    server.on_now(types.TEXT_DOCUMENT_DID_CHANGE, syncing.did_change)
    server.on_now(types.TEXT_DOCUMENT_DID_CLOSE, syncing.did_close)
    server.on_now(types.NOTEBOOK_DOCUMENT_DID_OPEN, syncing.did_open_notebook)
    server.on_now(types.NOTEBOOK_DOCUMENT_DID_CHANGE, syncing.did_change_notebook)
    server.on_now(types.NOTEBOOK_DOCUMENT_DID_CLOSE, syncing.did_close_notebook)


def _wire_for_client(server: EpigraphServer, session: Session) -> None:
    """Add what depends on the client, before the capabilities are told."""
    characters = list(completion.TRIGGER_CHARACTERS)
    if session.configuration.of().trigger == "pause":
        characters += completion.PAUSE_CHARACTERS
    options = types.CompletionOptions(trigger_characters=characters, resolve_provider=True)
    server.on(types.TEXT_DOCUMENT_COMPLETION, completion.complete, options)
    if session.client.pulls_diagnostics:
        server.on(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostics.pull)
    if session.client.inline_completion:
        options_inline = types.InlineCompletionOptions()
        server.on(types.TEXT_DOCUMENT_INLINE_COMPLETION, inline.inline_completions, options_inline)
