"""Vectors on disk by key, shared by several servers. A cache that cannot be used costs time, never an error."""

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

logger = logging.getLogger(__name__)

HalfVector: TypeAlias = npt.NDArray[np.float16]
_T = TypeVar("_T")

_BUSY_SECONDS = 5.0  # another server may be writing
_KEYS_A_QUERY = 500  # SQLite's oldest limit is 999 parameters
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, vector BLOB NOT NULL)"


class VectorCache:
    """A SQLite file of float16 vectors. A connection an operation, so threads, forks and deletion do no harm."""

    def __init__(self, path: Path, max_rows: int) -> None:
        self._path = path
        self._max_rows = max_rows
        self._warned = False

    @classmethod
    def open(cls, path: Path, max_rows: int = 2_000_000) -> "VectorCache":
        """Return the cache in a file, made if need be; a place that cannot be used is told now, not later."""
        cache = cls(path, max_rows)
        cache._try(lambda _: None, otherwise=None)
        return cache

    def get_many(self, keys: Sequence[str], dimension: int) -> dict[str, HalfVector]:
        """Return the known vectors of this dimension by key; a damaged one is not known."""

        def read(database: sqlite3.Connection) -> dict[str, HalfVector]:
            found: dict[str, HalfVector] = {}
            for start in range(0, len(keys), _KEYS_A_QUERY):
                some = keys[start : start + _KEYS_A_QUERY]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, vector FROM vectors WHERE length(vector) = ? AND key IN ({marks})"  # noqa: S608 - marks only
                for key, content in database.execute(query, (2 * dimension, *some)):
                    vector = np.frombuffer(content, dtype=np.float16)
                    if np.isfinite(vector).all():
                        found[key] = vector
            return found

        return self._try(read, otherwise={}) if keys else {}

    def put_many(self, vectors: Mapping[str, HalfVector]) -> None:
        """Keep vectors by key; the oldest go when there are too many."""

        def write(database: sqlite3.Connection) -> None:
            rows = [(key, vector.astype(np.float16).tobytes()) for key, vector in vectors.items()]
            with database:
                database.executemany("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", rows)
                database.execute("DELETE FROM vectors WHERE id <= (SELECT max(id) FROM vectors) - ?", (self._max_rows,))

        self._try(write, otherwise=None)

    def _try(self, operation: Callable[[sqlite3.Connection], _T], otherwise: _T) -> _T:
        """Return what the operation returns, on a new file where this one is damaged, or else `otherwise`."""
        try:
            try:
                return self._on_database(operation)
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED:
                    raise
                logger.warning("%s: damaged (%s); set aside, starting anew", self._path, error)
                self._path.replace(self._path.with_suffix(".damaged"))
                return self._on_database(operation)
        except (sqlite3.Error, OSError) as error:
            if not self._warned:
                logger.warning("%s: %s; vectors are not cached, own quotations load slower", self._path, error)
                self._warned = True
            return otherwise

    def _on_database(self, operation: Callable[[sqlite3.Connection], _T]) -> _T:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS)) as database:
            database.execute(_TABLE)
            return operation(database)
