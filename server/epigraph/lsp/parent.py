"""End this process when the editor that started it is gone without a word."""

import asyncio
import logging
import os

logger = logging.getLogger(__name__)

_SECONDS = 3.0  # between two looks


async def end_with(process_id: int) -> None:
    """Look from time to time whether a process lives, and end at once when it does not."""
    if os.name != "posix":
        return  # there, the end of stdin tells; os.kill with signal 0 would end the editor
    while _lives(process_id):
        await asyncio.sleep(_SECONDS)
    logger.warning("process %d, which started this server, is gone", process_id)
    os._exit(1)  # a thread may be waiting in a read of stdin for ever


def _lives(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is somebody else's, but it is there
    return True
