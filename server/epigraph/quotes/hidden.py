"""What a person never wants to see again: `hidden.txt`, an id a line, the text behind it as a comment."""

from functools import partial
from pathlib import Path

from epigraph.quotes.files import read_text
from epigraph.quotes.quote import Quote
from epigraph.quotes.rewrite import rewrite


def hidden(directory: Path) -> frozenset[str]:
    """Return the ids of the hidden quotations; a missing file hides nothing."""
    path = _file(directory)
    text = read_text(path) if path.exists() else ""
    return frozenset(filter(None, map(_id, text.split("\n"))))


def hide(directory: Path, quote: Quote) -> bool:
    """Hide a quotation; tell whether it was visible."""
    return rewrite(_file(directory), partial(_with, quote=quote))


def unhide(directory: Path, quote_id: str) -> bool:
    """Show a quotation again; tell whether it was hidden."""
    path = _file(directory)
    return path.exists() and rewrite(path, partial(_without, quote_id=quote_id))


def _file(directory: Path) -> Path:
    return directory / "hidden.txt"


def _id(line: str) -> str:
    return line.partition("#")[0].strip("\ufeff\r\t ").lower()


def _with(text: str, quote: Quote) -> tuple[str, bool]:
    if quote.id in map(_id, text.split("\n")):
        return text, False
    gap = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{gap}{quote.id}  # {quote.text}\n", True


def _without(text: str, quote_id: str) -> tuple[str, bool]:
    lines = text.split("\n")
    kept = [line for line in lines if _id(line) != quote_id]
    return "\n".join(kept), len(kept) < len(lines)
