"""What is fuzzed: each target takes bytes and lets nothing out but what it promises."""  # noqa: INP001

import re
import tempfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import atheris
from lsprotocol import types

from epigraph.lsp.documents import Documents
from epigraph.model.wire import keeps_all_tensors
from epigraph.quotes.files import READERS, read_quotes
from epigraph.ranking.filters import Filter
from epigraph.settings import InsertionSettings, Layer, Settings, StyleOverride, resolve
from epigraph.text.context import Page
from epigraph.text.formats import FORMATS
from epigraph.text.insertion import insertion

_URI = "untitled:fuzzed"
_WORDS = ["auto", "en", "block", "corner", "pause", "cpu", "1590..1616", None]
_KINDS = (Settings, InsertionSettings, StyleOverride, Filter)
_NAMES = [re.sub(r"_(\w)", lambda found: found[1].upper(), one.name) for kind in _KINDS for one in fields(kind)]
_FOLDER = Path(tempfile.mkdtemp(prefix="epigraph-fuzz-"))


def documents(content: bytes) -> None:
    """Open any text, edit it anywhere, ask for a query and for an insertion anywhere."""
    data = atheris.FuzzedDataProvider(content)
    store = Documents(data.PickValueInList(list(types.PositionEncodingKind)))
    markup = data.PickValueInList(list(FORMATS))
    ends = [types.Position(data.ConsumeIntInRange(0, 9), data.ConsumeIntInRange(0, 99)) for _ in range(2)]
    first, last, typed = data.ConsumeIntInRange(0, 400), data.ConsumeIntInRange(0, 400), data.ConsumeUnicode(20)
    store.open(types.TextDocumentItem(_URI, markup, 1, data.ConsumeUnicode(400)))
    change = types.TextDocumentContentChangePartial(types.Range(*ends), typed)
    document = store.change(types.VersionedTextDocumentIdentifier(2, _URI), [change])
    if document is None:
        raise AssertionError("an open document was not changed")
    page = Page.read(document.text, markup)
    start, end = sorted((min(first, len(page.text)), min(last, len(page.text))))
    page.query(start, end)
    edit = insertion(page, start, end, "Well begun is half done", language="en", author="Aristotle", work="")
    document.lines.range(edit.start, edit.end)


def quote_files(content: bytes) -> None:
    """Read any bytes as a file of each format; content never raises."""
    suffix = sorted(READERS)[content[0] % len(READERS)] if content else ".md"
    file = _FOLDER / f"quotes{suffix}"
    file.write_bytes(content[1:])
    read_quotes(file, "own")


def settings(content: bytes) -> None:
    """Resolve any values under the names that there are; what is wrong in them is a problem, not an error."""
    data = atheris.FuzzedDataProvider(content)
    resolve([Layer("fuzz", _table(data, depth=3), trusted=data.ConsumeBool())])


def _table(data: atheris.FuzzedDataProvider, depth: int) -> dict[str, object]:
    names = [data.PickValueInList(_NAMES) for _ in range(data.ConsumeIntInRange(0, 4))]
    return {name: _value(data, depth) for name in names}


def _value(data: atheris.FuzzedDataProvider, depth: int) -> object:
    kind = data.ConsumeIntInRange(0, 5)
    if kind == 0 and depth:
        return _table(data, depth - 1)
    if kind == 1 and depth:
        return [_value(data, depth - 1) for _ in range(data.ConsumeIntInRange(0, 3))]
    choices = (data.ConsumeUnicode(8), data.ConsumeInt(8), data.ConsumeFloat(), data.ConsumeBool())
    return data.PickValueInList([*choices, *_WORDS])


def graphs(content: bytes) -> None:
    """Walk any bytes as a graph; what is none is a ValueError."""
    try:
        keeps_all_tensors(content)
    except ValueError:
        return


TARGETS: dict[str, Callable[[bytes], None]] = {
    "documents": documents,
    "quote_files": quote_files,
    "settings": settings,
    "graphs": graphs,
}
