"""Write to the client from a thread of its own. A client that is busy writing, and so not reading, holds up nothing.

Else two full pipes could face each other: we wait for the client to read, and it waits for us.
"""

import io
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

_PATIENCE = 2.0  # seconds that the last messages have to get out


class Outbox(io.BytesIO):
    """What pygls takes for standard output."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        # a daemon: the process must be able to end though the client reads no more
        self._thread = Thread(target=self._work, name="epigraph-out", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> int:  # type: ignore[override] # pygls writes bytes only
        """Queue some bytes."""
        self._waiting.put(data)
        return len(data)

    def empty(self) -> None:
        """Wait until everything is written, for a moment."""
        self._waiting.put(None)
        self._thread.join(_PATIENCE)

    def _work(self) -> None:
        try:
            while (data := self._waiting.get()) is not None:
                self._file.write(data)
                self._file.flush()
        except OSError:
            pass  # the client is gone; the end of stdin tells the server
