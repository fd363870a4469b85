"""Watch a whole process from inside, as the first thing that it runs: sockets, writes, and on a signal what it holds.

On the path of a server (see `trust.watching`) Python imports this by itself. It has no part of Epigraph in it. Native
code is not seen from here; strace sees that too.
"""

import asyncio
import json
import os
import signal
import sys
import threading
from typing import Any

_REPORT = os.open(os.environ["TRUST_REPORT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
_ALLOWED = tuple(os.environ["TRUST_ALLOWED"].split(os.pathsep))
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
_PROCESSES = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "os.system", "pty.spawn"}
_NETWORK = {"socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}


def _is_wrong(event: str, given: tuple[Any, ...]) -> bool:
    if event == "open":
        path, _, flags = given
        return bool(flags & _WRITING) and isinstance(path, (str, bytes)) and not _is_allowed(path)
    if event in _CHANGES:
        return not all(_is_allowed(path) for path in given if isinstance(path, (str, bytes)))
    return event in _NETWORK or event in _PROCESSES


def _is_allowed(path: str | bytes) -> bool:
    full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - it is asked of every file
    return full == os.devnull or full.startswith(_ALLOWED)


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if _is_wrong(event, given):
        os.write(_REPORT, f"{event} {given!r:.300}\n".encode(errors="replace"))


def _tell(*_: object) -> None:
    # the pool that stdin is read with grows when it likes, up to its fixed size
    pool = sum(thread.name.startswith(("asyncio_", "ThreadPool")) for thread in threading.enumerate())
    held = {"tasks": len(asyncio.all_tasks()), "pool": pool}
    os.write(_REPORT, f"held {json.dumps(held)}\n".encode())


sys.addaudithook(_watch)
signal.signal(signal.SIGUSR1, _tell)
