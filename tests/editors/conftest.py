"""A person who has nothing but the editor and the server."""

import os
import sys
from pathlib import Path

import pytest

from lsp.editor import environment


@pytest.fixture
def person(tmp_path: Path) -> dict[str, str]:
    """The environment of a person with empty directories, and the server on PATH."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**environment(tmp_path), "PATH": programs, "HOME": str(tmp_path)}
