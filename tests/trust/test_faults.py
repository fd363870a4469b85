"""What a machine can do to a running server, each with its stated behaviour (docs/trust.md)."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from epigraph.documents import read_file, write_in_place
from epigraph.engine import shipped_bundles
from epigraph.errors import DocumentError, QuoteFileError
from epigraph.model.vector_cache import VectorCache
from epigraph.quotes import own
from epigraph.quotes.library import Library
from epigraph.quotes.quote import Quote
from epigraph.settings import read_layer
from lsp.editor import environment
from lsp.wire import Wire
from trust.storms import AT, open_letter, recommend

OWN = {"text": "The kettle knows the cook", "author": "Aunt May"}
SECONDS = 60  # that a process has to end
# adds a quotation and a vector where a file may have that many bytes at most, as on a disk that is full
ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
import numpy
from epigraph.errors import QuoteFileError
from epigraph.model.vector_cache import VectorCache
from epigraph.quotes import own
from epigraph.quotes.quote import Quote
folder, limit = Path(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
cache = VectorCache.open(folder / "vectors.sqlite")
cache.put_many({f"key {n}": numpy.ones(400, numpy.float16) for n in range(50)})
cache.get_many(["key 1"], 400)
try:
    own.add(folder, [Quote("A second saying", "en", gloss="x" * 3000)])
except QuoteFileError as error:
    sys.exit(f"told: {error}")
"""


def run_command(wire: Wire, name: str, *arguments: object) -> object:
    """Run a command of the server."""
    return wire.ask("workspace/executeCommand", {"command": f"epigraph.{name}", "arguments": arguments})["result"]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process are of POSIX")
@pytest.mark.parametrize("limit", [0, 1, 100, 1000, 3000, 20_000])
def test_on_a_full_disk_nothing_is_lost_and_the_person_is_told(tmp_path: Path, limit: int) -> None:
    """Wherever a write fails, the old file is whole; a quotation that was not kept is an error, a vector is not."""
    own.add(tmp_path, [Quote("A first saying", "en")])
    command = [sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    found = own.load(tmp_path, own.USER)
    assert found.problems == []
    texts = [quote.text for quote in found.quotes]
    assert texts == (["A first saying"] if done.returncode else ["A first saying", "A second saying"])
    assert ("told: " in done.stderr) == bool(done.returncode), done.stderr


def test_without_a_home_to_write_to_the_server_serves(tmp_path: Path) -> None:
    """Where neither cache nor data can be made, quotations come all the same, and to add one is a clear error."""
    for name in ("cache", "data", "config"):
        (tmp_path / name).write_text("in the way", encoding="utf-8")
    with Wire(tmp_path) as wire:
        wire.initialize()
        open_letter(wire)
        assert recommend(wire)
        answer = wire.ask("workspace/executeCommand", {"command": "epigraph.addQuote", "arguments": [OWN]})
        assert answer["error"]["code"] == -32803
        assert str(tmp_path / "data") in answer["error"]["message"]


def test_a_cache_and_a_bundle_that_vanish_are_not_missed(tmp_path: Path) -> None:
    """A language that is loaded goes on; a reload of what is gone is an error, and one of what came back is none."""
    bundles = tmp_path / "bundles"
    (bundles / "en").parent.mkdir()
    shutil.copytree(shipped_bundles() / "en", bundles / "en")
    with Wire(tmp_path) as wire:
        wire.initialize(initializationOptions={"bundles": str(bundles)})
        open_letter(wire)
        before = recommend(wire)
        shutil.rmtree(tmp_path / "cache")
        (bundles / "en").rename(bundles / "away")
        assert recommend(wire) == before
        run_command(wire, "reload")
        answer = wire.ask("textDocument/hover", AT)
        assert answer["result"] is None
        (bundles / "away").rename(bundles / "en")
        run_command(wire, "reload")
        assert recommend(wire) == before


def test_a_vector_that_a_disk_damaged_is_not_used(tmp_path: Path) -> None:
    """Numbers that are none would spoil every ranking; the vector is unknown, and can be put there anew."""
    cache = VectorCache.open(tmp_path / "vectors.sqlite")
    for value, found in ((np.nan, False), (0.5, True)):
        cache.put_many({"key": np.full(4, value, np.float16)})
        assert ("key" in cache.get_many(["key"], 4)) is found


def test_two_servers_share_one_home(tmp_path: Path) -> None:
    """What one adds the other offers, also when the clock was set back between the two."""
    with Wire(tmp_path) as one, Wire(tmp_path) as other:
        for wire in (one, other):
            wire.initialize()
        run_command(one, "addQuote", OWN)
        os.utime(tmp_path / "data" / "epigraph" / "quotes.jsonl", (1, 1))
        run_command(other, "addQuote", {**OWN, "text": "The cook knows the kettle"})
        for wire in (one, other):
            wire.notify("workspace/didChangeWatchedFiles", {"changes": []})
            assert _found_in_the_end(wire, "Aunt May", 2)


@pytest.mark.skipif(sys.platform != "linux", reason="the server is found by /proc")
def test_a_server_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    """A parent that is killed says nothing; its server is gone a few seconds later, even in the middle of loading."""
    program = "import subprocess, sys; subprocess.Popen([sys.executable, '-m', 'epigraph', 'serve']).wait()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, env=environment(tmp_path)) as parent:
        assert parent.stdin
        server = _child_of(parent.pid)
        parent.send_signal(signal.SIGKILL)
        parent.stdin.close()
    assert _is_gone(server)


def test_a_document_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """What was saved while `fill --in-place` asked its questions is neither lost nor in need of a backup."""
    path = tmp_path / "essay.md"
    path.write_bytes(b"[Quote]")
    document = read_file(path)
    path.write_bytes(b"[Quote] and an hour of work")
    with pytest.raises(DocumentError, match="changed since it was read"):
        write_in_place(path, document, "filled")
    assert path.read_bytes() == b"[Quote] and an hour of work"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_the_byte_order_of_a_document_stays(tmp_path: Path, encoding: str) -> None:
    """Filling a placeholder changes no byte that is not meant."""
    path = tmp_path / "essay.md"
    path.write_bytes("\ufeff引用 [Quote]".encode(encoding))
    document = read_file(path)
    backup = write_in_place(path, document, document.text.replace("[Quote]", "…"))
    assert path.read_bytes() == "\ufeff引用 …".encode(encoding)
    assert backup.read_bytes() == "\ufeff引用 [Quote]".encode(encoding)


def test_files_that_came_with_a_folder_cannot_lead_out_of_it(tmp_path: Path) -> None:
    """Links in a workspace's `.epigraph`, or the folder itself as a link, are neither read nor written through."""
    secret = tmp_path / "secret.txt"
    secret.write_text("private = true\n", encoding="utf-8")
    workspace, linked = tmp_path / "workspace", tmp_path / "linked"
    (workspace / own.FOLDER).mkdir(parents=True)
    linked.mkdir()
    (linked / own.FOLDER).symlink_to(tmp_path)
    for name in ("settings.toml", "quotes.txt", "quotes.jsonl", ".quotes.jsonl.lock"):
        (workspace / own.FOLDER / name).symlink_to(secret)
    assert "expected a file of the workspace" in str(
        read_layer(workspace / own.FOLDER / "settings.toml", trusted=False)
    )
    library = Library.open(tmp_path / "data", [workspace, linked])
    assert library.own == ()
    assert sum("a link out of the workspace" in problem for problem in library.problems) == 2
    for folder in (workspace, linked):
        with pytest.raises(QuoteFileError, match="a link out of the workspace"):
            own.add(folder / own.FOLDER, [Quote("A saying", "en")])
    assert secret.read_text(encoding="utf-8") == "private = true\n"


def test_a_planted_lock_is_not_written_through(tmp_path: Path) -> None:
    """A link in place of the lock file is an error, and its target keeps its text."""
    secret = tmp_path / "secret.txt"
    secret.write_text("private", encoding="utf-8")
    (tmp_path / ".quotes.jsonl.lock").symlink_to(secret)
    with pytest.raises(QuoteFileError):
        own.add(tmp_path, [Quote("A saying", "en")])
    assert secret.read_text(encoding="utf-8") == "private"


def _found_in_the_end(wire: Wire, words: str, count: int) -> bool:
    for _ in range(SECONDS * 20):
        found = run_command(wire, "search", {"query": words})
        if isinstance(found, list) and len(found) == count:
            return True
        time.sleep(0.05)
    return False


def _child_of(process: int) -> int:
    for _ in range(SECONDS * 20):
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
        if children:
            return int(children[0])
        time.sleep(0.05)
    raise TimeoutError("no server started")


def _is_gone(process: int) -> bool:
    for _ in range(SECONDS * 20):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False
