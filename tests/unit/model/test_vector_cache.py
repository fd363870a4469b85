"""The cache keeps vectors between runs, and whatever happens to its file the caller never hears an error."""

import logging
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from epigraph.model.vector_cache import HalfVector, VectorCache


def vectors(*keys: str) -> dict[str, HalfVector]:
    """Return a vector for each key, told apart by the key's length and first letter."""
    return {key: np.array([len(key), ord(key[0]), 0, 0], dtype=np.float16) for key in keys}


WRITE_FIFTY = """
import sys, pathlib, numpy
from epigraph.model.vector_cache import VectorCache
cache = VectorCache.open(pathlib.Path(sys.argv[1]))
for number in range(50):
    cache.put_many({f"{sys.argv[2]}{number}": numpy.zeros(4, numpy.float16)})
"""


def test_what_is_put_is_got(tmp_path: Path) -> None:
    """Vectors come back by key, unknown keys do not, another cache on the file sees the same."""
    path = tmp_path / "new" / "vectors.sqlite"
    VectorCache.open(path).put_many(vectors("a", "bb"))
    found = VectorCache.open(path).get_many(["a", "bb", "ccc"], 4)
    assert found.keys() == {"a", "bb"}
    np.testing.assert_array_equal(found["bb"], vectors("bb")["bb"])


def test_many_keys(tmp_path: Path) -> None:
    """More keys than SQLite takes in one query are all found."""
    cache = VectorCache.open(tmp_path / "vectors.sqlite")
    keys = [f"k{number}" for number in range(2500)]
    cache.put_many(vectors(*keys))
    assert cache.get_many(keys, 4).keys() == set(keys)


def test_another_dimension_is_not_found(tmp_path: Path) -> None:
    """A vector of the wrong length is as good as none."""
    cache = VectorCache.open(tmp_path / "vectors.sqlite")
    cache.put_many(vectors("a"))
    assert cache.get_many(["a"], 5) == {}


def test_the_oldest_go(tmp_path: Path) -> None:
    """Beyond its size the cache forgets what came first."""
    cache = VectorCache.open(tmp_path / "vectors.sqlite", max_rows=3)
    for key in "abcde":
        cache.put_many(vectors(key))
    assert cache.get_many(list("abcde"), 4).keys() == set("cde")


@pytest.mark.parametrize("content", [b"this is not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """A file that is no database is kept under another name, and caching goes on."""
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(content)
    cache = VectorCache.open(path)
    assert cache.get_many(["a"], 4) == {}
    cache.put_many(vectors("a"))
    assert cache.get_many(["a"], 4).keys() == {"a"}
    assert path.with_suffix(".damaged").read_bytes() == content
    assert "damaged" in caplog.text


def test_a_file_deleted_while_running_is_made_anew(tmp_path: Path) -> None:
    """Somebody who clears the cache folder does not stop the server from caching."""
    path = tmp_path / "cache" / "vectors.sqlite"
    cache = VectorCache.open(path)
    cache.put_many(vectors("a"))
    path.unlink()
    path.parent.rmdir()
    assert cache.get_many(["a"], 4) == {}
    cache.put_many(vectors("b"))
    assert cache.get_many(["b"], 4).keys() == {"b"}


def test_a_place_that_cannot_be_used_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where no file can be made there is no cache, one warning and no error."""
    (tmp_path / "file").write_text("in the way")
    cache = VectorCache.open(tmp_path / "file" / "vectors.sqlite")
    with caplog.at_level(logging.WARNING):
        cache.put_many(vectors("a"))
        assert cache.get_many(["a"], 4) == {}
    assert len(caplog.records) == 1


def test_a_full_or_read_only_disk_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was cached is still read when nothing more can be written."""
    path = tmp_path / "vectors.sqlite"
    cache = VectorCache.open(path)
    cache.put_many(vectors("a"))
    real = sqlite3.connect
    read_only = f"file:{path}?mode=ro"
    monkeypatch.setattr(sqlite3, "connect", lambda _, timeout: real(read_only, uri=True, timeout=timeout))
    cache.put_many(vectors("b"))
    assert cache.get_many(["a", "b"], 4).keys() == {"a"}
    assert "readonly" in caplog.text


def test_threads_share_a_cache(tmp_path: Path) -> None:
    """Concurrent writers lose nothing."""
    cache = VectorCache.open(tmp_path / "vectors.sqlite")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: cache.put_many(vectors(f"k{number}")), range(40)))
    assert len(cache.get_many([f"k{number}" for number in range(40)], 4)) == 40


def test_processes_share_a_file(tmp_path: Path) -> None:
    """Two servers may write at once."""
    path = tmp_path / "vectors.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", WRITE_FIFTY, str(path), name]) for name in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(VectorCache.open(path).get_many([f"{name}{number}" for name in "ab" for number in range(50)], 4)) == 100
