"""`textDocument/hover`: what fits a placeholder, or what is known of a quotation that stands in the text."""

from lsprotocol import types

from epigraph.lsp.asking import Turn
from epigraph.lsp.documents import Document
from epigraph.lsp.gaps import Gap
from epigraph.lsp.markup import Writer, fit
from epigraph.lsp.reading import sightings_near
from epigraph.lsp.session import Session
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.context import Page

_SHOWN = 3
_REACH = 3_000  # characters; the longest quotation has fewer


async def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """Return what the pointer is on, or None where that is nothing of ours."""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    offset = document.lines.offset(params.position)
    turn = Turn(session, document)
    page = await turn.page(offset)
    placeholder = page.placeholder_at(offset)
    if placeholder:
        gap = Gap(placeholder.start, placeholder.end, "placeholder")
        found = await turn.suggest(page, gap, k=_SHOWN)
        clues = await turn.clues(page, gap, found[0].quote) if found else []
        return types.Hover(_told(session, found, clues), document.lines.range(gap.start, gap.end))
    return await _over_quotation(session, document, page, offset)


def _told(session: Session, found: list[Suggestion], clues: list[str]) -> types.MarkupContent:
    """Tell what fits, and of the best why: to find that out for all of them would take too long."""
    writer = Writer(markdown=session.client.markdown_hover)
    if found and not found[0].fits:
        writer.add("Nothing fits well; these come nearest.")
    for suggestion in found:
        writer.add_quote(suggestion.quote, f"· {fit(suggestion.score, suggestion.words, fits=suggestion.fits)}")
        writer.add(suggestion.quote.gloss)
        if suggestion is found[0]:
            writer.add_named("Because of", " … ".join(clues))
    if not found:
        writer.add("Nothing fits; take a hint or a filter away.")
    return writer.content()


async def _over_quotation(session: Session, document: Document, page: Page, offset: int) -> types.Hover | None:
    near = await sightings_near(session, page, offset, _REACH)
    sighting = next((one for one in near if one.start <= offset <= one.end), None)
    if sighting is None:
        return None
    quote = sighting.quote
    library = await session.engines.library()
    writer = Writer(markdown=session.client.markdown_hover)
    writer.add_quote(quote)
    if not sighting.exact:
        writer.add("The words here depart from it.")
    writer.add_facts(quote, library.collection(quote.language).variants_of(quote))
    return types.Hover(writer.content(), document.lines.range(sighting.start, sighting.end))
