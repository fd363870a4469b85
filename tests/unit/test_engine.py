"""The engine with the bundles that ship, and with damaged copies of them."""

import gc
import hashlib
import math
import shutil
import threading
import weakref
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from epigraph.engine import Engine, shipped_bundles
from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.manifest import FileEntry, manifest_json
from epigraph.model.memory import Memory, memory_bytes
from epigraph.model.postings import Postings
from epigraph.model.snapshot import write_snapshot
from epigraph.quotes.library import Library
from epigraph.quotes.quote import Quote
from epigraph.ranking.filters import Filter
from epigraph.text.query import Hint, Language, Query
from unit.model.conftest import tiny_comparison

FAILING = Query("en", "The third attempt failed like the others, but she picked up her tools and began again.", "")
OWN = Quote("The kettle knows more than the cook", "en", author="Aunt May", gloss="Begin again after failing.")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """Make one engine for the tests that change nothing."""
    return Engine(Library(), cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        (
            Query("en", "He had lost his best friend that winter, and nobody he met could take that place.", ""),
            {"friendship", "grief", "sorrow"},
        ),
        (Query("zh", "中秋的月亮很圆，远在他乡的游子望着窗外，想起了故乡和家人，不禁念道：", ""), {"home"}),
    ],
)
def test_a_plain_passage_gets_fitting_quotations(engine: Engine, query: Query, topics: set[str]) -> None:
    """Among the ten best of thousands some are on the passage's topic, and all are of its language."""
    found = engine.recommend(query)
    assert len(found) == 10
    assert sum(bool(topics & set(suggestion.quote.topics)) for suggestion in found) >= 2
    assert {suggestion.quote.language for suggestion in found} == {query.language}
    assert all(suggestion.reasons[0].channel == "semantic" for suggestion in found)


def test_the_same_query_gives_the_same_answer(engine: Engine) -> None:
    """Nothing in the ranking depends on chance or on what was asked before."""
    first = engine.recommend(FAILING)
    engine.recommend(Query("en", "Something else entirely", "about cheese"))
    assert engine.recommend(FAILING) == first


@pytest.mark.parametrize(
    "query", [Query("en", "", ""), Query("en", "", "", Hint(words="courage")), Query("zh", " ", "？")]
)
def test_an_empty_context_is_answered(engine: Engine, query: Query) -> None:
    """A placeholder in an empty document still gets suggestions."""
    assert len(engine.recommend(query, k=3)) == 3


def test_filters_and_exclusions_hold(engine: Engine) -> None:
    """What is excluded never comes; what a filter does not pass never comes."""
    best = engine.recommend(FAILING, k=1)[0].quote
    assert best not in [found.quote for found in engine.recommend(FAILING, exclude={best.id})]
    wanted = Filter(author="Johnson", max_length=80)
    found = engine.recommend(FAILING, wanted=wanted)
    assert found
    assert all("Johnson" in suggestion.quote.author and len(suggestion.quote.text) <= 80 for suggestion in found)


def test_own_quotes_are_ranked_and_encoded_once(tmp_path: Path) -> None:
    """A person's quotation competes with the shipped ones; its vector comes from the cache the next time."""
    encoded: list[tuple[str, int, int]] = []
    for expected in ([("en", 1, 1)], []):
        engine = Engine(Library([OWN]), cache=tmp_path, on_progress=lambda *step: encoded.append(step))
        found = engine.recommend(Query("en", "The cook looked at the kettle", ""), k=5)
        assert OWN in [suggestion.quote for suggestion in found]
        assert encoded == expected
        encoded.clear()


def test_hidden_quotes_are_never_suggested(tmp_path: Path) -> None:
    """What a person hid stays away, their own too."""
    engine = Engine(Library([OWN], hidden=frozenset({OWN.id})), cache=tmp_path)
    found = engine.recommend(Query("en", "The cook looked at the kettle", ""), k=50)
    assert OWN not in [suggestion.quote for suggestion in found]


def remembering_bundles(folder: Path, row: int) -> Path:
    """Copy the shipped bundles and let the English one remember one context of one quotation."""
    shutil.copytree(shipped_bundles(), folder)
    bundle = Bundle.load(folder / "en")
    size = len(bundle.rows)
    vector = OnnxEncoder.load(bundle, "cpu").encode_contexts([(FAILING.left, FAILING.right)])
    memory = Memory(
        rows=np.array([row], np.int32),
        written=np.zeros(0, np.int32),
        uses=np.ones(size, np.int32),
        usage=Postings.build(["tools"] if other == row else [] for other in range(size)),
        beside=Postings.build([". _"] if other == row else [] for other in range(size)),
    )
    graph, entries = tiny_comparison(vector), dict(bundle.manifest.files)
    for name, content in (("memory.npz", memory_bytes(memory)), ("memory.onnx", graph.SerializeToString())):
        (folder / "en" / name).write_bytes(content)
        entries[name] = FileEntry(hashlib.sha256(content).hexdigest(), len(content))
    manifest = replace(bundle.manifest, files=entries)
    (folder / "en" / "manifest.json").write_text(manifest_json(manifest), encoding="utf-8")
    return folder


def test_a_memory_speaks_for_its_sayings_and_not_for_own_quotes(tmp_path: Path) -> None:
    """The context that is remembered is found again, for an own wording of the saying too; other own quotes have 0."""
    row, known = next((row, quote) for row, quote in enumerate(Library().collection("en")) if not quote.variant_of)
    wording = Quote("Another wording of what all know by heart", "en", variant_of=known.id)
    bundles = remembering_bundles(tmp_path / "bundles", row)
    ranker = Engine(Library([OWN, wording]), cache=tmp_path / "cache", bundles=bundles).load("en").ranker
    channels, row_of = ranker.all_channels(FAILING), ranker.collection.row_of
    for name, expected in (("memory", 1.0), ("known", 1.0), ("prior", math.log(2))):
        assert channels[name][row] == pytest.approx(expected, abs=0.01)  # type: ignore[index]
    for name in ("memory", "known", "usage", "beside", "prior"):
        assert channels[name][row_of[wording.id]] == channels[name][row] > 0  # type: ignore[index]
        assert channels[name][row_of[OWN.id]] == 0  # type: ignore[index]


def indexed(engine: Engine) -> Engine:
    """Wait until an engine has indexed its English quotations."""
    engine.load("en")
    for thread in threading.enumerate():
        if thread.name == "epigraph-index-en":
            thread.join()
    return engine


def test_a_large_collection_is_indexed_in_the_background_and_opened_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers are the same before and after, and of the next start; a changed collection has another index."""
    expected = Engine(Library([OWN]), cache=tmp_path).recommend(FAILING, k=5)
    for module in ("engine", "ranking.ranker"):
        monkeypatch.setattr(f"epigraph.{module}.EXACT", 1_000)
    monkeypatch.setattr("epigraph.model.nearest._EXPANSION_BUILD", 16)  # worse, and much sooner built
    monkeypatch.setattr("epigraph.engine.write_snapshot", written := Mock(side_effect=write_snapshot))
    first = Engine(Library([OWN]), cache=tmp_path)
    answers = [first.recommend(FAILING, k=5), indexed(first).recommend(FAILING, k=5)]
    answers.append(Engine(Library([OWN]), cache=tmp_path).recommend(FAILING, k=5))
    assert written.call_count == 1
    for answer in answers:
        assert [one.quote for one in answer] == [one.quote for one in expected]
        assert [one.score for one in answer] == pytest.approx([one.score for one in expected], rel=0.2)
    indexed(Engine(Library(), cache=tmp_path))
    assert written.call_count == 2


def test_a_closed_engine_makes_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that was replaced while it loaded leaves the work to the one that took its place, and still answers."""
    monkeypatch.setattr("epigraph.engine.EXACT", 1_000)
    engine = Engine(Library(), cache=tmp_path)
    engine.close()
    assert indexed(engine).recommend(FAILING, k=5)
    assert [path.name for path in (tmp_path / "large").iterdir()] == ["writing.lock"]


def test_without_usearch_every_quotation_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large collection works without the extra, and nothing is indexed."""
    monkeypatch.setattr("epigraph.engine.EXACT", 1_000)
    monkeypatch.setattr("epigraph.engine.can_index", lambda: False)
    assert indexed(Engine(Library(), cache=tmp_path)).recommend(FAILING, k=5)
    assert not (tmp_path / "large").exists()


def damaged_bundles(folder: Path, language: Language) -> Path:
    """Copy the shipped bundles and cut the last byte off one matrix."""
    shutil.copytree(shipped_bundles(), folder)
    matrix = folder / language / "quotes.npy"
    matrix.write_bytes(matrix.read_bytes()[:-1])
    return folder


@pytest.mark.parametrize(("broken", "whole"), [("en", "zh"), ("zh", "en")])
def test_a_damaged_bundle_is_one_error_and_the_other_language_works(
    tmp_path: Path, broken: Language, whole: Language
) -> None:
    """The error says which file and what to do, again and again; nothing else is hurt."""
    engine = Engine(Library(), cache=tmp_path / "cache", bundles=damaged_bundles(tmp_path / "bundles", broken))
    for _ in range(2):
        with pytest.raises(BundleError, match=rf"{broken}/quotes\.npy: \d+ bytes, manifest says \d+; install"):
            engine.recommend(Query(broken, "a", "b"))
    assert engine.recommend(Query(whole, "a", "b"))


def test_what_was_asked_of_a_damaged_bundle_is_not_kept(tmp_path: Path) -> None:
    """The error is remembered, the requests that it was raised for are not."""
    engine = Engine(Library(), cache=tmp_path, bundles=tmp_path)

    def ask() -> weakref.ref[frozenset[str]]:
        used = frozenset({"an id"})
        with pytest.raises(BundleError):
            engine.recommend(Query("en", "a", "b"), exclude=used)
        return weakref.ref(used)

    asked = [ask() for _ in range(3)]
    gc.collect()
    assert [used() for used in asked] == [None] * 3
    error = engine.state("en")
    assert isinstance(error, BundleError)
    assert (error.__traceback__, error.__context__) == (None, None)


def test_a_bundle_of_another_language_is_refused(tmp_path: Path) -> None:
    """A folder named zh that holds the English bundle is not used."""
    shutil.copytree(shipped_bundles() / "en", tmp_path / "zh")
    with pytest.raises(BundleError, match="language en, expected zh"):
        Engine(Library(), cache=tmp_path, bundles=tmp_path).recommend(Query("zh", "一", "二"))


def test_shipped_vectors_belong_to_the_shipped_quotations(engine: Engine) -> None:
    """Every quotation that ships has its vector in its bundle, so that a first start encodes nothing."""
    for language in ("en", "zh"):
        loaded = engine.load(language)
        assert {quote.id for quote in loaded.ranker.collection} == {quote_id for quote_id, _ in loaded.bundle.rows}
