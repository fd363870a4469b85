"""Files survive crashes and neighbours: real processes, killed and in a crowd."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import epigraph
from epigraph.errors import QuoteFileError
from epigraph.quotes.own import load, quotes_file
from epigraph.quotes.rewrite import rewrite, write

# adds "word 0 <name>", "word 1 <name>", … one by one, and tells each that is safe
WRITER = """
import sys
from pathlib import Path
from epigraph.quotes.own import add
from epigraph.quotes.quote import Quote
for n in range(int(sys.argv[3])):
    add(Path(sys.argv[1]), [Quote(f"word {n} {sys.argv[2]}", "en", gloss="x" * 5000)])
    print(n, flush=True)
"""


def start_writer(directory: Path, name: str, count: int) -> "subprocess.Popen[str]":
    """Start a process that adds quotations one by one."""
    environment = {**os.environ, "PYTHONPATH": str(Path(epigraph.__file__).parents[1])}
    command = [sys.executable, "-c", WRITER, str(directory), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def test_a_killed_writer_loses_nothing_that_was_safe(tmp_path: Path) -> None:
    """Whenever it dies, the file is whole and holds every entry of all writers that was told to be safe."""
    chance, safe = random.Random(7), set[str]()  # noqa: S311 - moments to kill at, no secrets
    for turn in range(20):
        with start_writer(tmp_path, f"turn {turn}", 100_000) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()  # it writes by now
            time.sleep(chance.uniform(0, 0.02))
            writer.kill()
            told = [first, *writer.stdout]
        safe |= {f"word {number.strip()} turn {turn}" for number in told if number.endswith("\n")}
        found = load(tmp_path, "own")
        assert found.problems == []
        assert safe <= {quote.text for quote in found.quotes}
        assert len(found.quotes) <= len(safe) + turn + 1  # a writer may die between writing and telling
    assert {path.name for path in tmp_path.iterdir()} <= {"quotes.jsonl", ".quotes.jsonl.lock", ".quotes.jsonl.new"}


def test_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    """Every entry of every process is in the file at the end."""
    writers = [start_writer(tmp_path, f"by {name}", 25) for name in range(5)]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0] * 5
    texts = {quote.text for quote in load(tmp_path, "own").quotes}
    assert texts == {f"word {n} by {name}" for n in range(25) for name in range(5)}


def test_an_error_in_the_change_leaves_the_file(tmp_path: Path) -> None:
    """Nothing is written, and the lock is free again."""
    path = quotes_file(tmp_path)
    write(path, "before")

    def fail(text: str) -> tuple[str, None]:
        raise ValueError(text)

    with pytest.raises(ValueError, match="before"):
        rewrite(path, fail)
    assert path.read_text(encoding="utf-8") == "before"
    assert rewrite(path, lambda text: (f"{text} and after", "told")) == "told"
    assert path.read_text(encoding="utf-8") == "before and after"


def test_a_planted_link_is_not_written_through(tmp_path: Path) -> None:
    """A link in place of the temporary file is removed, and its target keeps its text."""
    target = tmp_path / "target"
    target.write_text("precious", encoding="utf-8")
    (tmp_path / ".quotes.jsonl.new").symlink_to(target)
    write(quotes_file(tmp_path), "text")
    assert target.read_text(encoding="utf-8") == "precious"


def test_writing_into_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(QuoteFileError, match=r"out\.md: No such file"):
        write(tmp_path / "missing" / "out.md", "text")
