"""Emacs with eglot and the file of `editors/emacs`: attach, complete, act, hover, in English and Chinese."""

import json
import subprocess
from pathlib import Path

import pytest

from editors.essays import ESSAYS, check_filled
from lsp.texts import Text

ROOT = Path(__file__).parents[2]
PATIENCE = 240  # seconds before a test is given up; nothing is measured by it


@pytest.fixture(params=ESSAYS)
def essay(request: pytest.FixtureRequest) -> Text:
    """A text with one placeholder."""
    return ESSAYS[request.param]


def play(scene: str, essay: Text, folder: Path, person: dict[str, str]) -> str:
    """Play a scene of scenes.el, and return what there is to see at its end."""
    file = folder / "essay.md"
    file.write_text(essay.text, encoding="utf-8")
    scenes = ["-L", f"{ROOT}/editors/emacs", "-f", "package-initialize", "-l", f"{ROOT}/tests/editors/scenes.el"]
    call = f"(scene-{scene} {json.dumps(str(file))} {json.dumps(essay.placeholder, ensure_ascii=False)})"
    command = ["emacs", "--batch", *scenes, "--eval", call]
    done = subprocess.run(command, env=person, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout.splitlines()[-1]))


def test_completion_fills_the_placeholder(essay: Text, tmp_path: Path, person: dict[str, str]) -> None:
    """completion-at-point behind a placeholder, and the first entry of the list."""
    check_filled(essay, play("complete", essay, tmp_path, person))


def test_a_code_action_fills_the_placeholder(essay: Text, tmp_path: Path, person: dict[str, str]) -> None:
    """eglot-code-actions, and the first of them; eglot 1.9 cannot resolve, so the edit comes along."""
    check_filled(essay, play("act", essay, tmp_path, person))


def test_hover_shows_the_best(essay: Text, tmp_path: Path, person: dict[str, str]) -> None:
    """ElDoc is told quotations for the placeholder."""
    assert "—" in play("hover", essay, tmp_path, person)
