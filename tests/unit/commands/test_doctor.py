"""Lines of the report that need no model."""

from pathlib import Path

from epigraph.commands.doctor import _cache
from epigraph.home import Home


def test_the_cache_is_counted_with_all_its_folders(tmp_path: Path) -> None:
    """The snapshots of large collections lie two folders down."""
    (tmp_path / "large" / "en-0").mkdir(parents=True)
    (tmp_path / "large" / "en-0" / "vectors.npy").write_bytes(bytes(2_000_000))
    (tmp_path / "vectors.sqlite").write_bytes(bytes(500_000))
    assert _cache(Home(tmp_path, tmp_path, tmp_path)).text == f"2.5 MB, {tmp_path}"
