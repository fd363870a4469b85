"""One piece of work that the client shows as a progress bar, with a button to stop it."""

import asyncio
import logging
import uuid
from concurrent.futures import Future
from typing import Self

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from epigraph.errors import EpigraphError

logger = logging.getLogger(__name__)

_PATIENCE = 2.0  # seconds that the work waits for the client to make a bar; one that comes later is shown late


class StoppedError(EpigraphError):
    """The person stopped the work."""


class ProgressBar:
    """Made, begun and ended on the event loop; the work itself may report from any thread."""

    def __init__(self, server: LanguageServer, title: str, *, shown: bool) -> None:
        self._server = server
        self._title = title
        self._wanted = shown
        self._shown = False
        self._token = str(uuid.uuid4())
        self._stop: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._beginning = self._loop.create_task(self._begin())

    async def __aenter__(self) -> Self:
        await asyncio.wait([self._beginning], timeout=_PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._beginning.cancel()
        if self._shown:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(self._token, None)

    def report(self, message: str, done: int, total: int) -> None:
        """Tell how far the work is; raise StoppedError where the person wants no more of it."""
        if self._stop.cancelled():
            raise StoppedError("loading was stopped; the next request starts it again")
        report = types.WorkDoneProgressReport(message=message, percentage=100 * done // max(1, total))
        self._loop.call_soon_threadsafe(self._show, report)

    async def _begin(self) -> None:
        if not self._wanted:
            return
        progress = self._server.work_done_progress
        try:
            await progress.create_async(self._token)
        except JsonRpcException as error:
            logger.info("the client shows no progress: %s", error)
            return
        self._stop = progress.tokens[self._token]
        progress.begin(self._token, types.WorkDoneProgressBegin(self._title, cancellable=True, percentage=0))
        self._shown = True

    def _show(self, report: types.WorkDoneProgressReport) -> None:
        if self._shown:
            self._server.work_done_progress.report(self._token, report)
