"""How long calls take beside each other, so that all see the same machine, and what a process takes to start."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

WARM_UP = 5
_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Times:
    """The milliseconds of many calls."""

    milliseconds: tuple[float, ...]

    def percentile(self, which: int) -> float:
        """Return the p50, p95 or p99."""
        return statistics.quantiles(self.milliseconds, n=100, method="inclusive")[which - 1]

    @property
    def a_second(self) -> float:
        """How many calls, one after another, make a second."""
        return 1e3 / statistics.mean(self.milliseconds)


def in_turn(calls: Mapping[_Name, Callable[[int], object]], rounds: int) -> dict[_Name, Times]:
    """Time calls in turn; each is given the number of the round."""
    taken: dict[_Name, list[float]] = {name: [] for name in calls}
    for turn in range(-WARM_UP, rounds):
        for name, call in calls.items():
            begun = time.perf_counter()
            call(turn)
            if turn >= 0:
                taken[name].append((time.perf_counter() - begun) * 1e3)
    return {name: Times(tuple(times)) for name, times in taken.items()}


@dataclass(frozen=True, slots=True)
class Start:
    """What processes took from start to end: the median of seconds and of peak memory in MB."""

    seconds: float
    megabytes: float


def starts(programs: Mapping[str, list[str]], rounds: int) -> dict[str, Start]:
    """Run Python programs with arguments in turn; the first round only warms up."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(rounds + 1):
        for name, program in programs.items():
            runs[name].append(_run(program))
    return {name: Start(*map(statistics.median, zip(*some[1:], strict=True))) for name, some in runs.items()}


def _run(program: list[str]) -> tuple[float, float]:
    """Return the seconds of a program, and the peak of its memory, which it tells itself.

    What the system counts for a child includes what its parent had when it began.
    """
    command = [sys.executable, "-c", program[0] + _TELL_PEAK, *program[1:]]
    begun = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: a measured process ended with {done.returncode}: {program[0].strip()[:80]}")
    return time.perf_counter() - begun, int(done.stdout.split()[-1]) / 1e3


_TELL_PEAK = """
with open("/proc/self/status") as status:
    print(status.read().partition("VmHWM:")[2].split()[0])
"""
