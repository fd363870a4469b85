"""A writer that is killed at any moment tears no file and loses nothing that it had told to be safe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(os.name != "posix", reason="a writer is forked, so that a kill costs milliseconds")
def test_killed_writers_lose_nothing(tmp_path: Path) -> None:
    """Quotations, hidden ones and cached vectors of twenty killed processes are all there, in whole files."""
    command = [sys.executable, "-m", "trust.kills", str(tmp_path), "20", "8"]
    tests = Path(__file__).parents[1]
    path = os.pathsep.join(filter(None, (str(tests), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 20
