"""Neovim with the files of `editors/neovim`: attach, complete, act, hover, in English and Chinese."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from editors.essays import ESSAYS, check_filled
from editors.neovim import Neovim, neovim
from lsp.texts import Text


@pytest.fixture(params=ESSAYS)
def essay(request: pytest.FixtureRequest) -> Text:
    """A text with one placeholder."""
    return ESSAYS[request.param]


@pytest.fixture
def editor(tmp_path: Path, essay: Text, person: dict[str, str]) -> Iterator[Neovim]:
    """Neovim on the essay, the cursor on the end of the placeholder."""
    file = tmp_path / "essay.md"
    file.write_text(essay.text, encoding="utf-8")
    with neovim(tmp_path, file, person) as made:
        made.press("gg/\\]<CR>")
        made.until(lambda: len(offered(made)) > 1)  # the model is loaded
        yield made


def offered(editor: Neovim) -> list[dict[str, str]]:
    """Return what 'omnifunc' finds at the cursor."""
    found = editor.lua("{require('epigraph').omnifunc(1), require('epigraph').omnifunc(0)}")
    assert isinstance(found, list)
    assert isinstance(found[1], list)
    return found[1]


def test_completion_fills_the_placeholder(editor: Neovim, essay: Text) -> None:
    """CTRL-X CTRL-O behind a placeholder puts the best quotation in its place."""
    editor.press("a<C-x><C-o><C-y><Esc>")
    editor.until(lambda: essay.placeholder not in editor.text())
    check_filled(essay, editor.text())


def test_the_list_says_who_said_it(editor: Neovim, essay: Text) -> None:
    """Each entry has the words, and beside them the author and the work."""
    assert all(item["abbr"] and item["word"] for item in offered(editor))
    assert any(item.get("menu") for item in offered(editor))
    assert editor.text() == essay.text


def test_a_code_action_fills_the_placeholder(editor: Neovim, essay: Text) -> None:
    """The first action inserts a quotation; its edit comes with the resolve request."""
    editor.lua("(function() vim.ui.select = function(all, _, take) take(all[1], 1) end end)()")
    editor.press(":lua vim.lsp.buf.code_action()<CR>")
    editor.until(lambda: essay.placeholder not in editor.text())
    check_filled(essay, editor.text())


def test_hover_shows_the_best_and_why(editor: Neovim) -> None:
    """A window over the text has quotations for the placeholder."""
    editor.press(":lua vim.lsp.buf.hover()<CR>")
    editor.until(lambda: editor.lua("#vim.api.nvim_list_wins()") == 2)
    window = "vim.api.nvim_win_get_buf(vim.api.nvim_list_wins()[2])"
    shown = editor.lua(f"table.concat(vim.api.nvim_buf_get_lines({window}, 0, -1, true), ' ')")
    assert "—" in str(shown)


def test_the_placeholder_is_a_hint(editor: Neovim, essay: Text) -> None:
    """Diagnostics come, so that `]d` and the like go from placeholder to placeholder."""
    editor.until(lambda: editor.lua("#vim.diagnostic.get(0)") == 1)
    column = len(essay.text[: essay.gap[0]].encode())
    assert editor.lua("vim.diagnostic.get(0)[1].col") == column
