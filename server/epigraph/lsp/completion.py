"""`textDocument/completion` and its resolve: the quotations for the gap at the cursor.

A list is for the text as it was asked for: an editor that has moved on knows what of it still holds, and one that
has not would, told that the text changed, show nothing. Only a newer request ends an older one.

When quotations are offered (setting `trigger`). The protocol does not tell a person's asking from an editor's own
asking while a word is typed: both are `Invoked`. So away from placeholders, `Invoked` counts as the person's where
no word ends at the cursor.

    placeholder   at a placeholder always; elsewhere when invoked between words
    pause         also when the editor asks by itself between words and the writer then stops typing for a moment
    manual        only when invoked, or to go on with a list that is shown

`pause` needs more trigger characters, which are told at `initialize`: chosen later, it holds from the next start.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lsprotocol import types

from epigraph.lsp.asking import Turn, edit_for
from epigraph.lsp.documents import Document
from epigraph.lsp.edits import text_edit
from epigraph.lsp.gaps import Gap, gap_at, is_between_words
from epigraph.lsp.markup import Writer, fit, label
from epigraph.lsp.session import Session
from epigraph.quotes.credit import credit
from epigraph.ranking.suggestion import Suggestion
from epigraph.settings import Trigger
from epigraph.text.context import Page
from epigraph.text.edit import Edit
from epigraph.text.placeholders import BRACKETS

TRIGGER_CHARACTERS = ["[", "]", "［", "］", "【", "】", ":", "："]
PAUSE_CHARACTERS = [" ", "“", "「", "，", "。"]

_PAUSE = 0.4  # seconds without a change
_PATIENCE = 5.0  # seconds that an asking person waits for a model to load
_NO_PATIENCE = 0.05  # an editor that asked by itself will ask again, with the next letter


@dataclass(frozen=True, slots=True)
class Place:
    """A gap in a version of a document."""

    document: Document
    page: Page
    gap: Gap


async def complete(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    """Return quotations for the cursor's gap, or nothing where none are wanted."""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    offset = document.lines.offset(params.position)
    kind = params.context.trigger_kind if params.context else types.CompletionTriggerKind.Invoked
    turn = Turn(session, document, "completion")
    page = await turn.page(offset)
    place = Place(document, page, gap_at(page, offset))
    trigger = session.settings(document).trigger
    if not is_wanted(trigger, kind, place.gap, between_words=is_between_words(page, offset)):
        return None
    invoked = kind == types.CompletionTriggerKind.Invoked
    if trigger == "pause" and place.gap.kind == "bare" and not invoked:
        await asyncio.sleep(_PAUSE)
        if not session.documents.is_current(document):
            return _list(session, place, ())
    try:
        found = await turn.suggest(page, place.gap, patience=patience(kind, place.gap))
    except TimeoutError:
        found = []  # the model is loading; being incomplete, the list is asked for again
    return _list(session, place, found)


def is_wanted(trigger: Trigger, kind: types.CompletionTriggerKind, gap: Gap, *, between_words: bool) -> bool:
    """Return whether to offer quotations; the module's docstring has the rules."""
    if gap.kind != "bare":
        return trigger != "manual" or kind != types.CompletionTriggerKind.TriggerCharacter
    return between_words and (trigger == "pause" or kind == types.CompletionTriggerKind.Invoked)


def patience(kind: types.CompletionTriggerKind, gap: Gap) -> float:
    """Return how many seconds to wait for a model: after the last key of a placeholder no editor asks again."""
    return _PATIENCE if kind == types.CompletionTriggerKind.Invoked or gap.kind == "placeholder" else _NO_PATIENCE


async def resolve(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """Add what is known of the quotation, and nothing else: the edit and the order stay."""
    data = item.data if isinstance(item.data, Mapping) else {}
    quote = await session.quote(str(data.get("id", "")))
    if quote is None:
        return item
    library = await session.engines.library()
    writer = Writer(markdown=session.client.markdown_completion)
    writer.add_quote(quote)
    writer.add_facts(quote, library.collection(quote.language).variants_of(quote))
    if isinstance(score := data.get("score"), float):
        writer.add(fit(score, data.get("words") or (), fits=bool(data.get("fits"))))
    content = writer.content()
    # markup of any kind, plain too, is for clients that name its kinds; Emacs names none
    item.documentation = content if session.client.markdown_completion else content.value
    return item


def _list(session: Session, place: Place, found: Sequence[Suggestion]) -> types.CompletionList:
    items = [_item(session, place, suggestion, row) for row, suggestion in enumerate(found)]
    if place.gap.kind == "partial":
        items.append(_placeholder_item(place, len(items)))
    shared = _share_range(items) if session.client.default_edit_range else None
    return types.CompletionList(is_incomplete=True, items=items, item_defaults=shared)


def _share_range(items: Sequence[types.CompletionItem]) -> types.CompletionItemDefaults | None:
    """Tell the range of the first item once for all that have it; some take a mark after the gap along."""
    first = items[0].text_edit if items else None
    if not isinstance(first, types.TextEdit):
        return None
    for item in items:
        if isinstance(item.text_edit, types.TextEdit) and item.text_edit.range == first.range:
            item.text_edit_text, item.text_edit = item.text_edit.new_text, None
    return types.CompletionItemDefaults(edit_range=first.range)


def _item(session: Session, place: Place, suggestion: Suggestion, row: int) -> types.CompletionItem:
    quote = suggestion.quote
    edit = edit_for(session, place.document, place.page, place.gap, quote)
    details = types.CompletionItemLabelDetails(description=quote.author) if quote.author else None
    return types.CompletionItem(
        label=label(quote.text),
        label_details=details if session.client.label_details else None,
        kind=types.CompletionItemKind.Text,
        detail=credit(quote) or None,
        sort_text=f"{row:04}",
        filter_text=_filter_text(place.document, edit),
        text_edit=text_edit(place.document, edit),
        # the lines of a block have their indent already
        insert_text_mode=types.InsertTextMode.AsIs if session.client.insert_text_mode else None,
        data={
            "id": quote.id,
            "score": round(suggestion.score, 4),
            "fits": suggestion.fits,
            "words": list(suggestion.words),
        },
    )


def _placeholder_item(place: Place, row: int) -> types.CompletionItem:
    """Offer the whole placeholder to whoever began to type it."""
    typed = place.page.text[place.gap.start : place.gap.end]
    closing = BRACKETS[typed[0]]
    begun = typed[1:].removesuffix(closing).casefold()
    name = next(name for name in place.page.names if name.casefold().startswith(begun))
    edit = Edit(place.gap.start, place.gap.end, f"{typed[0]}{name}{closing}")
    return types.CompletionItem(
        label=edit.text,
        kind=types.CompletionItemKind.Keyword,
        detail="a gap to be filled later",
        sort_text=f"{row:04}",
        filter_text=_filter_text(place.document, edit),
        text_edit=text_edit(place.document, edit),
    )


def _filter_text(document: Document, edit: Edit) -> str | None:
    """Return exactly the text that is replaced: editors hide an item that does not match it.

    Where nothing is replaced, editors have nothing to match and show all; an empty text would read as not given.
    """
    return document.text[edit.start : edit.end] or None
