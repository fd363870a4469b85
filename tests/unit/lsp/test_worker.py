"""The worker: order, replacement, cancellation, failures."""

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest

from epigraph.lsp.worker import SupersededError, Worker


class Busy:
    """A worker whose thread is held until it is released."""

    def __init__(self) -> None:
        self.worker = Worker("test")
        self.release = threading.Event()
        started = threading.Event()

        def hold() -> bool:
            started.set()
            return self.release.wait(10)

        self.first = self.worker.submit(hold)
        assert started.wait(10)


@pytest.fixture
def busy() -> Iterator[Busy]:
    """Make a busy worker and let it go in the end."""
    made = Busy()
    yield made
    made.release.set()
    made.worker.close()


def test_jobs_run_in_order(busy: Busy) -> None:
    """What was asked first is answered first."""
    done: list[int] = []
    futures = [busy.worker.submit(lambda n=n: done.append(n), key=n) for n in range(3)]  # type: ignore[misc]
    busy.release.set()
    for future in futures:
        future.result(10)
    assert done == [0, 1, 2]


def test_a_newer_job_takes_the_place_of_one_that_waits(busy: Busy) -> None:
    """The replaced job never runs, its future says why, and the newer one has its place in the line."""
    done: list[str] = []
    old = busy.worker.submit(lambda: done.append("old"), key="essay")
    other = busy.worker.submit(lambda: done.append("other"), key="letter")
    new = busy.worker.submit(lambda: done.append("new"), key="essay")
    with pytest.raises(SupersededError):
        old.result(10)
    busy.release.set()
    new.result(10)
    other.result(10)
    assert done == ["new", "other"]


def test_a_job_that_runs_is_not_replaced(busy: Busy) -> None:
    """Only what waits can be replaced; jobs without a key never are."""
    second = busy.worker.submit(lambda: 2)
    third = busy.worker.submit(lambda: 3)
    busy.release.set()
    assert (busy.first.result(10), second.result(10), third.result(10)) == (True, 2, 3)


def test_a_cancelled_job_never_starts(busy: Busy) -> None:
    """Cancelling what waits is enough, and what comes after it runs."""
    done: list[str] = []
    cancelled = busy.worker.submit(lambda: done.append("cancelled"))
    kept = busy.worker.submit(lambda: done.append("kept"))
    assert cancelled.cancel()
    busy.release.set()
    kept.result(10)
    assert done == ["kept"]
    with pytest.raises(CancelledError):
        cancelled.result(10)


def test_a_cancelled_job_can_be_replaced(busy: Busy) -> None:
    """A request that was cancelled and then superseded stays cancelled."""
    cancelled = busy.worker.submit(lambda: 1, key="essay")
    cancelled.cancel()
    newer = busy.worker.submit(lambda: 2, key="essay")
    busy.release.set()
    assert newer.result(10) == 2
    assert cancelled.cancelled()


def test_a_failing_job_does_not_end_the_worker(busy: Busy) -> None:
    """The one who waits gets the error; the next job runs."""
    failing = busy.worker.submit(lambda: 1 // 0)
    after = busy.worker.submit(lambda: "fine")
    busy.release.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(10)
    assert after.result(10) == "fine"
