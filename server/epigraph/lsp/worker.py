"""One thread that runs jobs in order. A newer job replaces one of the same key that still waits."""

import asyncio
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

from epigraph.errors import EpigraphError

Result = TypeVar("Result")


class SupersededError(EpigraphError):
    """A newer request, or a newer version of the document, made the answer useless."""


class Worker:
    """A thread of its own: the pool that pygls reads stdin with must never be full of our work."""

    def __init__(self, name: str) -> None:
        self._waiting: dict[Hashable, tuple[Future[Any], Callable[[], Any]]] = {}
        self._changed = threading.Condition()
        self._closed = False
        # a daemon: the process must be able to end while a model is loading
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Result], key: Hashable = None) -> Future[Result]:
        """Queue a job; cancelling its future before it starts means that it never does."""
        future: Future[Result] = Future()
        key = future if key is None else key
        with self._changed:
            replaced = self._waiting.get(key)
            self._waiting[key] = future, job  # in the place of the one it replaces
            self._changed.notify()
        if replaced and replaced[0].set_running_or_notify_cancel():
            replaced[0].set_exception(SupersededError("a newer request took its place"))
        return future

    async def run(self, job: Callable[[], Result], key: Hashable = None) -> Result:
        """Run a job and wait for it without holding up anything else."""
        return await asyncio.wrap_future(self.submit(job, key))

    def close(self) -> None:
        """Start no more jobs."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                future, job = self._waiting.pop(next(iter(self._waiting)))
            if future.set_running_or_notify_cancel():
                _run(future, job)


def _run(future: "Future[Any]", job: Callable[[], Any]) -> None:
    try:
        result = job()
    except BaseException as error:  # noqa: BLE001 - whoever waits for the future gets it
        future.set_exception(error)
    else:
        future.set_result(result)
