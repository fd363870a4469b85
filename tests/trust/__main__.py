"""The long runs behind docs/trust.md, whose table of figures they write anew: `make trust`, half an hour or more.

python -m trust [--edits N] [--messages N] [--kills N] [--fuzz SECONDS] [--storms short|long]
"""

import argparse
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from lsp.wire import Wire
from trust.edits import check_edits
from trust.messages import LETTER, URI, bombard
from trust.rounds import LONG, SHORT, weather
from trust.storms import recommend

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "trust.md"
TARGETS = ("documents", "quote_files", "settings", "graphs")
_A_SERVER = 2_000  # messages that one server gets
_TABLE = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end -->)", re.DOTALL)


def main() -> None:
    """Run everything; a figure is written only where nothing failed."""
    parser = argparse.ArgumentParser(prog="make trust", description=__doc__)
    parser.add_argument("--edits", type=int, default=1_000_000)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--fuzz", type=int, default=300, metavar="SECONDS", help="for each of the targets of fuzz/")
    parser.add_argument("--storms", choices=("short", "long"), default="long")
    rows = []
    for row in figures(parser.parse_args()):
        rows.append(row)
        sys.stdout.write(f"{row[0]}: {row[1]}\n")
        sys.stdout.flush()
    day, system = datetime.now(tz=UTC).date(), f"Python {platform.python_version()}, {platform.system()}"
    table = "".join(f"| {what} | {figure} |\n" for what, figure in rows)
    told = f"{day}, {system}.\n\n| what | figure |\n|---|---|\n{table}"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_TABLE.sub(lambda _: told, page), encoding="utf-8")


def figures(wanted: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield what was done and how much of it, each once it went well."""
    yield "edits against a plain string, without a difference", f"{check_edits(wanted.edits, seed=1):,}"
    yield "spoilt messages, each request answered once and none as a fault", f"{_messages(wanted.messages):,}"
    with tempfile.TemporaryDirectory() as folder:
        safe = int(_python("-m", "trust.kills", folder, str(wanted.kills), "1"))
        yield f"writes told to be safe before {wanted.kills} kills, all found, no file torn", f"{safe:,}"
    for target in TARGETS:
        runs = _fuzzed(target, wanted.fuzz)
        yield f"inputs to `{target}` that coverage led to, in {wanted.fuzz} s", f"{runs:,}"
    with tempfile.TemporaryDirectory() as home:
        seen = weather(Path(home), LONG if wanted.storms == "long" else SHORT)
    for name, count in seen.storms.items():
        yield f"storm: {name}", f"{count:,}"
    before, after = seen.before, seen.after
    yield "memory before and after the storms", f"{before.memory:.0f} MB, {after.memory:.0f} MB"
    yield "files, threads and tasks before", f"{before.files}, {before.threads}, {before.tasks}"
    yield "files, threads and tasks after", f"{after.files}, {after.threads}, {after.tasks}"
    yield "of a core, when idle", f"{seen.idle:.2%}"


def _messages(count: int) -> int:
    done = 0
    while done < count:
        with tempfile.TemporaryDirectory() as home, Wire(Path(home)) as wire:
            options = {"codeLens": True, "inlineCompletion": True}
            wire.initialize({"textDocument": {"inlineCompletion": {}, "diagnostic": {}}}, initializationOptions=options)
            wire.notify("textDocument/didOpen", {"textDocument": LETTER})
            done += bombard(wire, min(_A_SERVER, count - done), seed=done)
            assert recommend(wire, URI)
    return done


def _fuzzed(target: str, seconds: int) -> int:
    """Let atheris look for inputs that raise, and return how many it tried."""
    told = _python(str(ROOT / "fuzz" / "run.py"), target, f"-max_total_time={seconds}")
    runs = re.findall(r"Done (\d+) runs", told)
    return int(runs[-1])


def _python(*arguments: str) -> str:
    """Run Python and return all that it printed; raise where it failed."""
    done = subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
