"""`textDocument/codeLens` and its resolve: what fits, above the line of each placeholder."""

from collections.abc import Mapping

from lsprotocol import types

from epigraph.lsp.asking import Turn
from epigraph.lsp.gaps import gap_at
from epigraph.lsp.reading import whole_page
from epigraph.lsp.session import PICKER, Session


async def code_lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return a lens for each placeholder; what it says is found when it is shown."""
    document = session.documents.get(params.text_document.uri)
    if document is None or not session.settings(document).code_lens:
        return []
    page = await whole_page(session, document)
    ranges = [document.lines.range(found.start, found.end) for found in page.placeholders] if page else []
    data = {"uri": document.uri, "version": document.version}
    return [types.CodeLens(range_, data=data) for range_ in ranges]


async def resolve(session: Session, lens: types.CodeLens) -> types.CodeLens:
    """Say on a lens how many quotations fit; a click lets the person choose, also where none does well."""
    data = lens.data if isinstance(lens.data, Mapping) else {}
    document = session.documents.get(str(data.get("uri", "")))
    if document is None or document.version != data.get("version"):
        lens.command = types.Command("Quotations…", "")
        return lens
    offset = document.lines.offset(lens.range.start)
    turn = Turn(session, document)
    page = await turn.page(offset)
    found = await turn.suggest(page, gap_at(page, offset))
    fitting = sum(suggestion.fits for suggestion in found)
    title = {0: "nothing fits well", 1: "1 quotation fits"}.get(fitting, f"{fitting} quotations fit")
    command = PICKER if session.has_picker else "epigraph.choose"
    place = {"uri": document.uri, "position": {"line": lens.range.start.line, "character": lens.range.start.character}}
    lens.command = types.Command(title, command if found else "", arguments=[place])
    return lens
