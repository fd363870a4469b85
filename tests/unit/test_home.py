"""When a person's quote files count as changed."""

import os
from pathlib import Path

from epigraph.home import Home
from epigraph.settings import Settings


def test_the_stamp_changes_with_quote_files_only(tmp_path: Path) -> None:
    """A new, changed or removed file of quotes changes the stamp; other files and missing ones do not."""
    home = Home(tmp_path / "config", tmp_path / "data", tmp_path / "cache")
    further = tmp_path / "more.csv"
    settings = Settings(quote_files=(str(further),))
    empty = home.quote_stamp(settings, [tmp_path])
    home.data.mkdir()
    (home.data / "hidden.txt").touch()
    assert home.quote_stamp(settings, [tmp_path]) == empty
    own = home.data / "quotes.md"
    own.write_text("- Time flies\n", encoding="utf-8")
    with_own = home.quote_stamp(settings, [tmp_path])
    assert with_own != empty
    os.utime(own, ns=(1, 1))
    assert home.quote_stamp(settings, [tmp_path]) != with_own
    further.touch()
    assert len(home.quote_stamp(settings, [tmp_path])) == 2
    own.unlink()
    further.unlink()
    assert home.quote_stamp(settings, [tmp_path]) == empty
