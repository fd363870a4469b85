"""Read whole documents, in the background: which known quotations stand in them, and what is wrong with these."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from epigraph.lsp.documents import Document
from epigraph.lsp.session import Session
from epigraph.quotes.attributions import Credit, credited_to, misattributed
from epigraph.quotes.library import Library
from epigraph.quotes.people import is_somebodys
from epigraph.quotes.sightings import Sighting
from epigraph.text.context import Page
from epigraph.text.normal import CJK
from epigraph.text.query import Language

_SCRIPTS: tuple[tuple[Language, re.Pattern[str]], ...] = (("en", re.compile("[A-Za-z]{3}")), ("zh", re.compile(CJK)))


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a quotation that stands in a text: its words, or the name that is given for it at `credit`."""

    kind: Literal["wording", "attribution"]
    sighting: Sighting
    credit: Credit | None = None


async def whole_page(session: Session, document: Document) -> Page | None:
    """Return the page of a whole document, or None where that is longer than the settings allow."""
    settings = session.settings(document)
    if len(document.text) > settings.max_document_size:
        return None
    read = partial(session.documents.page, document, settings.placeholders)
    return await session.reading.run(read)


async def sightings_near(session: Session, page: Page, offset: int, reach: int) -> list[Sighting]:
    """Return the quotations that stand within reach of an offset."""
    library = await session.engines.library()
    start = max(0, offset - reach)
    part = page.prose[start : offset + reach]
    found = await session.reading.run(lambda: [sighting for sighting, _ in _sightings(library, part)])
    return [Sighting(one.quote, one.start + start, one.end + start, one.exact, one.whole) for one in found]


async def findings(session: Session, page: Page) -> list[Finding]:
    """Return what is wrong with the quotations that stand in a page."""
    library = await session.engines.library()
    return await session.reading.run(lambda: list(_findings(library, page.prose)))


def _sightings(library: Library, prose: str) -> Iterator[tuple[Sighting, Language]]:
    for language, script in _SCRIPTS:
        if script.search(prose):
            yield from ((sighting, language) for sighting in library.sightings(language, prose))


def _findings(library: Library, prose: str) -> Iterator[Finding]:
    for sighting, language in _sightings(library, prose):
        if not sighting.exact and is_somebodys(sighting.quote):  # a proverb has as many wordings as tellers
            yield Finding("wording", sighting)
        people = library.people(language)
        credit = credited_to(prose, sighting.start, sighting.end, people)
        if credit and misattributed(sighting.quote, credit, people):
            yield Finding("attribution", sighting, credit)
