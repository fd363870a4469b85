"""Change a text file so that no crash tears it and no other process's change is lost."""

import codecs
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from epigraph.errors import QuoteFileError
from epigraph.replacing import replace_file

_WAIT = 10  # seconds; a change takes milliseconds
Result = TypeVar("Result")


def rewrite(path: Path, change: Callable[[str], tuple[str, Result]]) -> Result:
    """Replace a text by what `change` makes of it, in one step and alone, and return its second value.

    A missing file has the text "". Bytes that are not UTF-8 come as lone surrogates and go back as they were.
    A symbolic link is followed.
    """
    path = path.resolve()
    with _explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f".{path.name}.lock"), timeout=_WAIT):
            before = path.read_bytes() if path.exists() else b""
            if before.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise QuoteFileError(f"{path}: UTF-16, expected UTF-8; save it as UTF-8 and try again")
            text, result = change(before.decode(errors="surrogateescape"))
            after = text.encode(errors="surrogateescape")
            if after != before:
                replace_file(path, after)
            return result


def write(path: Path, text: str) -> None:
    """Make a file of a text in one step, whatever it held before."""
    with _explained(path):
        replace_file(path.resolve(), text.encode())


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except Timeout as error:
        raise QuoteFileError(f"{path}: held by another process for {_WAIT} s; end it and try again") from error
    except OSError as error:
        raise QuoteFileError(f"{path}: {error.strerror or error}, expected a writable file") from error
