"""Layers of settings: which wins, and what a wrong value does."""

from pathlib import Path

import pytest

from epigraph.home import Home, workspace_of
from epigraph.settings import Layer, Settings, resolve


def test_later_layers_win_value_by_value() -> None:
    """A layer changes what it names and nothing else, and the source of each value is known."""
    resolved = resolve(
        [
            Layer("user", {"results": 5, "insertion": {"marks": "single", "latex": {"form": "command"}}}),
            Layer("workspace", {"insertion": {"attribution": True, "latex": {"marks": "none"}}}, trusted=False),
        ]
    )
    style = resolved.settings.insertion.style("latex")
    assert (style.form, style.marks, style.attribution) == ("command", "none", True)
    assert resolved.settings.insertion.style("markdown").marks == "single"
    assert resolved.settings.results == 5
    assert resolved.sources == {
        "results": "user",
        "insertion.marks": "user",
        "insertion.latex.form": "user",
        "insertion.attribution": "workspace",
        "insertion.latex.marks": "workspace",
    }
    assert resolved.problems == []


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"results": 0}, "user: results: found 0, expected 1 to 100"),
        ({"results": "5"}, "user: results: found '5', expected int"),
        ({"results": True}, "user: results: found True, expected int"),
        ({"language": "fr"}, "user: language: found 'fr', expected one of auto, en, zh"),
        ({"language": ["en"]}, "user: language: found ['en'], expected one of auto, en, zh"),
        ({"placeholders": "Quote"}, "user: placeholders: found 'Quote', expected a list of strings"),
        ({"insertion": "block"}, "user: insertion: found 'block', expected a table of settings"),
        (
            {"insertion": {"latex": {"form": "fancy"}}},
            "user: insertion.latex.form: found 'fancy', expected one of inline",
        ),
        ({"insertion": {"attribution": 1}}, "user: insertion.attribution: found 1, expected bool"),
        ({"filter": {"period": "old"}}, "user: filter.period: period 'old', expected modern, classical or years"),
        ({"filter": {"maxLength": -3}}, "user: filter.maxLength: lengths 0 and -3, expected 0 or more characters"),
        ({"colour": 1}, "user: colour: unknown setting, expected one of bundles, codeLens"),
    ],
)
def test_a_wrong_value_is_told_and_the_default_holds(values: dict[str, object], problem: str) -> None:
    """The problem names source, setting, what was found and what was expected; nothing else changes."""
    resolved = resolve([Layer("user", values)])
    assert len(resolved.problems) == 1
    assert resolved.problems[0].startswith(problem)
    assert resolved.settings == Settings()


def test_a_wrong_value_does_not_hide_the_right_one_below() -> None:
    """What a lower layer said still holds."""
    resolved = resolve([Layer("user", {"results": 7}), Layer("editor", {"results": -1})])
    assert resolved.settings.results == 7
    assert resolved.sources == {"results": "user"}


def test_a_workspace_cannot_name_files() -> None:
    """A folder of documents that a person opened must not choose the model or read other files."""
    layer = Layer("workspace", {"bundles": "/evil", "quoteFiles": ["/etc/passwd"], "results": 3}, trusted=False)
    resolved = resolve([layer])
    assert resolved.settings == Settings(results=3)
    assert [problem.split(": ")[1] for problem in resolved.problems] == ["bundles", "quoteFiles"]


def test_settings_files_are_read_from_home_and_workspace(tmp_path: Path) -> None:
    """The workspace's file lies over the user's; a broken file is told and skipped."""
    home = Home(tmp_path / "config", tmp_path / "data", tmp_path / "cache")
    workspace = tmp_path / "essays"
    (workspace / ".epigraph").mkdir(parents=True)
    home.config.mkdir()
    (home.config / "settings.toml").write_text("results = 4\n[insertion]\nattribution = true\n", encoding="utf-8")
    (workspace / ".epigraph" / "settings.toml").write_text("results = 6\n", encoding="utf-8")
    assert home.settings(workspace).settings.results == 6
    assert home.settings(workspace).settings.insertion.attribution is True
    (workspace / ".epigraph" / "settings.toml").write_text("results = \n", encoding="utf-8")
    broken = home.settings(workspace)
    assert broken.settings.results == 4
    assert "not TOML" in broken.problems[0]


def test_the_workspace_is_the_nearest_folder_that_is_marked(tmp_path: Path) -> None:
    """A folder above with `.epigraph` counts; without one, the document's own folder."""
    (tmp_path / "book" / ".epigraph").mkdir(parents=True)
    (tmp_path / "book" / "part").mkdir()
    (tmp_path / "letters").mkdir()
    assert workspace_of(tmp_path / "book" / "part" / "one.md") == (tmp_path / "book").resolve()
    assert workspace_of(tmp_path / "letters") == (tmp_path / "letters").resolve()
