"""One shard of a corpus to its pairs: read, find, filter, cut the windows. The unit that runs anywhere."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace

from epigraph.quotes.people import People
from epigraph.quotes.quote import Quote
from epigraph.text.context import Page
from epigraph.text.marks import enclosing
from epigraph.text.prose import prose
from epigraph.text.query import Language, Query
from epigraph.text.windows import fold
from epigraph_training.corpus import filters, lists
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.everyday import Everyday
from epigraph_training.corpus.files import Shard, opened
from epigraph_training.corpus.filters import About, Reason
from epigraph_training.corpus.occurrences import Occurrence, Searcher
from epigraph_training.corpus.pair import Pair
from epigraph_training.corpus.reading import Document, Problem, documents
from epigraph_training.corpus.sections import MARGIN, Section, sections

_OPENED = re.compile(r"[“‘\"'(「『《]\Z")
_STOP = re.compile(r"[.,;!?…。，；！？]{1,3}")


@dataclass(frozen=True, slots=True)
class Job:
    """What to look for; `digest` stands for all of it."""

    digest: str
    language: Language
    quotes: tuple[Quote, ...]
    everyday: float
    little_context: int


@dataclass(slots=True)
class Harvest:
    """What a shard gave: pairs, what was found but is no use of a quotation, and what could not be read.

    `own` are passages of the authors' own books: in another edition, or under another name, they are no use either.
    """

    pairs: list[Pair] = field(default_factory=list)
    own: list[Pair] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    documents: int = 0
    characters: int = 0

    def to_json(self) -> str:
        """Return the harvest as a JSON object."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return json.dumps(values, default=asdict)

    @classmethod
    def from_json(cls, text: str) -> "Harvest":
        """Read a harvest from its JSON object."""
        values = json.loads(text)
        pairs, own = ([Pair(**pair) for pair in values.pop(name)] for name in ("pairs", "own"))
        return cls(pairs, own, Counter(values.pop("dropped")), **values)


@dataclass(frozen=True, slots=True)
class _Use:
    """An occurrence with its context, or why it is none."""

    found: Occurrence
    offset: int
    matched: str
    query: Query
    reason: Reason | None


class Miner:
    """Searcher and filters for one job."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._searcher = Searcher(job.quotes, job.language)
        self._everyday = Everyday(job.language, People(job.quotes), job.everyday)

    def mine(self, shard: Shard) -> Harvest:
        """Return the pairs in the files of a shard; what cannot be read is a problem in it."""
        harvest = Harvest()
        for document in self._documents(shard):
            if isinstance(document, Problem):
                harvest.problems.append(f"{shard.corpus.name}: {document.name}: {document.reason}")
                continue
            try:
                self._add(shard.corpus.name, document, harvest)
            except CorpusError as error:
                harvest.problems.append(f"{shard.corpus.name}: {document.name}: {error}")
        return harvest

    def again(self, pair: Pair) -> Pair | Reason | None:
        """Return a pair that was found elsewhere as this job would have found it, or why not; None is not at all."""
        # windows have lost the space at the gap
        before = pair.left if _OPENED.search(pair.left) else f"{pair.left} "
        after = f" {pair.right}" if pair.right[:1].isalnum() else pair.right
        text = before + pair.matched + after
        start, end = len(before), len(before) + len(pair.matched)
        document = Document(pair.document, "plaintext", iter(()))
        about = About.of(pair.document, "")
        for use in self._uses(Section(text, 0, 0, len(text)), document, about):
            if start <= use.offset < end and use.found.quote.id == pair.quote_id:
                query = use.query
                return use.reason or replace(pair, matched=use.matched, left=query.left, right=query.right)
        return None

    def _documents(self, shard: Shard) -> Iterator[Document | Problem]:
        for file, stream in opened(shard):
            name = file.name.encode(errors="replace").decode()  # a name may be bytes that are no text
            if isinstance(stream, OSError):
                yield Problem(name, f"{stream.strerror or stream}, expected a readable file")
            else:
                yield from documents(name, stream, shard.corpus, self._job.language)

    def _add(self, source: str, document: Document, harvest: Harvest) -> None:
        """Add a document's pairs, all or, where it cannot be read to its end, none."""
        uses: list[_Use] = []
        length = 0
        about = About.of(document.name, "")
        for section in sections(document.blocks):
            if section.offset == 0:
                about = About.of(document.name, section.text)
            uses += self._uses(section, document, about)
            length = section.offset + section.last
        harvest.documents += 1
        harvest.characters += length
        own = filters.authors_of([use.found for use in uses])
        for use in uses:
            reason = use.reason or ("own book" if use.found.quote.author in own else None)
            quote, query = use.found.quote, use.query
            place = (source, document.name, use.offset)
            pair = Pair(*place, quote.id, quote.text, use.matched, query.left, query.right)
            if reason:
                harvest.dropped[reason] += 1
            else:
                harvest.pairs.append(pair)
            if reason == "own book":
                harvest.own.append(pair)

    def _uses(self, section: Section, document: Document, about: About) -> list[_Use]:
        """Return the occurrences that start in a section."""
        if self._is_without(section, document):
            return []
        page = prose(section.text, document.format)
        found = self._searcher.find(page)
        reasons: dict[int, Reason] = {}
        for one in found:
            if filters.runs_on(page, one):
                reasons[one.start] = "run-on"
            elif self._everyday.is_speech(page, one):
                reasons[one.start] = "everyday speech"
        others = [one for one in found if one.start not in reasons]
        crowded = lists.close_together(page, others, self._job.language)
        reasons |= dict.fromkeys(crowded, "list of quotations")
        marks = filters.licence_marks(section.text) if found else []
        reasons |= {one.start: "boilerplate" for one in found if filters.is_in_licence(one, marks)}
        return [
            self._use(section, page, one, about, reasons.get(one.start))
            for one in found
            if section.first <= one.start < section.last
        ]

    def _is_without(self, section: Section, document: Document) -> bool:
        """Return whether a section surely has no quotation: for Chinese quick to tell, as no tag is made of it."""
        if self._job.language == "en" or document.format == "plaintext" or "&#" in section.text:
            return False
        return not self._searcher.may_find(section.text)

    def _use(self, section: Section, page: str, found: Occurrence, about: About, reason: Reason | None) -> _Use:
        query = _query(page, found, self._job.language)
        reason = reason or next(self._reasons(section, page, found, about, query), None)
        return _Use(found, section.offset + found.start, fold(page[found.start : found.end]), query, reason)

    def _reasons(self, section: Section, page: str, found: Occurrence, about: About, query: Query) -> Iterator[Reason]:
        """Yield why an occurrence is no use of its quotation; the first counts."""
        if lists.is_listed(page, found):
            yield "list of quotations"
        if filters.is_own_book(found.quote, about):
            yield "own book"
        if filters.is_title(page, found):
            yield "title"
        if filters.is_in_poem(page, found):
            yield "whole poem"
        if filters.is_heading(section.text, page, found):
            yield "heading"
        if filters.is_boilerplate(query):
            yield "boilerplate"
        if filters.has_little_context(query, self._job.little_context):
            yield "little context"


def _query(page: str, found: Occurrence, language: Language) -> Query:
    """Return the windows as the server makes them, of the gap that the quotation would leave."""
    first = max(0, found.start - MARGIN)
    start, end = found.start - first, found.end - first
    near = page[first : found.end + MARGIN]
    stop = _STOP.match(near, end)
    # a stop inside the marks belongs to the quotation: the gap reaches from mark to mark
    if stop and enclosing(near[:start], near[stop.end() :])[0]:
        end = stop.end()
    return Page.read(near, "plaintext").query(start, end, language)


_miners: dict[str, Miner] = {}


def prepare(job: Job) -> None:
    """Make the automaton of a job once a process; a shard then needs the job's digest only, which is quick to send."""
    if job.digest not in _miners:
        _miners[job.digest] = Miner(job)


def mine_shard(digest: str, shard: Shard) -> Harvest:
    """Return the pairs in the files of a shard, by the job that this process has prepared."""
    return _miners[digest].mine(shard)
