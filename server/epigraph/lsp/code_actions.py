"""`textDocument/codeAction` and its resolve: insert a quotation, fill all placeholders, mend what is misquoted."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lsprotocol import types

from epigraph.lsp.asking import Turn, edit_for
from epigraph.lsp.diagnostics import PLACEHOLDER, SOURCE
from epigraph.lsp.documents import Document
from epigraph.lsp.edits import workspace_edit
from epigraph.lsp.gaps import Gap, gap_at
from epigraph.lsp.markup import titled
from epigraph.lsp.reading import whole_page
from epigraph.lsp.session import Session
from epigraph.text.context import Page
from epigraph.text.edit import Edit

QUICK_FIX = types.CodeActionKind.QuickFix.value
INSERT = "refactor.rewrite.epigraph.insert"
HIDE = "refactor.rewrite.epigraph.hide"
FILL_ALL = "refactor.rewrite.epigraph.fillAll"
KINDS = [QUICK_FIX, INSERT, HIDE, FILL_ALL]

_OFFERED = 5
_TITLES = {"wording": "Correct the wording", "attribution": "Correct the name"}


async def code_actions(session: Session, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a range; those that must rank only at a placeholder, or when a person asks."""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return []
    only = params.context.only
    actions = list(_quick_fixes(session, document, params.context.diagnostics)) if is_asked(QUICK_FIX, only) else []
    asked = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
    start, end = document.lines.span(params.range)
    page = await Turn(session, document).page(start)
    gap = gap_at(page, start)
    if start < end and gap.kind != "placeholder":
        gap = Gap(start, end, "bare")
        asked &= only is not None  # selected words are replaced only for who wants a refactoring by name
    if asked or gap.kind == "placeholder":
        actions += await _for_gap(session, document, page, gap, params.context)
    whole = len(document.text) <= session.settings(document).max_document_size
    if whole and page.placeholders and is_asked(FILL_ALL, only) and (asked or session.client.lazy_actions):
        data = {"do": "fillAll", "uri": document.uri, "version": document.version}
        action = types.CodeAction("Fill all placeholders with the best fit", kind=FILL_ALL, data=data)
        actions.append(action if session.client.lazy_actions else await resolve(session, action))
    return actions


async def resolve(session: Session, action: types.CodeAction) -> types.CodeAction:
    """Add the edit to an action; one for an older version of the document gets none."""
    data = action.data if isinstance(action.data, Mapping) else {}
    document = session.documents.get(str(data.get("uri", "")))
    if document is None or document.version != data.get("version"):
        return action
    if data.get("do") == "fillAll":
        edits = await fill_all(session, document)
    else:
        edits = await _insertion(session, document, data)
    if not session.documents.is_current(document):
        return action
    action.edit = workspace_edit(document, edits, versioned=session.client.versioned_edits)
    return action


async def fill_all(session: Session, document: Document) -> list[Edit]:
    """Return edits that put the best quotation into each placeholder, none of them twice."""
    page = await whole_page(session, document)
    if page is None:
        return []
    edits: list[Edit] = []
    taken: set[str] = set()
    for found in page.placeholders:
        gap = Gap(found.start, found.end, "placeholder")
        suggestions = await Turn(session, document).suggest(page, gap, k=len(taken) + 1)
        quote = next((one.quote for one in suggestions if one.quote.saying not in taken), None)
        if quote:
            taken.add(quote.saying)
            edits.append(edit_for(session, document, page, gap, quote))
    return list(_apart(edits))


def is_asked(kind: str, only: Iterable[types.CodeActionKind | str] | None) -> bool:
    """Return whether a client wants actions of a kind; a wanted kind stands for all below it."""
    return only is None or any(f"{kind}.".startswith(f"{_value(wanted)}.") or not _value(wanted) for wanted in only)


async def _for_gap(
    session: Session, document: Document, page: Page, gap: Gap, context: types.CodeActionContext
) -> list[types.CodeAction]:
    """Return what can be done with the best quotations; the very best is the quick fix of an open placeholder."""
    only = context.only
    open_gaps = [one for one in context.diagnostics if one.source == SOURCE and one.code == PLACEHOLDER]
    mends = bool(open_gaps) and is_asked(QUICK_FIX, only)
    if not mends and not is_asked(INSERT, only) and not is_asked(HIDE, only):
        return []
    found = await Turn(session, document).suggest(page, gap, k=_OFFERED)
    place = {"do": "insert", "uri": document.uri, "version": document.version, "start": gap.start, "end": gap.end}
    actions = [
        types.CodeAction(f"Insert: {titled(one.quote)}", kind=INSERT, data={"id": one.quote.id, **place})
        for one in (found if is_asked(INSERT, only) else ())
    ]
    if found and mends:
        best = "Insert the best fit" if found[0].fits else "Insert what comes nearest"
        title, data = f"{best}: {titled(found[0].quote)}", {"id": found[0].quote.id, **place}
        actions.insert(0, types.CodeAction(title, kind=QUICK_FIX, data=data, diagnostics=open_gaps))
    if not session.client.lazy_actions:
        actions = [await resolve(session, action) for action in actions]
    if found and gap.kind == "placeholder" and is_asked(HIDE, only):
        title = f"Never suggest: {titled(found[0].quote)}"
        command = types.Command(title, "epigraph.hide", arguments=[{"id": found[0].quote.id}])
        actions.append(types.CodeAction(title, kind=HIDE, command=command))
    return actions


async def _insertion(session: Session, document: Document, data: Mapping[str, Any]) -> list[Edit]:
    """Return the edit of an action that we made for this very version; one that we did not make has none."""
    start, end = data.get("start"), data.get("end")
    quote = await session.quote(str(data.get("id", "")))
    if quote is None or not isinstance(start, int) or not isinstance(end, int):
        return []
    if not 0 <= start <= end <= len(document.text):
        return []
    gap = Gap(start, end, "bare")
    page = await Turn(session, document).page(gap.start)
    return [edit_for(session, document, page, gap, quote)]


def _quick_fixes(
    session: Session, document: Document, diagnostics: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """Yield what mends our own diagnostics, which carry the remedy, where the words are still those they speak of."""
    for diagnostic in diagnostics:
        data = diagnostic.data
        if diagnostic.source != SOURCE or diagnostic.code not in _TITLES:
            continue
        if not isinstance(data, Mapping) or not isinstance(new := data.get("newText"), str):
            continue
        start, end = document.lines.span(diagnostic.range)
        if document.text[start:end] != data.get("oldText"):
            continue
        edit = Edit(start, end, new)
        yield types.CodeAction(
            f"{_TITLES[str(diagnostic.code)]}: {edit.text}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=True,
            edit=workspace_edit(document, [edit], versioned=session.client.versioned_edits),
        )


def _apart(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Leave out edits that overlap an earlier one, as blocks for two placeholders of one line do."""
    done = 0
    for edit in edits:
        if edit.start >= done:
            yield edit
            done = edit.end


def _value(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
