"""Diagnostics, pulled by VS Code and Neovim and pushed to Emacs, in every encoding and kind of text."""

import pytest
from lsprotocol import types

from lsp.columns import span
from lsp.editor import Editor
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("name", TEXTS)
async def test_each_open_placeholder_has_a_hint(editor: Editor, name: str) -> None:
    """It covers the placeholder exactly; an empty document has none."""
    made = TEXTS[name]
    told = await editor.diagnose(editor.open(made.text))
    expected = [] if made.is_empty else [span(made.text, *made.gap, editor.encoding)]
    assert [one.range for one in told] == expected
    assert all(one.severity == types.DiagnosticSeverity.Hint and one.code == "placeholder" for one in told)


async def test_wrong_words_and_names_are_told(editor: Editor) -> None:
    """A slip covers the quotation, a wrong name the name."""
    text = "😀\r\n“To be, or not to be, that is the query,” as Mark Twain said."
    uri = editor.open(text)
    wording, name = await editor.diagnose(uri)
    assert (wording.code, name.code) == ("wording", "attribution")
    assert wording.severity == name.severity == types.DiagnosticSeverity.Information
    start = text.index("To be")
    assert wording.range == span(text, start, text.index(",”"), editor.encoding)
    start = text.index("Mark Twain")
    assert name.range == span(text, start, start + len("Mark Twain"), editor.encoding)
    assert "William Shakespeare" in name.message


async def test_a_right_quotation_is_left_in_peace(editor: Editor) -> None:
    """Nothing is said of what is quoted as it stands and credited to who said it."""
    uri = editor.open("“To be, or not to be, that is the question,” as William Shakespeare wrote.")
    assert not await editor.diagnose(uri)


async def test_what_the_editor_has_already_is_not_sent_again(editor: Editor) -> None:
    """A pull with the last result id is answered with `unchanged`, until the text changes."""
    if not editor.pulls:
        pytest.skip("Emacs does not pull")
    made = TEXTS["cjk"]
    document = types.TextDocumentIdentifier(editor.open(made.text))
    first = await editor.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    again = types.DocumentDiagnosticParams(document, previous_result_id=first.result_id)
    assert isinstance(
        await editor.text_document_diagnostic_async(again), types.RelatedUnchangedDocumentDiagnosticReport
    )
    editor.change(document.uri, 0, 0, "𠮷")
    moved = await editor.text_document_diagnostic_async(again)
    assert isinstance(moved, types.RelatedFullDocumentDiagnosticReport)
    start, end = made.gap
    assert [one.range for one in moved.items] == [span("𠮷" + made.text, start + 1, end + 1, editor.encoding)]


async def test_pushed_diagnostics_go_when_the_document_is_closed(editor: Editor) -> None:
    """Who does not pull is told when there is nothing more to show."""
    if editor.pulls:
        pytest.skip("pulls")
    uri = editor.open(TEXTS["plain"].text)
    assert await editor.diagnose(uri)
    editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    while editor.diagnostics[uri]:
        await editor.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
