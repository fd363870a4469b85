"""Make the server: which handler answers which message, and what becomes of a handler's failure. Wiring only."""

import logging
from collections.abc import Awaitable, Callable
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
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCRequest

from epigraph import __version__
from epigraph.errors import EpigraphError
from epigraph.home import Home
from epigraph.lsp import code_actions, code_lens, completion, configuring, diagnostics, hover, inline, syncing
from epigraph.lsp.commands import COMMANDS
from epigraph.lsp.parent import end_with
from epigraph.lsp.progress import StoppedError
from epigraph.lsp.session import Session
from epigraph.lsp.worker import SupersededError

logger = logging.getLogger(__name__)

Handler = Callable[[Session, Any], Awaitable[Any]]
Notified = Callable[[Session, Any], object]

# what pygls would do before us, or instead: keep a workspace of its own, and leave by an exception
_OWN = (
    types.EXIT,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)


class RequestFailedError(JsonRpcException):
    """Something that we foresaw is not possible, such as to rank without a model."""

    CODE = types.LSPErrorCodes.RequestFailed.value


class Protocol(LanguageServerProtocol):
    """pygls's protocol, but that every request is answered, even one that cannot be understood or is out of turn."""

    _server: "EpigraphServer"

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - as in pygls
        """Return a typed message; answer a request whose parameters have other types than they should."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            logger.warning("%s: parameters that the protocol does not have", data.get("method", "a message"))
            if "method" in data and "id" in data:
                told = JsonRpcInvalidParams(f"{data['method']}: parameters are not as the protocol says")
                self._send_response(data["id"], error=told.to_response_error())
            raise error from None

    def handle_message(self, message: Any) -> None:  # noqa: ANN401 - as in pygls
        """Deliver a message; a request that comes before `initialize` or after `shutdown` is refused."""
        refusal = self._refusal(message.method) if isinstance(message, RPCRequest) else None
        if refusal:
            self._send_response(message.id, error=refusal.to_response_error())
        else:
            super().handle_message(message)

    def _refusal(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("found a request after shutdown, expected exit")
        if self._server.session is None and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized(f"found {method}, expected initialize first")
        return None


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
        """Answer a request or notification, on the event loop."""

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
            except Exception:
                logger.exception("%s failed", method)

        self.feature(method)(handle)

    def on_command(self, name: str, command: Callable[..., Awaitable[object]]) -> None:
        """Answer a command."""

        async def handle(*given: Any) -> Any:  # noqa: ANN401
            return await self._guarded(name, lambda session: command(session, *given))

        self.command(name)(handle)

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
        except Exception as error:
            logger.exception("%s failed", name)
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
    for name, command in COMMANDS.items():
        server.on_command(name, command)
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
    server.on(types.WORKSPACE_DID_CHANGE_CONFIGURATION, configuring.did_change_configuration)
    server.on(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, configuring.did_change_watched_files)
    server.on(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, configuring.did_change_workspace_folders)


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
