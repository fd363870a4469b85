"""The open documents, as the client says they are. pygls keeps a workspace of its own, which is not used.

Its lines end at U+2028 and other characters too, so that every edit after one of these goes astray.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.uris import to_fs_path

from epigraph.lsp.positions import Encoding, Lines
from epigraph.text.context import Page
from epigraph.text.formats import Format, format_of_language_id, format_of_path

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class Document:
    """One version of a document. It equals only itself: a client may send the same version and text twice."""

    uri: str
    version: int
    language_id: str
    text: str
    encoding: Encoding

    @cached_property
    def lines(self) -> Lines:
        """The lines of the text, found when first needed."""
        return Lines.of(self.text, self.encoding)

    @property
    def format(self) -> Format:
        """The markup: what the client calls it, or where that says nothing, what its name says."""
        named = format_of_language_id(self.language_id)
        return format_of_path(self.uri) if named == "plaintext" else named


class Documents:
    """All open documents by URI, and the page of each that was read last."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._open: dict[str, Document] = {}
        self._pages: dict[str, Page] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._open.values()))

    def get(self, uri: str) -> Document | None:
        """Return the present version of a document, or None where it is not open."""
        return self._open.get(uri)

    def open(self, item: types.TextDocumentItem) -> Document:
        """Take a document as it is opened."""
        language_id = item.language_id if isinstance(item.language_id, str) else ""  # lsprotocol lets anything pass
        return self._keep(item.uri, item.version, language_id, _whole(item.text))

    def change(
        self,
        identifier: types.VersionedTextDocumentIdentifier,
        changes: Iterable[types.TextDocumentContentChangeEvent],
    ) -> Document | None:
        """Apply changes one after the other; a document that is not open has none."""
        document = self._open.get(identifier.uri)
        if document is None:
            return None
        lines = document.lines
        for change in changes:
            lines = _changed(lines, change)
        return self._keep(document.uri, identifier.version, document.language_id, lines.text)

    def close(self, uri: str) -> None:
        """Forget a document."""
        self._open.pop(uri, None)
        self._pages.pop(uri, None)

    def is_current(self, document: Document) -> bool:
        """Return whether no newer version has come."""
        return self._open.get(document.uri) is document

    def page(self, document: Document, names: Sequence[str], near: int | None = None) -> Page:
        """Return the page of a document, read once a version; of a very long one the part near an offset."""
        page = self._pages.get(document.uri)
        known = page is not None and page.text is document.text and page.names == tuple(names)
        if page is None or not known or (near is None and page.end - page.start < len(page.text)):
            page = Page.read(document.text, document.format, names=names, near=near)
            if self.is_current(document):
                self._pages[document.uri] = page
            if document.uri not in self._open:  # asked last: the loop may close the document at any moment
                self._pages.pop(document.uri, None)
        return page if near is None else page.around(near, near)

    def _keep(self, uri: str, version: int, language_id: str, text: str) -> Document:
        document = self._open[uri] = Document(uri, version, language_id, text, self._encoding)
        return document


def path_of(uri: str) -> Path | None:
    """Return the file of a document, or of the notebook that a cell is in; None where it has none."""
    try:
        path = to_fs_path(uri)
        if path is None and uri.startswith("vscode-notebook-cell:"):
            path = unquote(urlsplit(uri).path)
    except ValueError:  # no URI at all
        return None
    return Path(path) if path else None


def _changed(lines: Lines, change: types.TextDocumentContentChangeEvent) -> Lines:
    new = _whole(change.text)
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return Lines.of(new, lines.encoding)
    return lines.edited(*lines.span(change.range), new)


def _whole(text: str) -> str:
    """Put U+FFFD, which is as wide in every encoding, for half a surrogate pair, which nothing after us can encode."""
    return _LONE_SURROGATE.sub("\ufffd", text)
