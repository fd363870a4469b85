"""What is suggested leaves out what stands nearby already, in a small collection and in a very large one."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from epigraph.engine import Engine
from epigraph.lsp.asking import recommend_unused
from epigraph.quotes.library import Library
from epigraph.ranking.filters import Filter
from epigraph.text.query import Query

QUERY = Query("en", "The third attempt failed like the others, but she picked up her tools and began again.", "")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """Make one engine for all tests."""
    return Engine(Library(), cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("exact", [50_000, 1_000])
def test_what_stands_nearby_is_not_suggested(engine: Engine, monkeypatch: pytest.MonkeyPatch, exact: int) -> None:
    """The two best are left out in any wording, and as many come as were asked for."""
    monkeypatch.setattr("epigraph.lsp.asking.EXACT", exact)
    best = engine.recommend(QUERY, k=7)
    nearby = f"“{best[0].quote.text.upper()}” Then: {best[1].quote.text}"
    found = recommend_unused(engine, QUERY, nearby, 5, Filter())
    assert [one.quote for one in found] == [one.quote for one in best[2:]]


def test_another_wording_that_stands_nearby_counts(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many quotations too, a saying is not offered in other words than it stands there in."""
    monkeypatch.setattr("epigraph.lsp.asking.EXACT", 1_000)
    varied = next(one for one in engine.recommend(QUERY, k=500) if one.variants)
    found = recommend_unused(engine, QUERY, f"“{varied.variants[0].text}”", 500, Filter())
    assert varied.quote not in [one.quote for one in found]


def test_of_very_many_quotations_no_recogniser_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A completion does not wait for what takes minutes."""
    monkeypatch.setattr("epigraph.lsp.asking.EXACT", 1_000)
    monkeypatch.setattr("epigraph.quotes.library.Recogniser", made := Mock())
    assert recommend_unused(Engine(Library(), cache=tmp_path), QUERY, "Some text.", 5, Filter())
    assert not made.called
