"""`epigraph share` with Qdrant's local mode in the place of a server."""

from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from epigraph.cli import main
from epigraph.engine import Engine
from epigraph.home import Home
from epigraph.quotes.library import Library
from epigraph.text.query import Query

URL = "http://team.example:6333"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Give the person a home of their own, and let every connection lead to one collection in memory."""
    home = Home(tmp_path / "config", tmp_path / "data", tmp_path / "cache")
    home.config.mkdir()
    client = QdrantClient(":memory:")
    monkeypatch.setattr(Home, "standard", lambda: home)
    monkeypatch.setattr("epigraph.ranking.team._client", lambda _: client)
    return home


def test_what_one_shares_another_is_suggested(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A colleague with the same URL gets the quotation; who has no URL does not."""
    (home.config / "settings.toml").write_text(f'teamUrl = "{URL}"\n', encoding="utf-8")
    (tmp_path / "ours.jsonl").write_text('{"text": "The kettle knows more than the cook"}\n', encoding="utf-8")
    assert main(["share", str(tmp_path / "ours.jsonl")]) == 0
    assert capsys.readouterr().out == f"en: 1 shared with {URL}\n"
    query = Query("en", "The cook looked at the kettle", "")
    for url, expected in ((URL, ["team"]), ("", [])):
        engine = Engine(Library(), cache=tmp_path / "colleague", team_url=url)
        found = [one.quote for one in engine.recommend(query, k=5) if "kettle knows" in one.quote.text]
        assert [quote.collection for quote in found] == expected
        assert [engine.quote(quote.id) for quote in found] == found  # an editor asks for it again to insert it


def test_wrong_settings_are_told_before_anything_is_shared(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A URL that is no text is why there is none."""
    (home.config / "settings.toml").write_text("teamUrl = 6333\n", encoding="utf-8")
    (tmp_path / "ours.jsonl").write_text('{"text": "The kettle knows more than the cook"}\n', encoding="utf-8")
    assert main(["share", str(tmp_path / "ours.jsonl")]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("settings.toml: teamUrl: found 6333, expected str")
    assert second.startswith("epigraph: teamUrl is not set")


def test_without_a_url_nothing_is_shared(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what to set; a file of a workspace cannot set it."""
    (tmp_path / "ours.jsonl").write_text('{"text": "The kettle knows more than the cook"}\n', encoding="utf-8")
    assert main(["share", str(tmp_path / "ours.jsonl")]) == 2
    assert "teamUrl is not set" in capsys.readouterr().err
    workspace = tmp_path / "workspace"
    (workspace / ".epigraph").mkdir(parents=True)
    (workspace / ".epigraph" / "settings.toml").write_text(f'teamUrl = "{URL}"\n', encoding="utf-8")
    resolved = home.settings(workspace)
    assert resolved.settings.team_url == ""
    assert "cannot be set by a workspace" in resolved.problems[0]
