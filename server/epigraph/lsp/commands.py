"""`workspace/executeCommand`: what clients build pickers, searches and status items from."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from epigraph.lsp import arguments
from epigraph.lsp.asking import Turn, edit_for
from epigraph.lsp.documents import Document
from epigraph.lsp.edits import text_edit, workspace_edit
from epigraph.lsp.gaps import Gap, gap_at
from epigraph.lsp.markup import titled
from epigraph.lsp.reading import whole_page
from epigraph.lsp.session import Session
from epigraph.lsp.status import status
from epigraph.quotes import own
from epigraph.quotes.hidden import hide, unhide
from epigraph.quotes.quote import Quote
from epigraph.quotes.records import RecordError, quote_from_record, record_of
from epigraph.quotes.search import search
from epigraph.ranking.suggestion import Suggestion, record_of_suggestion
from epigraph.text.context import Page
from epigraph.text.query import LANGUAGES

Command = Callable[..., Awaitable[object]]

_CHOICES = 5  # buttons that a message can have


async def recommend(session: Session, *given: object) -> list[dict[str, object]]:
    """Return the quotations for a cursor, each with the edit that inserts it."""
    wanted = arguments.read(arguments.Wanted, "epigraph.recommend", given)
    document = _document(session, wanted.uri)
    turn = Turn(session, document, "recommend")
    page, gap = await _gap(turn, document, wanted.position)
    only = None if wanted.filter is None else arguments.read_filter(wanted.filter)
    found = await turn.suggest(page, gap, k=wanted.k, wanted=only)
    turn.check()
    return [_with_edit(session, document, page, gap, suggestion) for suggestion in found]


async def insert(session: Session, *given: object) -> bool:
    """Put a quotation into the document; return whether the client did so."""
    choice = arguments.read(arguments.Choice, "epigraph.insert", given)
    if choice.position is None and choice.range is None:
        raise JsonRpcInvalidParams("epigraph.insert: found neither position nor range, expected one of them")
    at = choice.position or (choice.range.start if choice.range else types.Position(0, 0))
    document = _document(session, choice.uri)
    turn = Turn(session, document)
    page, gap = await _gap(turn, document, at)
    if choice.range:
        gap = Gap(*document.lines.span(choice.range), "bare")
    quote = await _quote(session, choice.id)
    turn.check()
    return await _apply(session, document, page, gap, quote)


async def choose(session: Session, *given: object) -> bool:
    """Let the person choose in a message of the client's, for clients without a picker; insert the choice."""
    place = arguments.read(arguments.Place, "epigraph.choose", given)
    document = _document(session, place.uri)
    turn = Turn(session, document)
    page, gap = await _gap(turn, document, place.position)
    found = await turn.suggest(page, gap, k=_CHOICES)
    quotes = {titled(suggestion.quote): suggestion.quote for suggestion in found}
    actions = [types.MessageActionItem(title) for title in quotes]
    message = "Which quotation?" if quotes else "No quotation fits; take a hint or a filter away."
    answer = await session.server.window_show_message_request_async(
        types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
    )
    if answer is None or answer.title not in quotes or not session.documents.is_current(document):
        return False
    return await _apply(session, document, page, gap, quotes[answer.title])


async def next_placeholder(session: Session, *given: object) -> types.Range | None:
    """Return the range of the first placeholder after a cursor, going round at the end, and show it."""
    place = arguments.read(arguments.Place, "epigraph.nextPlaceholder", given)
    document = _document(session, place.uri)
    offset = document.lines.offset(place.position)
    page = await Turn(session, document).page(offset)
    if page.end - page.start < len(page.text):  # the rest of a very long document, where the settings allow it
        page = await whole_page(session, document) or page
    found = next((one for one in page.placeholders if one.start > offset), next(iter(page.placeholders), None))
    if found is None:
        return None
    range_ = document.lines.range(found.start, found.end)
    if session.client.shows_documents:
        shown = types.ShowDocumentParams(document.uri, take_focus=True, selection=range_)
        session.background(session.server.window_show_document_async(shown))
    return range_


async def search_quotes(session: Session, *given: object) -> list[dict[str, object]]:
    """Return the quotations that have all the words; no words are all quotations."""
    words = arguments.read(arguments.Words, "epigraph.search", given)
    library = await session.engines.library()
    languages = (words.language,) if words.language else LANGUAGES
    all_own = (quote for quote in library.own if quote.language in languages)
    quotes = all_own if words.own else (quote for language in languages for quote in library.collection(language))
    found = await session.reading.run(lambda: search(quotes, [words.query]))
    return [{"id": quote.id, **record_of(quote)} for quote in found[: max(0, words.limit)]]


async def hide_quote(session: Session, *given: object) -> bool:
    """Never suggest a quotation again; return whether it was visible."""
    quote = await _quote(session, arguments.read(arguments.Id, "epigraph.hide", given).id)
    done = await session.reading.run(lambda: hide(session.home.data, quote))
    library = await session.engines.library()
    library.hidden |= {quote.id}
    return done


async def unhide_quote(session: Session, *given: object) -> bool:
    """Suggest a quotation again; return whether it was hidden."""
    quote_id = arguments.read(arguments.Id, "epigraph.unhide", given).id
    done = await session.reading.run(lambda: unhide(session.home.data, quote_id))
    library = await session.engines.library()
    library.hidden -= {quote_id}
    return done


async def add_quote(session: Session, *given: object) -> dict[str, object]:
    """Add a quotation to a person's own, or with `workspace` to those of the first workspace folder."""
    record = dict(given[0]) if given and isinstance(given[0], Mapping) else {}
    in_workspace = record.pop("workspace", False)
    workspaces = session.configuration.workspaces
    if in_workspace and not workspaces:
        raise JsonRpcInvalidParams("epigraph.addQuote: found no workspace folder, expected one; leave workspace out")
    try:
        quote = quote_from_record(record, own.WORKSPACE if in_workspace else own.USER)
    except RecordError as error:
        raise JsonRpcInvalidParams(f"epigraph.addQuote: {error}") from error
    directory = workspaces[0] / own.FOLDER if in_workspace else session.home.data
    added = await session.reading.run(lambda: own.add(directory, [quote]))
    await session.apply_settings()  # so that whoever asks next finds it
    return {"id": quote.id, "new": bool(added.new), "file": str(own.quotes_file(directory))}


async def reload(session: Session, *given: object) -> None:
    """Read settings and quotes anew and load what is in use again."""
    arguments.read(arguments.Nothing, "epigraph.reload", given)
    session.configuration.forget()
    await session.apply_settings(anew=True)


async def tell_status(session: Session, *given: object) -> dict[str, object]:
    """Return what works and what does not."""
    arguments.read(arguments.Nothing, "epigraph.status", given)
    return status(session, await session.engines.current())


COMMANDS: dict[str, Command] = {
    "epigraph.recommend": recommend,
    "epigraph.insert": insert,
    "epigraph.choose": choose,
    "epigraph.nextPlaceholder": next_placeholder,
    "epigraph.search": search_quotes,
    "epigraph.hide": hide_quote,
    "epigraph.unhide": unhide_quote,
    "epigraph.addQuote": add_quote,
    "epigraph.reload": reload,
    "epigraph.status": tell_status,
}


def _document(session: Session, uri: str) -> Document:
    document = session.documents.get(uri)
    if document is None:
        raise JsonRpcInvalidParams(f"{uri}: not an open document; open it first")
    return document


async def _gap(turn: Turn, document: Document, position: types.Position) -> tuple[Page, Gap]:
    offset = document.lines.offset(position)
    page = await turn.page(offset)
    return page, gap_at(page, offset)


async def _quote(session: Session, quote_id: str) -> Quote:
    quote = await session.quote(quote_id)
    if quote is None:
        raise JsonRpcInvalidParams(f"{quote_id!r:.60}: no quotation has this id; epigraph.search finds ids")
    return quote


async def _apply(session: Session, document: Document, page: Page, gap: Gap, quote: Quote) -> bool:
    edit = edit_for(session, document, page, gap, quote)
    changes = workspace_edit(document, [edit], versioned=session.client.versioned_edits)
    result = await session.server.workspace_apply_edit_async(
        types.ApplyWorkspaceEditParams(changes, "Insert quotation")
    )
    return result.applied


def _with_edit(session: Session, document: Document, page: Page, gap: Gap, suggestion: Suggestion) -> dict[str, Any]:
    edit = text_edit(document, edit_for(session, document, page, gap, suggestion.quote))
    return {**record_of_suggestion(suggestion), "edit": edit}
