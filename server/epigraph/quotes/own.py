"""A person's own quotations: the files `quotes.*` of a directory, of which Epigraph writes `quotes.jsonl`.

It is the user's data directory, or the folder of a workspace.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from epigraph.belonging import belongs_to
from epigraph.errors import QuoteFileError
from epigraph.quotes.collection import Collection
from epigraph.quotes.files import READERS, Import, Problem, read_quotes, read_text
from epigraph.quotes.formats.entries import Entry
from epigraph.quotes.formats.jsonl import read_line, write_line
from epigraph.quotes.quote import Quote, merged
from epigraph.quotes.records import RecordError, quote_from_record, record_of
from epigraph.quotes.rewrite import rewrite

USER, WORKSPACE = "own", "workspace"  # the collections of the user and of a workspace
FOLDER = ".epigraph"  # where a workspace keeps what is its own

_NOT_HERE = "a link out of the workspace, expected a file in it; put the file itself there"


@dataclass(frozen=True, slots=True)
class Added:
    """How many quotations were new, how many told more of a known one, how many changed nothing."""

    new: int
    updated: int
    unchanged: int


def quotes_file(directory: Path) -> Path:
    """Return the file that Epigraph writes."""
    return directory / "quotes.jsonl"


def load(directory: Path, collection: str) -> Import:
    """Read the files `quotes.*` of known formats in order of name; what several say of one text is merged."""
    paths = [path for path in sorted(directory.glob("quotes.*")) if path.suffix.lower() in READERS]
    found = union(read_quotes(path, collection) for path in paths if _is_usable(path))
    found.problems.extend(Problem(path, 1, _NOT_HERE) for path in paths if not _is_usable(path))
    return found


def union(imports: Iterable[Import]) -> Import:
    """Return all imports as one; what a later one says of a text completes what an earlier one said."""
    result, quotes = Import(), []
    for found in imports:
        quotes.extend(found.quotes)
        result.problems.extend(found.problems)
        result.places.update(found.places)
    result.quotes.extend(Collection(quotes))
    return result


def add(directory: Path, quotes: Iterable[Quote]) -> Added:
    """Write quotations into `quotes.jsonl`; a known one gains what is new and loses nothing."""
    return rewrite(_written(directory), partial(_with_added, quotes=quotes))


def preview(directory: Path, quotes: Iterable[Quote]) -> Added:
    """Return what `add` would do."""
    path = quotes_file(directory)
    return _with_added(read_text(path) if path.exists() else "", quotes)[1]


def remove(directory: Path, quote_id: str) -> Quote | None:
    """Take a quotation out of `quotes.jsonl` and return it, or None where that file does not hold it."""
    path = _written(directory)
    return rewrite(path, partial(_without, quote_id=quote_id)) if path.exists() else None


def _written(directory: Path) -> Path:
    path = quotes_file(directory)
    if not _is_usable(path):
        raise QuoteFileError(f"{path}: {_NOT_HERE}")
    return path


def _is_usable(path: Path) -> bool:
    """Return whether to read and write a file; in a workspace, a link may lead to any file of the person."""
    return path.parent.name != FOLDER or belongs_to(path, path.parents[1])


def _with_added(text: str, quotes: Iterable[Quote]) -> tuple[str, Added]:
    lines = _lines(text)
    known: dict[str, tuple[int, Quote]] = {}
    for row, line in enumerate(lines):
        if quote := _quote(line):
            known.setdefault(quote.id, (row, quote))
    counts: Counter[str] = Counter()
    for quote in quotes:
        row, old = known.get(quote.id, (len(lines), None))
        whole = merged(old, quote) if old else quote
        if old and record_of(whole) == record_of(old):
            counts["unchanged"] += 1
        else:
            counts["updated" if old else "new"] += 1
            lines[row : row + 1] = [write_line(whole)]
            known[quote.id] = row, whole
    return "".join(lines), Added(counts["new"], counts["updated"], counts["unchanged"])


def _without(text: str, quote_id: str) -> tuple[str, Quote | None]:
    removed: Quote | None = None
    kept: list[str] = []
    for line in _lines(text):
        quote = _quote(line)
        if quote and quote.id == quote_id:
            removed = quote
        else:
            kept.append(line)
    return "".join(kept), removed


def _lines(text: str) -> list[str]:
    """Return the lines, each with its end, which the last may have lacked."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return lines[:-1] if lines[-1] == "\n" else lines


def _quote(line: str) -> Quote | None:
    """Return the quotation of a line, or None for a comment, a blank and what a person has half edited."""
    found = read_line(line.strip("\ufeff\r\n\t "), 1)
    try:
        return quote_from_record(found.record, collection="") if isinstance(found, Entry) else None
    except RecordError:
        return None
