"""Settings of folders: which layer wins for which document."""

from pathlib import Path

import pytest

from epigraph.home import Home
from epigraph.lsp.configuration import Configuration


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Make a person's directories, with nothing in them."""
    return Home(tmp_path / "config", tmp_path / "data", tmp_path / "cache")


def folder_with(path: Path, settings: str) -> Path:
    """Make a workspace folder with a settings file."""
    (path / ".epigraph").mkdir(parents=True)
    (path / ".epigraph" / "settings.toml").write_text(settings, encoding="utf-8")
    return path


def test_the_innermost_folder_counts(home: Home, tmp_path: Path) -> None:
    """A document goes by the folder that it is in; one that is in none goes by the first."""
    outer = folder_with(tmp_path / "book", "results = 3")
    inner = folder_with(tmp_path / "book" / "part", "results = 4")
    configuration = Configuration(home, [outer.as_uri(), inner.as_uri()], None)
    assert configuration.of((outer / "a.md").as_uri()).results == 3
    assert configuration.of((inner / "a.md").as_uri()).results == 4
    assert configuration.of("untitled:Untitled-1").results == 3
    assert configuration.workspaces == (outer, inner)


def test_the_editor_stands_over_files_and_options(home: Home, tmp_path: Path) -> None:
    """The client's options lie over the files, its configuration over these; null says nothing."""
    folder = folder_with(tmp_path / "book", 'results = 3\ntrigger = "manual"\n[filter]\nauthor = "Wilde"')
    configuration = Configuration(home, [folder.as_uri()], {"results": 4, "trigger": None})
    assert configuration.of().results == 4
    configuration.take({"epigraph": {"results": 5, "filter": {"author": None, "topic": "love"}}})
    settings = configuration.of((folder / "a.md").as_uri())
    assert (settings.results, settings.trigger, settings.filter.author) == (5, "manual", "Wilde")
    assert settings.filter.topic == "love"
    assert configuration.problems == []


def test_a_payload_may_come_without_its_section(home: Home) -> None:
    """Some clients push the settings themselves, not an object that holds them."""
    configuration = Configuration(home, [], None)
    configuration.take({"results": 6})
    assert configuration.of().results == 6


def test_what_is_no_object_is_told(home: Home) -> None:
    """Wrong options leave the defaults, and the problem is known."""
    configuration = Configuration(home, [], ["x"])
    assert configuration.of().results == 10
    assert configuration.problems == ["initializationOptions: found ['x'], expected an object of settings"]


def test_folders_come_and_go(home: Home, tmp_path: Path) -> None:
    """A new folder's settings hold for its documents; a removed one's do not."""
    first, second = folder_with(tmp_path / "a", "results = 3"), folder_with(tmp_path / "b", "results = 4")
    configuration = Configuration(home, [first.as_uri()], None)
    configuration.change_folders([second.as_uri()], [first.as_uri()])
    assert configuration.workspaces == (second,)
    assert configuration.of((first / "x.md").as_uri()).results == 4
