"""A document that changes while a command waits."""

import asyncio
from types import SimpleNamespace

import pytest
from lsprotocol import types

from builders import make_quote
from epigraph.lsp.commands import insert
from epigraph.lsp.documents import Documents
from epigraph.lsp.worker import SupersededError, Worker
from epigraph.quotes.quote import Quote
from epigraph.settings import Settings

URI = "file:///essay.txt"


def test_nothing_is_inserted_into_a_newer_version() -> None:
    """The edit was made for the old one, where it would go astray."""
    documents = Documents("utf-16")
    documents.open(types.TextDocumentItem(URI, "plaintext", 1, "He said [Quote]"))

    async def quote(_: str) -> Quote:
        change = types.TextDocumentContentChangeWholeDocument("Once he said [Quote]")
        documents.change(types.VersionedTextDocumentIdentifier(2, URI), [change])
        return make_quote()

    ranking = Worker("test")
    session = SimpleNamespace(
        documents=documents, ranking=ranking, turns={}, settings=lambda _: Settings(), quote=quote
    )
    given = {"uri": URI, "id": "any", "position": {"line": 0, "character": 10}}
    with pytest.raises(SupersededError, match="the document changed"):
        asyncio.run(insert(session, given))  # type: ignore[arg-type]
    ranking.close()
