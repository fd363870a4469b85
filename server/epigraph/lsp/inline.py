"""`textDocument/inlineCompletion`: the best quotation as ghost text, at a placeholder or where a sentence has ended."""

from lsprotocol import types

from epigraph.lsp.asking import Turn, edit_for
from epigraph.lsp.edits import text_edit
from epigraph.lsp.gaps import gap_at
from epigraph.lsp.session import Session
from epigraph.text.context import Page
from epigraph.text.edit import line_beside

_ENDS = (".", "!", "?", ":", "。", "！", "？", "：", "“", "「")
_PATIENCE = 0.05  # ghost text is unasked for, so it waits for no model


async def inline_completions(session: Session, params: types.InlineCompletionParams) -> types.InlineCompletionList:
    """Return the best quotation, or none where nobody would expect one or nothing fits well."""
    nothing = types.InlineCompletionList(items=[])
    document = session.documents.get(params.text_document.uri)
    if document is None or not session.settings(document).inline_completion:
        return nothing
    offset = document.lines.offset(params.position)
    turn = Turn(session, document, "inline completion")
    page = await turn.page(offset)
    gap = gap_at(page, offset)
    if gap.kind == "bare" and not is_after_sentence(page, offset):
        return nothing
    try:
        found = await turn.suggest(page, gap, k=1, patience=_PATIENCE)
    except TimeoutError:
        return nothing
    turn.check()
    items = []
    for suggestion in filter(lambda one: one.fits, found):
        edit = edit_for(session, document, page, gap, suggestion.quote)
        items.append(
            types.InlineCompletionItem(
                insert_text=edit.text,
                filter_text=document.text[edit.start : edit.end] or None,
                range=text_edit(document, edit).range,
            )
        )
    return types.InlineCompletionList(items)


def is_after_sentence(page: Page, offset: int) -> bool:
    """Return whether a line ends at an offset with a sentence, a colon or an opening mark."""
    before, after = line_beside(page.text, offset, offset)
    return not after.strip() and before.rstrip().endswith(_ENDS)
