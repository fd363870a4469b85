"""Which occurrences are no use of a quotation, and why: the author's own book, a title, a heading, boilerplate.

Each rule is a function of its own; the miner asks them in a fixed order and counts the first that applies.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from epigraph.quotes.people import is_everyday, is_somebodys, mentions
from epigraph.quotes.quote import Quote
from epigraph.quotes.words import wording
from epigraph.text.normal import CJK
from epigraph.text.query import Query
from epigraph_training.corpus.occurrences import Occurrence

Reason = Literal[
    "run-on",
    "everyday speech",
    "list of quotations",
    "own book",
    "title",
    "whole poem",
    "heading",
    "boilerplate",
    "little context",
]

_OWN_SAYINGS = 6  # of one author in a document, if they are half of all, make it his book

_STOP = re.compile(r"[.!?。！？…]+(?=\s|\w|\Z)|\n\s*\n")
_MARK = re.compile(r"[.,;:!?—…，。；：！？、]+")  # whoever quotes may put a stop where a printing has a comma
_HEADER = re.compile(r"^[ \t]*(?:Title|Author|书名|作者)[ \t]*[:：][ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)
_MARKED_HEADING = re.compile(r"(?:^|\n)[ \t]*#{1,6}[ \t][^\n]*\Z|<h[1-6][^<>]*>[^<]*\Z", re.IGNORECASE)
_NUMBERING = re.compile(r"(?:chapter|book|part|canto|act|scene|no|第|[\divxlc]|章|节|回|卷|\W)*", re.IGNORECASE)
_PARAGRAPH_START, _PARAGRAPH_END = re.compile(r"(?:\A|\n)[ \t]*\n"), re.compile(r"\n[ \t]*(?:\n|\Z)|\Z")
_CHAPTER = re.compile(
    r"(?:\b(?:chapter|book|part|canto|act|scene)\s+(?:\d+|[ivxlc]+)|第\w{1,5}[章节回卷])\W*\Z", re.IGNORECASE
)
_LEADS_IN = re.compile(r"[:：,，—–-]\s*\Z")
_FORMAL = re.compile(
    r"project gutenberg|gutenberg-tm|all rights reserved|copyright (?:\(c\)|©|\d{4})|\bisbn\b|terms of (?:use|service)"
    r"|public domain|(?:prev|next) by (?:date|thread)|版权所有|未经许可|转载请注明",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"\*\*\* ?(START|END) OF (?:THE|THIS) PROJECT GUTENBERG")
_LONG_WORD = re.compile(r"\b[^\W\d_]{4,}")
_VERSE = re.compile(rf"{CJK}+")
_VERSE_LENGTHS = {5, 7}  # characters of a line; prose too has many clauses of four
_VERSE_REACH = 200  # characters on each side
_VERSES = 4  # lines that go on around a quotation: two couplets
_RULER = re.compile(r"\s+|([^\w\s])\1{2,}")
_LETTERS = 0.6  # of the characters of a passage that is no table, index or drawing


@dataclass(frozen=True, slots=True)
class About:
    """What a document says of itself: its name in the corpus, and the title and author in its head."""

    text: str

    @classmethod
    def of(cls, name: str, head: str) -> "About":
        """Read what the name and the first lines of a document say."""
        return cls(" ".join([*re.split(r"[/_.#]+", name), *_HEADER.findall(head[:4_000])]))


def licence_marks(text: str) -> list[tuple[int, str]]:
    """Return where the body of an e-book starts and ends, and which it is; a text may hold several."""
    return [(mark.start(), mark[1]) for mark in _LICENCE.finditer(text)]


def is_in_licence(found: Occurrence, marks: Sequence[tuple[int, str]]) -> bool:
    """Return whether a quotation is outside of an e-book's body: after a mark of an end, or before one of a start."""
    before = [kind for at, kind in marks if at < found.start]
    after = [kind for at, kind in marks if at >= found.start]
    return before[-1:] == ["END"] or after[:1] == ["START"]


def runs_on(prose: str, found: Occurrence) -> bool:
    """Return whether a match has more sentence ends than its quotation has marks: "there was no time. Will tell"."""
    return len(_STOP.findall(prose, found.start, found.end)) > len(_MARK.findall(found.quote.text[:-1]))


def is_title(prose: str, found: Occurrence) -> bool:
    """Return whether a match is spelled as titles are: each longer word with a capital, which the quotation has not."""
    matched, text = prose[found.start : found.end], found.quote.text
    # the first word has a capital anyway
    longer, usual = (_LONG_WORD.findall(" ".join(line.split()[1:])) for line in (matched, text))
    if not longer or matched.isupper():
        return False
    return all(word[0].isupper() for word in longer) and not set(longer) <= set(usual)


def is_in_poem(prose: str, found: Occurrence) -> bool:
    """Return whether two couplets of the lines' own length stand around a line of Chinese verse: a poem in full."""
    lengths = {len(line) for line in _VERSE.findall(prose, found.start, found.end)}
    if len(lengths) > 1 or not lengths <= _VERSE_LENGTHS:
        return False
    before = reversed(_VERSE.findall(prose, max(0, found.start - _VERSE_REACH), found.start))
    after = _VERSE.findall(prose, found.end, found.end + _VERSE_REACH)
    around = [line for side in (before, after) for line in takewhile(lambda line: len(line) in lengths, side)]
    return len(around) >= _VERSES


def is_own_book(quote: Quote, about: About) -> bool:
    """Return whether a document is by the quotation's author, or is the work it comes from."""
    work = re.sub(r"\(.*?\)", "", quote.work).split("·")[0].strip("《》 ")
    if quote.language == "zh":
        return any(len(name) > 1 and name in about.text for name in (quote.author, work))
    title, author, named = wording(about.text), wording(quote.author), wording(work)
    if author and set(author) <= set(title):
        return True
    last = quote.author.rpartition(" ")[2]
    if is_somebodys(quote) and not is_everyday(last) and mentions(about.text, quote.author):
        return True
    return len(named) > 1 and any(title[at : at + len(named)] == named for at in range(len(title)))


def authors_of(found: Sequence[Occurrence]) -> set[str]:
    """Return whose book a document must be, by how many sayings of one author stand in it."""
    sayings: dict[str, set[str]] = defaultdict(set)
    for one in found:
        sayings[one.quote.author if is_somebodys(one.quote) else ""].add(one.quote.saying)
    counts = Counter({author: len(ids) for author, ids in sayings.items()})
    total = counts.total()
    return {author for author, n in counts.items() if author and n >= _OWN_SAYINGS and 2 * n >= total}


def is_heading(text: str, prose: str, found: Occurrence) -> bool:
    """Return whether a quotation is a heading: marked as one, or a paragraph of its own that nothing leads to."""
    if _MARKED_HEADING.search(text, max(0, found.start - 200), found.start):
        return True
    starts = [match.end() for match in _PARAGRAPH_START.finditer(prose, max(0, found.start - 400), found.start)]
    ending = _PARAGRAPH_END.search(prose, found.end)
    before = prose[starts[-1] if starts else max(0, found.start - 400) : found.start]
    after = prose[found.end : ending.start() if ending else len(prose)]
    if not (_NUMBERING.fullmatch(before) and _NUMBERING.fullmatch(after[:80])):
        return False
    if _CHAPTER.search(prose, max(0, found.start - 400), found.start):
        return True
    if re.search(r"[\"“”「」『』‘]", before + after[:80]):
        return False
    return not _LEADS_IN.search(prose, max(0, found.start - len(before) - 20), found.start - len(before))


def is_boilerplate(query: Query) -> bool:
    """Return whether a context is legal text or navigation, or mostly no words."""
    context = query.left + query.right
    if _FORMAL.search(context):
        return True
    plain = _RULER.sub("", context)
    return sum(char.isalpha() for char in plain) < _LETTERS * len(plain)


def has_little_context(query: Query, least: int) -> bool:
    """Return whether the windows together have fewer words, or Chinese characters, than they should."""
    return len(wording(f"{query.left} {query.right}")) < least
