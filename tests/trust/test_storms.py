"""After storms of everything that an editor does, a server holds what it held before, and rests when left alone."""

import sys
from pathlib import Path

import pytest

from trust.rounds import SHORT, weather

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")


def test_after_storms_a_server_holds_what_it_held_before(tmp_path: Path) -> None:
    """Memory within 10 percent, not one thread, file or task more, and under 1 percent of a core when idle."""
    weather(tmp_path, SHORT)
