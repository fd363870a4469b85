"""JSON-RPC as pygls has it, but that every request is answered and no answer is a fault. Knows no feature."""

import logging
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage, RPCRequest

logger = logging.getLogger(__name__)


class Protocol(LanguageServerProtocol):
    """pygls's protocol, but that every request is answered, even one that cannot be understood or is out of turn."""

    def structure_message(self, data: dict[str, Any]) -> dict[str, Any]:
        """Leave JSON as it is: pygls asks this of every object inside a message, and any may look like a message."""
        return data

    def handle_message(self, message: object) -> None:
        """Deliver a message; a request that comes before `initialize` or after `shutdown` is refused."""
        if not isinstance(message, dict) or "jsonrpc" not in message:
            logger.warning("found what is no message, expected JSON-RPC 2.0")
            return
        typed = self._typed(message)
        if isinstance(typed, RPCRequest) and (refusal := self._refusal(typed.method)):
            self._send_response(typed.id, error=refusal.to_response_error())
        elif typed:
            super().handle_message(typed)

    def _typed(self, message: dict[str, Any]) -> RPCMessage | None:
        """Return a message with its types; what becomes of one that has others is seen to here."""
        try:
            typed: RPCMessage = super().structure_message(message)
        except JsonRpcException:
            self._reject(message.get("method"), message.get("id"))
            return None
        return typed

    def _reject(self, method: object, message_id: object) -> None:
        """Answer a request whose parameters cannot be understood; whoever waits for such an answer waits no more."""
        name = "an answer" if method is None else f"{method!s:.60}"
        wrong = JsonRpcInvalidParams(f"{name}: found types that the protocol does not have")
        logger.warning("%s", wrong)
        if not isinstance(message_id, (int, str)):
            return  # nobody could find any other id
        if method is not None:
            self._send_response(message_id, error=wrong.to_response_error())
        else:
            self._handle_response(message_id, error=wrong.to_response_error())

    def _handle_response(
        self, msg_id: int | str, result: object = None, error: types.ResponseError | None = None
    ) -> None:
        """Take an answer of the client's; one that nobody waits for any more is no error."""
        asked = self._request_futures.get(msg_id)
        if asked is None or not asked.cancelled():
            super()._handle_response(msg_id, result, error)
        else:
            del self._request_futures[msg_id]

    def _refusal(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("found a request after shutdown, expected exit")
        if self._workspace is None and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized(f"found {method}, expected initialize first")
        return None
