"""Documents that no person would write cost a server its answer at most, never its life."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epigraph.text.context import Page
from epigraph.text.formats import FORMATS, Format
from epigraph.text.insertion import insertion
from lsp.wire import Wire
from trust.storms import open_letter, recommend

HUGE = {
    "one line of ten million characters": "word 😀 " * 1_400_000,
    "two hundred thousand lines": "A line of prose. [Quote]\n" * 200_000,
    "nothing but NUL": "\x00" * 100_000,
    "nothing but brackets": "[Quote: " * 100_000,
    "halves of surrogate pairs": "\ud83d \udfff [Quote]" * 1_000,
    "every kind of line end": "a\r\nb\rc\nd\u2028e\x85f\x0b" * 20_000,
}
# a scanner that looked ahead from each of them to the end would take hours
RUNS = ["```\\", "`a``b", "\\[", "$a", "[[a](", "<pre>", "<!--", "{{", "#a(", "::\n\n ", "#+begin_src\n", "http://a."]


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server that is ready."""
    with Wire(tmp_path_factory.mktemp("home")) as made:
        made.initialize()
        open_letter(made)
        assert recommend(made)
        yield made


@pytest.mark.parametrize("name", HUGE)
def test_a_monstrous_document_is_edited_and_asked_about(wire: Wire, name: str) -> None:
    """It is opened, changed at its end and completed there, and the next document is served as ever."""
    uri = f"untitled:{name}"
    item = {"uri": uri, "languageId": "markdown", "version": 1, "text": HUGE[name]}
    wire.write(
        json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}).encode()
    )
    end = {"line": 2**31 - 1, "character": 0}
    change = {"range": {"start": end, "end": end}, "text": " The end. [Quote]"}
    wire.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    given = {"uri": uri, "position": end, "k": 1}
    answer = wire.ask("workspace/executeCommand", {"command": "epigraph.recommend", "arguments": [given]})
    assert len(answer["result"]) == 1
    wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert recommend(wire)


@pytest.mark.parametrize("run", RUNS)
def test_unclosed_markup_is_read_in_one_pass(run: str) -> None:
    """A paragraph of a hundred thousand characters of one opening mark is read in every format."""
    text = run * (100_000 // len(run))
    for markup in FORMATS:
        assert len(Page.read(text, markup).prose) == len(text)


@settings(max_examples=150)
@given(st.text(st.characters(), max_size=60), st.sampled_from(list(FORMATS)), st.data())
def test_any_text_has_a_query_and_an_insertion(text: str, markup: Format, data: st.DataObject) -> None:
    """At every two offsets of any text there is a query, and an edit of that gap."""
    text = text.encode(errors="replace").decode()  # as the server keeps it
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    page = Page.read(text, markup)
    page.query(start, end)
    edit = insertion(page, start, end, "Well begun is half done", language="en", author="Aristotle", work="Politics")
    assert 0 <= edit.start <= start <= end <= edit.end <= len(text)
