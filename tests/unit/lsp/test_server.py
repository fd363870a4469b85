"""What the server holds of messages that are done with, and what it makes of answers that come late."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from epigraph.home import Home
from epigraph.lsp import session
from epigraph.lsp.protocol import Protocol
from epigraph.lsp.server import EpigraphServer, create_server

SECONDS = 60  # before a test is given up
PLACE = {"line": 0, "character": 0}


class Client:
    """The other end: keeps what the server wrote, and sends it messages."""

    def __init__(self, server: EpigraphServer) -> None:
        self.server = server
        self.got: list[dict[str, Any]] = []
        self._ids = iter(range(1, 1000))
        server.protocol.set_writer(self, include_headers=False)

    def write(self, data: bytes) -> None:
        """Take a message of the server's."""
        self.got.append(json.loads(data))

    def close(self) -> None:
        """Have nothing to close."""

    def send(self, **message: object) -> None:
        """Send a message."""
        protocol = self.server.protocol
        assert isinstance(protocol, Protocol)
        protocol.handle_message({"jsonrpc": "2.0", **message})

    async def ask(self, method: str, params: object = None) -> dict[str, Any]:
        """Send a request, and return its answer."""
        number = next(self._ids)
        self.send(id=number, method=method, params=params)
        return await self.heard(id=number)

    async def heard(self, **part: object) -> dict[str, Any]:
        """Wait for a message of the server's that has something in it."""
        while True:
            for message in self.got:
                if part.items() <= message.items():
                    return message
            await asyncio.sleep(0.01)


def with_client(home: Path, work: Callable[[Client], Awaitable[None]], **capabilities: object) -> None:
    """Run work with a client whose session has begun."""

    async def run() -> None:
        client = Client(create_server(Home(home / "config", home / "data", home / "cache")))
        await client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        client.send(method="initialized", params={})
        await asyncio.wait_for(work(client), SECONDS)
        await client.ask("shutdown")

    asyncio.run(run())


def test_what_is_answered_is_not_kept(tmp_path: Path) -> None:
    """After commands, requests and notifications of all kinds no trace of them is left."""

    async def work(client: Client) -> None:
        before = len(client.server.protocol._request_futures)
        for number in range(5):
            await client.ask("workspace/executeCommand", {"command": "epigraph.search", "arguments": [{"query": "x"}]})
            await client.ask("textDocument/hover", {"textDocument": {"uri": "a:b"}, "position": PLACE})
            client.send(method="workspace/didChangeConfiguration", params={"settings": {"results": number + 1}})
            client.send(method="workspace/didChangeWatchedFiles", params={"changes": []})
        await client.ask("workspace/executeCommand", {"command": "epigraph.status"})
        assert len(client.server.protocol._request_futures) == before

    with_client(tmp_path, work)


def test_settings_that_come_late_still_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that is slow to tell them is served without, and by them from when they came."""
    monkeypatch.setattr(session, "_PATIENCE", 0.01)

    async def work(client: Client) -> None:
        request = await client.heard(method="workspace/configuration")
        await client.ask("workspace/executeCommand", {"command": "epigraph.status"})
        client.send(id=request["id"], result=[{"results": 4, "trigger": "sometimes"}])
        told = await client.heard(method="window/showMessage")
        assert "sometimes" in told["params"]["message"]
        assert client.server.session
        assert client.server.session.configuration.of().results == 4

    with_client(tmp_path, work, workspace={"configuration": True})


def test_a_late_answer_finds_nobody_and_does_no_harm(tmp_path: Path) -> None:
    """A request of the server's that was given up leaves an answer that is passed over, in silence."""

    async def work(client: Client) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.server.workspace_configuration_async(types.ConfigurationParams([])), 0.01)
        client.send(id=client.got[-1]["id"], result=[])
        assert client.got[-1]["id"] not in client.server.protocol._request_futures

    with_client(tmp_path, work)


def test_an_answer_that_cannot_be_understood_is_an_error_for_who_waits(tmp_path: Path) -> None:
    """Nobody waits for ever for a client that answers with something else."""

    async def work(client: Client) -> None:
        asked = asyncio.ensure_future(client.server.workspace_configuration_async(types.ConfigurationParams([])))
        await client.heard(method="workspace/configuration")
        client.send(id=client.got[-1]["id"], result=3)
        with pytest.raises(JsonRpcException, match="types that the protocol does not have"):
            await asked

    with_client(tmp_path, work)


def test_a_shutdown_in_the_middle_of_a_command_is_a_shutdown(tmp_path: Path) -> None:
    """The command is cancelled, the shutdown succeeds, and then only exit is taken."""

    async def work(client: Client) -> None:
        client.send(id="busy", method="workspace/executeCommand", params={"command": "epigraph.reload"})
        await asyncio.sleep(0)  # it has begun
        assert (await client.ask("shutdown")).get("error") is None
        assert (await client.heard(id="busy"))["error"]["code"] == -32800
        assert (await client.ask("workspace/executeCommand", {"command": "epigraph.status"}))["error"]["code"] == -32600

    with_client(tmp_path, work)
