"""Log what failed without its words: the message of an exception may hold what a person wrote."""

import logging
import traceback


def log_failure(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log the kind of an error and where it came from; its message only for who debugs."""
    places = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s failed: %s\n%s", what, type(error).__name__, places)
    logger.debug("%s failed", what, exc_info=error)
