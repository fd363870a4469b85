"""What no client should send is answered as an error of the client's, or passed over, and work goes on."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp.editor import environment
from lsp.wire import Wire
from trust.messages import AT, LETTER, URI, bombard, depth_bomb
from trust.storms import recommend

CAPABILITIES: dict[str, object] = {"textDocument": {"inlineCompletion": {}, "diagnostic": {}}}
SECONDS = 60  # that a process has to end


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server that is ready, with one document open."""
    with Wire(tmp_path_factory.mktemp("home")) as made:
        made.initialize(CAPABILITIES, initializationOptions={"codeLens": True, "inlineCompletion": True})
        made.notify("textDocument/didOpen", {"textDocument": LETTER})
        assert recommend(made, URI)
        yield made


def test_every_request_is_answered_once_and_never_as_a_fault_of_ours(wire: Wire) -> None:
    """Wrong types, huge numbers, halves of surrogate pairs and bytes that are no JSON are the client's errors."""
    assert bombard(wire, 400, seed=8) == 400
    assert recommend(wire, URI)


def test_an_object_inside_a_message_is_not_a_message(wire: Wire) -> None:
    """Arguments that look like a request are arguments: the one request is answered, and nothing else is."""
    inner = {"jsonrpc": "2.0", "id": "inner", "method": "textDocument/hover", "params": AT}
    answer = wire.ask("workspace/executeCommand", {"command": "epigraph.search", "arguments": [inner]})
    assert answer["error"]["code"] == -32602
    assert "inner" not in wire.answers


def test_an_id_that_comes_twice_is_answered_twice(wire: Wire) -> None:
    """A client that mixes up its ids still gets an answer to each request."""
    body = json.dumps({"jsonrpc": "2.0", "id": "twice", "method": "textDocument/hover", "params": AT}).encode()
    wire.write(body)
    wire.write(body)
    wire.ask("textDocument/hover", AT)
    wire.ask("workspace/executeCommand", {"command": "epigraph.status"})
    assert len(wire.answers["twice"]) == 2


def test_positions_outside_of_a_document_are_at_its_edge(wire: Wire) -> None:
    """The protocol's largest line and column are the end of the text; negative ones are wrong parameters."""
    for line, character in ((2**31 - 1, 0), (0, 2**31 - 1)):
        answer = wire.ask("textDocument/hover", {**AT, "position": {"line": line, "character": character}})
        assert "error" not in answer
    answer = wire.ask("textDocument/hover", {**AT, "position": {"line": -1, "character": 0}})
    assert answer["error"]["code"] == -32602


def test_parameters_that_nest_too_deep_are_passed_over(wire: Wire) -> None:
    """What no reader of JSON can take ends no server."""
    wire.write(depth_bomb(100_000))
    assert recommend(wire, URI)


def test_a_client_that_does_not_read_is_still_heard(tmp_path: Path) -> None:
    """Thousands of answers that nobody reads fill the pipe; the server takes what comes after them all the same."""
    sent: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        *({"id": number, "method": "unheardOf", "params": {"text": "x" * 1000}} for number in range(2, 5_000)),
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in sent]
    content = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    command = [sys.executable, "-m", "epigraph", "serve"]
    with subprocess.Popen(command, env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin
        writer = threading.Thread(target=server.stdin.write, args=(content,), daemon=True)
        writer.start()
        writer.join(SECONDS)
        try:
            assert not writer.is_alive()
            server.stdin.flush()
            assert server.wait(SECONDS) == 1
        finally:
            server.kill()


@pytest.mark.parametrize(
    "header", [b"Content-Length: 99999999999999999999999\r\n\r\n{}", b"Content-Length: 9\r\n\r\n{}"]
)
def test_a_header_that_promises_too_much_ends_with_stdin(tmp_path: Path, header: bytes) -> None:
    """Where messages begin can no longer be told: the server ends, it does not hang."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        assert wire.process.stdin
        wire.process.stdin.write(header)
        wire.process.stdin.close()
        assert wire.process.wait(SECONDS) == 1
