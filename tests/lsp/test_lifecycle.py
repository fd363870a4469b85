"""How a server begins and ends, over pipes and over TCP, and what it does with messages that are none."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from epigraph.engine import shipped_bundles
from lsp.editor import environment
from lsp.wire import Wire

OPEN = {"uri": "untitled:1", "languageId": "markdown", "version": 1, "text": "Well begun is [Quote]"}
CHINESE = {"uri": "untitled:2", "languageId": "markdown", "version": 1, "text": "他说：[引用]"}
SECONDS = 20  # that a process has to end


def complete(wire: Wire, item: dict[str, object]) -> dict[str, object]:
    """Open a document and complete at its end."""
    wire.notify("textDocument/didOpen", {"textDocument": item})
    place = {"textDocument": {"uri": item["uri"]}, "position": {"line": 0, "character": len(str(item["text"]))}}
    wire.ask("textDocument/hover", place)  # which waits for a model however long it loads
    return wire.ask("textDocument/completion", place)


def test_shutdown_then_exit_is_success(tmp_path: Path) -> None:
    """The exit code is 0 after shutdown, even while a model is loading."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        wire.notify("textDocument/didOpen", {"textDocument": OPEN})
        assert wire.ask("shutdown")["result"] is None
        wire.notify("exit")
        assert wire.process.wait(SECONDS) == 0


def test_exit_without_shutdown_is_a_failure(tmp_path: Path) -> None:
    """The exit code is 1."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        wire.notify("exit")
        assert wire.process.wait(SECONDS) == 1


def test_the_end_of_stdin_ends_the_server(tmp_path: Path) -> None:
    """An editor that died closes its pipes."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        complete(wire, OPEN)
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.process.wait(SECONDS) == 1


@pytest.mark.skipif(os.name != "posix", reason="there the end of stdin tells")
def test_the_server_ends_with_the_editor_that_started_it(tmp_path: Path) -> None:
    """When the process that `initialize` named is gone, so is the server, though its pipes are open."""
    editor = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with Wire(tmp_path) as wire:
        wire.initialize(processId=editor.pid)
        complete(wire, OPEN)
        editor.send_signal(signal.SIGKILL)
        editor.wait()
        assert wire.process.wait(SECONDS) == 1


def test_before_initialize_requests_are_refused(tmp_path: Path) -> None:
    """The error is ServerNotInitialized, notifications are dropped, and the session can still begin."""
    with Wire(tmp_path) as wire:
        assert complete(wire, OPEN)["error"]["code"] == -32002  # type: ignore[index]
        assert wire.initialize()["serverInfo"]["name"] == "epigraph"
        assert complete(wire, OPEN)["result"]


def test_after_shutdown_requests_are_refused(tmp_path: Path) -> None:
    """The error is InvalidRequest."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        wire.ask("shutdown")
        assert complete(wire, OPEN)["error"]["code"] == -32600  # type: ignore[index]


def test_what_is_no_message_of_ours_is_answered_and_survived(tmp_path: Path) -> None:
    """Unknown methods, parameters of other types and broken JSON have their errors, and work goes on."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        assert wire.ask("textDocument/somethingNew", {})["error"]["code"] == -32601
        assert wire.ask("textDocument/hover", {"textDocument": 3})["error"]["code"] == -32602
        assert wire.ask("textDocument/hover", None)["error"]["code"] == -32602
        assert wire.ask("textDocument/completion", [1, 2])["error"]["code"] == -32602
        wire.notify("textDocument/didChange", {"textDocument": None})
        wire.notify("$/somethingNew", {"value": 3})
        wire.notify("somethingNew", {})
        for body in (b"{]", b"[]", b"3", b"null", b'{"jsonrpc": "2.0"}', b'{"jsonrpc": "1.0", "method": "x"}', b"\xff"):
            wire.write(body)
        assert complete(wire, OPEN)["result"]
        assert wire.process.poll() is None


def test_a_damaged_bundle_is_told_once_and_the_other_language_works(tmp_path: Path) -> None:
    """The message names the file, English has no suggestions and no errors, Chinese goes on, the server lives."""
    bundles = tmp_path / "bundles"
    shutil.copytree(shipped_bundles(), bundles)
    broken = bundles / "en" / "tokenizer.json"
    broken.write_bytes(broken.read_bytes()[:-10])
    with Wire(tmp_path) as wire:
        wire.initialize(initializationOptions={"bundles": str(bundles)})
        for _ in range(3):
            assert complete(wire, OPEN)["result"] is None
        assert complete(wire, CHINESE)["result"]["items"]  # type: ignore[index]
        told = [one["params"]["message"] for one in wire.told if one["method"] == "window/showMessage"]
        assert len(told) == 1
        assert "tokenizer.json" in told[0]
        status = wire.ask("workspace/executeCommand", {"command": "epigraph.status"})["result"]
        assert status["languages"]["en"]["state"] == "failed"
        assert status["languages"]["zh"]["state"] == "ready"


def test_nothing_but_the_protocol_is_on_stdout_and_no_text_in_the_log(tmp_path: Path) -> None:
    """The log file has what happened, and never what the person wrote."""
    log = tmp_path / "log.txt"
    with Wire(tmp_path, "--log-file", str(log), "--log-level", "info") as wire:
        wire.initialize()
        item = {**OPEN, "text": "A very private sentence. [Quote]"}
        assert complete(wire, item)["result"]
        assert wire.ask("textDocument/hover", {"textDocument": "private"})["error"]
        wire.ask("shutdown")
        wire.notify("exit")
        wire.process.wait(SECONDS)
    written = log.read_text(encoding="utf-8")
    assert "quotations" in written
    assert "private" not in written


def test_over_tcp_one_client_is_served_on_this_machine(tmp_path: Path) -> None:
    """The port is of the loopback interface, and the server ends with its client."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "epigraph", "serve", "--tcp", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, env=environment(tmp_path), stderr=subprocess.DEVNULL) as server:
        with _connected(port) as client:
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
            client.sendall(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = client.recv(65536).decode()
            assert re.search(r'"name": ?"epigraph"', answer)
        assert server.wait(SECONDS) == 1


def test_other_machines_are_kept_out(tmp_path: Path) -> None:
    """An address that is not of this machine is refused before anything listens."""
    command = [sys.executable, "-m", "epigraph", "serve", "--tcp", "0.0.0.0:2087"]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "other machines" in done.stderr


def _connected(port: int) -> socket.socket:
    """Return a connection to a server that is starting."""
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise TimeoutError("nothing listens")
