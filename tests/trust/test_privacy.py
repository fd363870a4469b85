"""A whole session under guards: no socket but its own, no write but its own, no word of the writer in a log."""

import logging
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from epigraph.lsp.failures import log_failure
from lsp.wire import Wire
from trust.session import SECRET, work_a_day
from trust.watching import watched, wrongs

WATCHED_CALLS = "network,openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,truncate,execve,fork"
_WRITE = re.compile(r'\b(?:open|openat|creat)\((?:\w+, )?"([^"]*)", [^)]*\b(?:O_WRONLY|O_RDWR|O_CREAT)\b')
_CHANGE = re.compile(r"\b(?:rename\w*|unlink\w*|mkdir\w*|truncate)\((.*)\) += 0")
_SOCKET = re.compile(r"\b(?:socket|connect|bind)\(")


def can_trace() -> bool:
    """Return whether strace is here and may trace."""
    return (
        bool(shutil.which("strace"))
        and not subprocess.run(["strace", "true"], capture_output=True, check=False).returncode
    )


def private_home(root: Path) -> Path:
    """Return a home whose own files have private words too, and mistakes that must be told."""
    data = root / "data" / "epigraph"
    data.mkdir(parents=True)
    (root / "cache").mkdir()
    (data / "quotes.md").write_text(f"- {SECRET} {'x' * 3000} — Me\n", encoding="utf-8")
    (data / "quotes.csv").write_text(f"text,year\n{SECRET} flies,{SECRET}\n", encoding="utf-8")
    return root


def test_nothing_is_opened_or_written_but_its_own(tmp_path: Path) -> None:
    """Seen from inside of Python: no connection, no other process, no write but to the cache and the quote files."""
    log = tmp_path / "log.txt"
    with watched(private_home(tmp_path), "--log-file", str(log), "--log-level", "info") as (wire, report):
        work_a_day(wire)
    assert wrongs(report) == []
    assert (tmp_path / "data" / "epigraph" / "quotes.jsonl").exists()
    assert SECRET not in log.read_text(encoding="utf-8")


def test_the_guard_sees_what_it_shall_see(tmp_path: Path) -> None:
    """A socket, a write elsewhere and another process are each a line of the report."""
    program = (
        "import socket, subprocess, sys; socket.socket().connect_ex(('127.0.0.1', 9));"
        f"open({str(tmp_path / 'elsewhere')!r}, 'w').close(); subprocess.run([sys.executable, '--version'])"
    )
    with watched(tmp_path) as (_, report):
        environment = {**os.environ, "TRUST_REPORT": str(report)}
        subprocess.run([sys.executable, "-c", program], env=environment, check=True, stdout=subprocess.DEVNULL)
    found = " ".join(wrongs(report))
    assert all(event in found for event in ("socket.connect", "elsewhere", "subprocess.Popen"))


@pytest.mark.skipif(not can_trace(), reason="needs strace, and leave to trace")
def test_native_code_opens_and_writes_nothing_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen from the kernel: not one socket but the pair that wakes the event loop, and the same writes."""
    trace = tmp_path / "trace.txt"
    wrapper = tmp_path / "python"
    command = f'exec strace -f -qq -e trace={WATCHED_CALLS} -o {trace} {sys.executable} "$@"'
    wrapper.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    wrapper.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(wrapper))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with Wire(private_home(tmp_path)) as wire:
        work_a_day(wire)
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    assert len(lines) > 100
    assert [line for line in lines if _SOCKET.search(line)] == []
    written = {match[1] for line in lines if (match := _WRITE.search(line))}
    changed = {path for line in lines if (match := _CHANGE.search(line)) for path in re.findall(r'"([^"]*)"', match[1])}
    own = (str(tmp_path / "cache" / "epigraph"), str(tmp_path / "data" / "epigraph"), "/dev/null")
    assert [path for path in sorted(written | changed) if not path.startswith(own)] == []


def test_a_failure_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    """Of an error whose message has the writer's text, kind and place are logged, and the text only for debugging."""
    logger = logging.getLogger("trust")
    for level, seen in ((logging.WARNING, False), (logging.DEBUG, True)):
        caplog.clear()
        with caplog.at_level(level, "trust"):
            try:
                int(SECRET)
            except ValueError as error:
                log_failure(logger, "hover", error)
        assert ("hover failed: ValueError" in caplog.text, SECRET in caplog.text) == (True, seen)
