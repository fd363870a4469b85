"""Ask the engine for the gap at a cursor: read the page, wait for the language, rank on the one ranking thread."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

from epigraph.engine import Engine
from epigraph.lsp.documents import Document
from epigraph.lsp.gaps import Gap
from epigraph.lsp.session import Session
from epigraph.lsp.worker import SupersededError
from epigraph.quotes.quote import Quote
from epigraph.quotes.sightings import verbatim
from epigraph.ranking.filters import Filter
from epigraph.ranking.shortlist import EXACT
from epigraph.ranking.suggestion import Suggestion
from epigraph.text.context import Page
from epigraph.text.edit import Edit
from epigraph.text.insertion import insertion
from epigraph.text.query import Query

Result = TypeVar("Result")

_NEAR = 20_000  # characters on each side in which a quotation that stands there is not offered again
_SPARE = 20  # so many of very many quotations may stand nearby, and there are still enough


class Turn:
    """One request's turn on the ranking thread. A newer one of the same purpose and document ends it.

    It ends at once, wherever the request is: else an older one, further on, would push the newer one out of the queue.
    """

    def __init__(self, session: Session, document: Document, purpose: str = "") -> None:
        self._session = session
        self._document = document
        self._key: Hashable = (purpose, document.uri) if purpose else object()  # a key of its own: nothing ends it
        session.turns[self._key] = self

    async def page(self, near: int) -> Page:
        """Return the page of the document around an offset."""
        names = self._session.settings(self._document).placeholders
        return await self._run(partial(self._session.documents.page, self._document, names, near))

    async def suggest(
        self,
        page: Page,
        gap: Gap,
        *,
        k: int | None = None,
        wanted: Filter | None = None,
        patience: float | None = None,
    ) -> list[Suggestion]:
        """Return quotations for a gap, best first.

        `patience` is how many seconds to wait for a language that is loading, before a TimeoutError.
        """
        session = self._session
        session.check_files()
        settings, language = session.settings(self._document), session.language(self._document)
        query = await self._run(partial(page.query, gap.start, gap.end, language))
        engine = await asyncio.wait_for(session.engines.ready(query.language), patience)

        def rank() -> list[Suggestion]:
            nearby = page.prose[max(0, gap.start - _NEAR) : gap.end + _NEAR]
            return recommend_unused(engine, query, nearby, k or settings.results, wanted or settings.filter)

        return await self._run(rank)

    def check(self) -> None:
        """Raise SupersededError where the document moved on, so that an edit for it would go astray."""
        if not self._session.documents.is_current(self._document):
            raise SupersededError("the document changed")

    async def clues(self, page: Page, gap: Gap, quote: Quote) -> list[str]:
        """Return the words around a gap that speak most for a quotation."""
        language = self._session.language(self._document)
        query = await self._run(partial(page.query, gap.start, gap.end, language))
        engine = await self._session.engines.ready(query.language)
        return [clue.text for clue in await self._run(partial(engine.explain, query, quote.id))]

    async def _run(self, job: Callable[[], Result]) -> Result:
        if self._session.turns.get(self._key) is not self:
            raise SupersededError("a newer request took its place")
        return await self._session.ranking.run(job, self._key)


def recommend_unused(engine: Engine, query: Query, nearby: str, k: int, wanted: Filter) -> list[Suggestion]:
    """Return the k best quotations that do not stand nearby.

    To recognise any of very many takes a minute to prepare, and gigabytes. Of these some more are asked for, and those
    left out that stand nearby word for word.
    """
    library = engine.library
    if len(library.collection(query.language)) <= EXACT:
        return engine.recommend(query, k, wanted, library.used_in(query.language, nearby))
    found = engine.recommend(query, k + _SPARE, wanted)
    used = verbatim([quote for one in found for quote in (one.quote, *one.variants)], nearby)
    return [one for one in found if used.isdisjoint(quote.id for quote in (one.quote, *one.variants))][:k]


def edit_for(session: Session, document: Document, page: Page, gap: Gap, quote: Quote) -> Edit:
    """Return the edit that puts a quotation into a gap, in the person's style."""
    return insertion(
        page,
        gap.start,
        gap.end,
        quote.text,
        language=quote.language,
        author=quote.author,
        work=quote.work,
        style=session.settings(document).insertion.style(document.format),
    )
