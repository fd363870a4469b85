"""JSON-RPC over a pipe and nothing else: for what a well-behaved client library would not let a test do."""

import json
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from lsp.editor import PATIENCE, environment

Message = dict[str, Any]


class Wire:
    """A server and the pipes to it. Answers are kept by id, all of them; its own requests are answered with null."""

    def __init__(self, home: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "epigraph", "serve", *arguments]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(home)
        )
        self.answers: dict[object, list[Message]] = defaultdict(list)
        self.when: dict[object, float] = {}  # each answer came, by perf_counter
        self.told: list[Message] = []
        self._sent = 0
        self._open = True
        self._came = threading.Condition()
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()

    def initialize(self, capabilities: Mapping[str, object] | None = None, **params: object) -> Any:
        """Begin a session, and return the server's answer."""
        given = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **params}
        answer = self.ask("initialize", given)["result"]
        self.notify("initialized", {})
        return answer

    def ask(self, method: str, params: object = None) -> Message:
        """Send a request and return its answer."""
        return self.answer(self.request(method, params))

    def request(self, method: str, params: object = None) -> int:
        """Send a request and return its id."""
        self._sent += 1
        self._send({"jsonrpc": "2.0", "id": self._sent, "method": method, "params": params})
        return self._sent

    def notify(self, method: str, params: object = None) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, request: object) -> Message:
        """Wait for the answer to a request."""
        with self._came:
            self._came.wait_for(lambda: self.answers.get(request) or not self._open, PATIENCE)
            if not self.answers.get(request):
                raise TimeoutError(f"no answer to request {request} within {PATIENCE:.0f} s, or the server is gone")
            return self.answers[request][0]

    def write(self, body: bytes) -> None:
        """Send anything, with a right header."""
        with self._writing:
            assert self.process.stdin
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self.process.stdin.flush()

    def _send(self, message: Message) -> None:
        self.write(json.dumps(message, ensure_ascii=False).encode())

    def _read(self) -> None:
        assert self.process.stdout
        while header := self.process.stdout.readline():
            while line := self.process.stdout.readline().strip():
                header += line
            length = int(header.split(b":")[1].split(b"\r")[0])
            self._take(json.loads(self.process.stdout.read(length)))
        with self._came:
            self._open = False
            self._came.notify_all()

    def _take(self, message: Message) -> None:
        if "method" in message and "id" in message:
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            return
        with self._came:
            if "method" in message:
                self.told.append(message)
            else:
                self.answers[message["id"]].append(message)
                self.when[message["id"]] = time.perf_counter()
            self._came.notify_all()
