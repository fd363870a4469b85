"""A large collection on disk: what is written is what is read, and what is damaged is not used."""

import errno
import os
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from epigraph.model.nearest import NearestRows
from epigraph.model.postings import ByRow, Postings
from epigraph.model.snapshot import Snapshot, remove_old, write_snapshot

POSTINGS = Postings.build([["sea", "old"], ["sky"], ["old", "海边"], []] * 100)


def unit_vectors(rows: int, seed: int = 3) -> NDArray[np.float16]:
    """Return random vectors of length 1."""
    drawn = np.random.default_rng(seed).standard_normal((rows, 16)).astype(np.float32)
    vectors: NDArray[np.float16] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16)
    return vectors


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a snapshot of 400 rows."""
    write_snapshot(tmp_path / "large" / "en-1", unit_vectors(400), POSTINGS, threads=1)
    return tmp_path / "large" / "en-1"


def test_a_snapshot_is_read_as_it_was_written(folder: Path) -> None:
    """Vectors, terms in both directions and neighbours are those that were given."""
    found = Snapshot.open(folder)
    assert found
    np.testing.assert_allclose(found.vectors * found.scales[:, None], unit_vectors(400), atol=0.004)
    assert found.postings.vocabulary == POSTINGS.vocabulary
    np.testing.assert_array_equal(found.postings.scores({"old", "海边"}), POSTINGS.scores({"old", "海边"}))
    rows, wanted = np.array([2, 1, 399]), found.postings.wanted({"old"})
    np.testing.assert_array_equal(found.by_row.scores(wanted, rows), ByRow.turned(POSTINGS).scores(wanted, rows))
    assert found.nearest.find(found.vectors[7].astype(np.float32), 3)[0] == 7


def test_nothing_of_a_snapshot_is_read_into_memory(folder: Path) -> None:
    """Its arrays are windows on the files, so that servers share them and a start does not wait for them."""
    found = Snapshot.open(folder)
    assert found
    for array in (found.vectors, found.scales, found.postings.rows, found.postings.weights, found.by_row.terms):
        assert isinstance(array.base, np.memmap)


@pytest.mark.parametrize(
    "name", ["vectors.npy", "scales.npy", "term_rows.npy", "nearest.usearch", "nearest_axes.npy", "terms.txt"]
)
def test_a_file_that_was_cut_is_not_used(folder: Path, name: str, caplog: pytest.LogCaptureFixture) -> None:
    """A snapshot with a file of another size is told and made anew; one without a file too."""
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:-1])
    assert Snapshot.open(folder) is None
    assert "another size" in caplog.text
    (folder / name).unlink()
    assert Snapshot.open(folder) is None
    write_snapshot(folder, unit_vectors(400), POSTINGS, threads=1)
    assert Snapshot.open(folder)


def test_where_nothing_was_written_there_is_no_snapshot(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The first start of a large collection is nothing to warn of."""
    assert Snapshot.open(tmp_path / "en-0") is None
    assert caplog.text == ""


def test_a_snapshot_that_is_there_is_not_written_again(folder: Path) -> None:
    """Of two servers that index the same collection the second finds the work done."""
    before = (folder / "nearest.usearch").stat().st_mtime_ns
    write_snapshot(folder, unit_vectors(400), POSTINGS, threads=1)
    assert (folder / "nearest.usearch").stat().st_mtime_ns == before


def test_what_a_stopped_server_left_does_no_harm(folder: Path) -> None:
    """Half a snapshot of before is thrown away."""
    unfinished = folder.parent / "unfinished"
    unfinished.mkdir()
    (unfinished / "vectors.npy").write_bytes(b"half")
    write_snapshot(folder.parent / "en-2", unit_vectors(400), POSTINGS, threads=1)
    assert Snapshot.open(folder.parent / "en-2")
    assert not unfinished.exists()


def test_snapshots_of_the_collection_as_it_was_go(folder: Path) -> None:
    """The two newest of a language stay, and so does the other language's."""
    for name in ("en-3", "en-2", "zh-1"):
        write_snapshot(folder.parent / name, unit_vectors(400), POSTINGS, threads=1)
    remove_old(folder.parent, "en-")
    assert sorted(path.name for path in folder.parent.iterdir() if path.is_dir()) == ["en-2", "en-3", "zh-1"]


def test_a_snapshot_that_is_used_stays(folder: Path) -> None:
    """Changes of one workspace's quotations do not take away what another one opened since the last but one."""
    for name in ("en-3", "en-2"):
        write_snapshot(folder.parent / name, unit_vectors(400), POSTINGS, threads=1)
    assert Snapshot.open(folder)
    remove_old(folder.parent, "en-")
    assert sorted(path.name for path in folder.parent.iterdir() if path.is_dir()) == ["en-1", "en-2"]


def test_a_snapshot_in_a_folder_that_may_only_be_read_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That its use cannot be noted is no reason to make it anew."""
    monkeypatch.setattr(os, "utime", Mock(side_effect=PermissionError))
    assert Snapshot.open(folder)


def test_a_snapshot_that_nobody_wants_any_more_is_not_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller is asked before each part of the graph, and nothing is left of what was made."""
    monkeypatch.setattr("epigraph.model.nearest._CHUNK", 100)
    check = Mock(side_effect=[None, None, None, KeyError("stop")])  # with the lock, then before each part
    with pytest.raises(KeyError, match="stop"):
        write_snapshot(tmp_path / "large" / "en-1", unit_vectors(400), POSTINGS, threads=1, check=check)
    assert [path.name for path in (tmp_path / "large").iterdir()] == ["writing.lock"]


def test_a_disk_that_is_full_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a snapshot that could not be written stays."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(NearestRows, "save", full)
    with pytest.raises(OSError, match="No space"):
        write_snapshot(tmp_path / "large" / "en-1", unit_vectors(400), POSTINGS, threads=1)
    assert [path.name for path in (tmp_path / "large").iterdir()] == ["writing.lock"]


def test_the_nearest_are_nearly_always_found() -> None:
    """Of the ten nearest rows of 5,000, found by looking at all of them, the graph finds 98 in 100."""
    vectors = unit_vectors(5_000)
    graph, queries = NearestRows.build(vectors, threads=1), unit_vectors(50, seed=4).astype(np.float32)
    exact = np.argsort(-(queries @ vectors.astype(np.float32).T), axis=1)[:, :10]
    found = [np.isin(rows, graph.find(query, 200)).mean() for rows, query in zip(exact, queries, strict=True)]
    assert np.mean(found) >= 0.98


def test_the_axes_are_those_along_which_vectors_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of four dimensions, but for a little, are compared by four numbers of sixteen and found all the same."""
    monkeypatch.setattr("epigraph.model.nearest._DIMENSION", 4)
    draw = np.random.default_rng(5)
    vectors = (draw.standard_normal((500, 4)) @ draw.standard_normal((4, 16))).astype(np.float32)
    vectors += 1e-3 * draw.standard_normal(vectors.shape).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    nearest = NearestRows.build(vectors.astype(np.float16), threads=1)
    assert nearest.axes.shape == (16, 4)
    found = [np.isin(np.argmax(vectors @ query), nearest.find(query, 20)) for query in vectors[:50]]
    assert np.mean(found) >= 0.98
