"""The store of documents: edits against a plain string, formats, paths, pages."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from epigraph.lsp.documents import Document, Documents, path_of
from epigraph.lsp.positions import Lines
from epigraph.text import context
from epigraph.text.placeholders import DEFAULT_NAMES

UTF16 = types.PositionEncodingKind.Utf16
URI = "file:///essay.md"

texts = st.text(st.sampled_from("ab\r\n\u2028é引😀"), max_size=20)


def opened(text: str, *, language_id: str = "markdown", uri: str = URI) -> tuple[Documents, Document]:
    """Make a store with one document in it."""
    documents = Documents(UTF16)
    return documents, documents.open(types.TextDocumentItem(uri, language_id, 1, text))


def versioned(version: int, uri: str = URI) -> types.VersionedTextDocumentIdentifier:
    """Name a version of a document."""
    return types.VersionedTextDocumentIdentifier(version=version, uri=uri)


@given(texts, st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), texts), max_size=5), st.data())
def test_edits_make_the_text_that_slicing_makes(
    text: str, edits: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    """Incremental changes in a client's columns give what the same changes of a plain string give."""
    encoding = data.draw(st.sampled_from(list(types.PositionEncodingKind)))
    documents = Documents(encoding)
    documents.open(types.TextDocumentItem(URI, "markdown", 1, text))
    expected, changes = text, []
    for first, last, new in edits:
        start, end = sorted((min(first, len(expected)), min(last, len(expected))))
        lines = Lines.of(expected, encoding)
        # an offset between CR and LF cannot be named: go by what the client can say
        start, end = lines.offset(lines.position(start)), lines.offset(lines.position(end))
        changes.append(types.TextDocumentContentChangePartial(range=lines.range(start, end), text=new))
        expected = expected[:start] + new + expected[end:]
    document = documents.change(versioned(2), changes)
    assert document
    assert (document.text, document.version) == (expected, 2)


def test_a_separator_of_unicode_does_not_shift_edits() -> None:
    """An edit below U+2028 goes where the client means it."""
    documents, _ = opened("one\u2028two\nthree\n")
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(1, 0), types.Position(1, 5)), text="four"
    )
    document = documents.change(versioned(2), [change])
    assert document
    assert document.text == "one\u2028two\nfour\n"


def test_a_whole_text_replaces_the_document() -> None:
    """A change without a range is the new text."""
    documents, first = opened("one")
    second = documents.change(versioned(7), [types.TextDocumentContentChangeWholeDocument(text="two")])
    assert second
    assert (second.text, second.version, second.language_id) == ("two", 7, "markdown")
    assert not documents.is_current(first)
    assert documents.is_current(second)


def test_changes_of_a_document_that_is_not_open_are_ignored() -> None:
    """A client that is out of order breaks nothing."""
    documents = Documents(UTF16)
    assert documents.change(versioned(1), [types.TextDocumentContentChangeWholeDocument(text="x")]) is None
    documents.close(URI)
    assert documents.get(URI) is None


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    """What nothing can encode does not get in, and columns stay as they were."""
    _, document = opened("a\ud83db")
    assert document.text == "a\ufffdb"


@pytest.mark.parametrize(
    ("language_id", "uri", "expected"),
    [
        ("latex", "untitled:Untitled-1", "latex"),
        ("plaintext", "file:///a/notes.org", "org"),
        ("unheard-of", "file:///a/b.typ", "typst"),
        ("plaintext", "untitled:Untitled-1", "plaintext"),
        ("", "git:/x?y", "plaintext"),
    ],
)
def test_the_format_is_the_clients_word_or_else_the_names(language_id: str, uri: str, expected: str) -> None:
    """A language id that we know counts; else the suffix does."""
    assert opened("", language_id=language_id, uri=uri)[1].format == expected


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a%20b/c.md", Path("/a b/c.md")),
        ("vscode-notebook-cell:/a/n.ipynb#W0", Path("/a/n.ipynb")),
        ("untitled:Untitled-1", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_paths_are_those_of_files_and_notebooks(uri: str, path: Path | None) -> None:
    """Other schemes, and what is no URI at all, have no path."""
    assert path_of(uri) == path


def test_a_page_is_read_once_a_version() -> None:
    """The same version and names give the same page; other names or a new version give another."""
    documents, document = opened("A [Quote] b.")
    page = documents.page(document, DEFAULT_NAMES)
    assert documents.page(document, DEFAULT_NAMES, near=3) is page
    assert documents.page(document, ("Citation",)) is not page
    newer = documents.change(versioned(2), [types.TextDocumentContentChangeWholeDocument(text="Nothing.")])
    assert newer
    assert documents.page(newer, DEFAULT_NAMES).placeholders == ()


def test_a_part_of_a_page_does_not_pass_for_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a look at one end of a long document, whoever wants all of it gets all of it."""
    monkeypatch.setattr(context, "PAGE_LIMIT", 100_000)
    documents, document = opened("[Quote]\n" + "word word\n" * 20_000 + "[Quote]\n")
    assert len(documents.page(document, DEFAULT_NAMES, near=0).placeholders) == 1
    assert len(documents.page(document, DEFAULT_NAMES).placeholders) == 2
