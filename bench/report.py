"""Measure speed, memory and growth, and write docs/speed.md with its plots.

    make bench, or python -m bench.report [--rounds N] [--sizes N …] [--out FOLDER]

Figures depend on the machine and on what else it does; the ratios, measured turn by turn, much less. Memory is read
from /proc, so this runs on Linux.
"""

import argparse
import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import onnxruntime
from bench import growth, peers, stages
from bench.plots import growth_plot, peers_plot
from bench.timing import Times

SIZES = [10_000, 100_000, 1_000_000]
DOCS = Path(__file__).parents[1] / "docs"


def main() -> None:
    """Run all measurements and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="answers that are timed of each (default: 200)")
    parser.add_argument("--processes", type=int, default=5, help="starts that are timed of each (default: 5)")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of quotations")
    parser.add_argument("--out", type=Path, default=DOCS, help="where the page goes (default: docs)")
    args = parser.parse_args()
    beside = peers.measure(args.rounds, args.processes)
    parts = stages.measure(args.rounds)
    grown = growth.measure(args.sizes, args.rounds)
    peers_plot(beside, args.out / "speed-peers.svg")
    growth_plot(grown, args.out / "speed-growth.svg")
    page = "\n".join([*_head(args.rounds), *_stages(parts), *_peers(beside), *_growth(grown), ""])
    (args.out / "speed.md").write_text(page, encoding="utf-8")


def _head(rounds: int) -> Iterator[str]:
    yield "# Speed and scale"
    yield ""
    yield "Written by `make bench`. What is compared was run turn by turn in one process, so that all saw the same"
    yield "machine: trust the ratios more than the figures."
    yield ""
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    packages = f"ONNX Runtime {onnxruntime.__version__}, numpy {np.__version__}"
    load = os.getloadavg()[0]
    yield f"{datetime.now(UTC).date().isoformat()}, {os.cpu_count()} processors, {system}, {packages};"
    yield f"{rounds} answers of each; load of the machine when the page was written {load:.1f}."
    yield ""


def _stages(parts: list[stages.Stages]) -> Iterator[str]:
    yield "## One recommendation, stage by stage"
    yield ""
    yield "Milliseconds."
    for one in parts:
        yield ""
        known = f"{one.known_contexts:,} known contexts"
        yield f"{one.language}: {one.quotations:,} quotations, {known}, a context of {one.tokens} tokens."
        yield ""
        yield from _table(one.times, stages.BARE)
        yield ""
        yield f"A recommendation takes {one.bare_runs(stages.WHOLE):.2f} bare runs of the encoder (goal: 1.25)."
    yield ""


def _peers(beside: peers.Peers) -> Iterator[str]:
    yield "## Beside other ways to search"
    yield ""
    yield "The same English quotations, other contexts each time. sentence-transformers has the same base encoder and a"
    yield "ready matrix. The two that compare words only are faster, and find only what shares words."
    yield ""
    yield from _table(beside.times, peers.OURS)
    yield ""
    yield "From the start of a process to its first answer (goal: sentence-transformers takes 5 times as long, and 3"
    yield "times the memory):"
    yield ""
    yield "| | seconds | ratio | peak memory, MB | ratio |"
    yield "|---|---|---|---|---|"
    ours = beside.starts[peers.OURS]
    for name, one in beside.starts.items():
        ratios = one.seconds / ours.seconds, one.megabytes / ours.megabytes
        yield f"| {name} | {one.seconds:.2f} | {ratios[0]:.2f} | {one.megabytes:.0f} | {ratios[1]:.2f} |"
    yield ""
    yield "![Time of an answer](speed-peers.svg)"
    yield ""


def _growth(grown: growth.Growth) -> Iterator[str]:
    first, last = grown.ways[0], grown.ways[-1]
    ratio = last.times.percentile(50) / first.times.percentile(50)
    yield "## Growth"
    yield ""
    yield "Made quotations and vectors, real queries; see `bench/growth.py`. Exact: every quotation is compared. Index:"
    yield "how a [large collection](large-collections.md) is served. Milliseconds."
    yield ""
    yield "| quotations | way | p50 | p95 | p99 | a second | memory, MB | of mapped files, MB |"
    yield "|---|---|---|---|---|---|---|---|"
    for way in grown.ways:
        name = growth.INDEX if way.indexed else growth.EXACTLY
        held = f"{way.memory.own:,.0f} | {way.memory.mapped:,.0f}"
        yield f"| {way.quotations:,} | {name} | {_percentiles(way.times)} | {way.times.a_second:.0f} | {held} |"
    yield ""
    yield f"{last.quotations:,} quotations by the index take {ratio:.2f} times what {first.quotations:,} take"
    yield "exactly (goal for a million: 1.5)."
    yield ""
    yield "Of the ten nearest, and of the ten suggested, that the exact search finds, the index finds:"
    yield ""
    yield "| quotations | built in, s | on disk, MB | nearest | suggested | best score off by |"
    yield "|---|---|---|---|---|---|"
    for one in grown.indexes:
        found = f"{one.found_nearest:.3f} | {one.found_suggested:.3f} | {one.score_error:.1%}"
        yield f"| {one.quotations:,} | {one.build_seconds:.0f} | {one.megabytes:,.0f} | {found} |"
    yield ""
    yield "![Time of an answer by the number of quotations](speed-growth.svg)"


def _table(times: dict[str, Times], unit: str) -> Iterator[str]:
    yield f"| | p50 | p95 | p99 | a second | times {unit} |"
    yield "|---|---|---|---|---|---|"
    one = times[unit].percentile(50)
    for name, some in times.items():
        yield f"| {name} | {_percentiles(some)} | {some.a_second:.0f} | {some.percentile(50) / one:.2f} |"


def _percentiles(times: Times) -> str:
    return " | ".join(f"{times.percentile(which):.2f}" for which in (50, 95, 99))


if __name__ == "__main__":
    main()
