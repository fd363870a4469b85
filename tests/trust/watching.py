"""Start servers that are watched from inside, and measure what a process holds."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from lsp.editor import PATIENCE
from lsp.wire import Wire

_SITE = Path(__file__).parent / "watch"
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Held:
    """What a server holds: resident memory in MB, open files, threads (native ones too) and tasks."""

    memory: float
    files: int
    threads: int
    tasks: int


@contextmanager
def watched(home: Path, *arguments: str) -> Iterator[tuple[Wire, Path]]:
    """Start a server that is watched; give its wire and the report, a line for each thing that it must not do."""
    report = home / "report.txt"
    for name in ("cache", "data"):
        (home / name).mkdir(exist_ok=True)
    allowed = os.pathsep.join(str(home / name) for name in ("cache/epigraph", "data/epigraph", "log.txt"))
    path = os.pathsep.join(filter(None, (str(_SITE), os.environ.get("PYTHONPATH"))))
    settings = {"TRUST_REPORT": str(report), "TRUST_ALLOWED": allowed, "PYTHONPATH": path}
    # Python's own cache of compiled modules is none of ours
    with patch.dict(os.environ, {**settings, "PYTHONDONTWRITEBYTECODE": "1"}), Wire(home, *arguments) as wire:
        yield wire, report


def wrongs(report: Path) -> list[str]:
    """Return what a watched server did and must not."""
    return [line for line in report.read_text(encoding="utf-8").splitlines() if not line.startswith("held ")]


def held(wire: Wire, report: Path) -> Held:
    """Return what a watched server holds now."""
    before = report.stat().st_size
    wire.process.send_signal(signal.SIGUSR1)
    for _ in range(round(PATIENCE / 0.05)):
        told = report.read_text(encoding="utf-8")[before:]
        if told.startswith("held ") and told.endswith("\n"):
            break
        time.sleep(0.05)
    inside = json.loads(told.removeprefix("held "))
    process = Path("/proc") / str(wire.process.pid)
    status = dict(line.split(":", 1) for line in (process / "status").read_text(encoding="utf-8").splitlines())
    memory, threads = int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]) - inside["pool"]
    return Held(memory, len(list((process / "fd").iterdir())), threads, inside["tasks"])


def busy_seconds(wire: Wire) -> float:
    """Return how long a server has computed so far, over all its threads."""
    fields = (Path("/proc") / str(wire.process.pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
