"""Where the words of one quotation stand in a text: all of them, all but for a few slips, or some of its clauses.

A slip is a word, or in Chinese a character, that is missing, added, replaced, or has changed places with the next.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from epigraph.quotes.marked import in_marks
from epigraph.quotes.quote import Quote
from epigraph.quotes.words import Words, wording, words
from epigraph.text.query import Language

SEED = 3  # words in a row that quotation and text must share
_SEEDS_A_SLIP = 4  # that are lost at most: so many when two words change places
WORDS_A_SLIP: dict[Language, int] = {"en": 6, "zh": 7}
_MOST_SLIPS = 6
_SHORTEST_WITH_SLIP = 5  # words; of fewer, one slip makes something else
_SHORTEST_PART: dict[Language, int] = {"en": 5, "zh": 7}

_CLAUSE_END = re.compile(r"[,;:.!?—–，；：。！？、]")
_NOT_SPACE = re.compile(r"\S|\n")


@dataclass(frozen=True, slots=True)
class Known:
    """A quotation with the keys of its words and the number of slips that it may have."""

    quote: Quote
    keys: list[str]
    slips: int

    @classmethod
    def of(cls, quote: Quote) -> "Known":
        """Prepare a quotation for comparison."""
        keys = wording(quote.text)
        slips = min(len(keys) // WORDS_A_SLIP[quote.language], _MOST_SLIPS)
        return cls(quote, keys, slips or int(len(keys) >= _SHORTEST_WITH_SLIP))


@dataclass(frozen=True, slots=True)
class Match:
    """A quotation at the words first..last of a text, the last one not included."""

    known: Known
    first: int
    last: int
    slips: int = 0
    whole: bool = True


def matches(known: Known, starts: Counter[int], text: Words) -> Iterator[Match]:
    """Yield where a quotation stands in a text; `starts` counts the seeds by the word at which it would start."""
    done = 0
    for start in sorted(starts):
        if start + len(known.keys) <= done:
            continue
        seeds = sum(starts[near] for near in range(start - known.slips, start + known.slips + 1))
        whole = _exact(known, start, text) or _near(known, start, seeds, text)
        if match := whole or _part(known, start, starts[start], text):
            done = match.last
            yield match


def _exact(known: Known, start: int, text: Words) -> Match | None:
    end = start + len(known.keys)
    return Match(known, start, end) if start >= 0 and text.keys[start:end] == known.keys else None


def _near(known: Known, start: int, seeds: int, text: Words) -> Match | None:
    """Return the quotation with slips, at or near a start."""
    slips, length = known.slips, len(known.keys)
    if not slips or seeds <= length - SEED - _SEEDS_A_SLIP * slips:
        return None
    low, high = max(0, start - slips), min(len(text.keys), start + length + slips)
    # cheap, and leaves few for the comparison in order
    around = set(text.keys[low:high])
    if sum(key in around for key in known.keys) < length - slips:
        return None
    spans = (
        (first, last)
        for first in range(low, start + slips + 1)
        for last in range(max(first + 1, start + length - slips), high + 1)
    )
    return _nearest(known, spans, text)


def _nearest(known: Known, spans: Iterable[tuple[int, int]], text: Words) -> Match | None:
    """Return the span with the fewest slips; of equal ones the most natural, then the longest."""
    found = []
    for first, last in spans:
        slips = OSA.distance(known.keys, text.keys[first:last], score_cutoff=known.slips)
        if slips <= known.slips:
            found.append((slips, *_oddity(known, first, last, text), first - last, first, last))
    if not found:
        return None
    slips, *_, first, last = min(found)
    if slips and _is_run(text.keys[first:last], known.keys):  # words left out at an end are no slips
        return Match(known, first, last, whole=False)
    return Match(known, first, last, slips)


def _oddity(known: Known, first: int, last: int, text: Words) -> tuple[bool, int, bool, int]:
    """Return what speaks against a span: no marks around it, words go on, other words at its ends, more clauses."""
    start, end = text.span(first, last)
    goes_on = (not _breaks_before(first, text)) + (not _breaks_before(last, text))
    clauses = len(_CLAUSE_END.findall(text.text, start, end))
    return not in_marks(text.text, start, end), goes_on, other_ends(known.keys, text.keys[first:last]), clauses


def other_ends(keys: list[str], part: list[str]) -> bool:
    """Return whether words begin or end otherwise than a quotation, even if two words at an end changed places."""
    return part[0] not in keys[:2] or part[-1] not in keys[-2:]


def _breaks_before(at: int, text: Words) -> bool:
    """Return whether more than a space stands before a word."""
    if at in (0, len(text.keys)):
        return True
    return bool(_NOT_SPACE.search(text.text, text.ends[at - 1], text.starts[at]))


def _is_run(part: list[str], keys: list[str]) -> bool:
    return any(keys[at : at + len(part)] == part for at in range(len(keys) - len(part) + 1))


def _part(known: Known, start: int, seeds: int, text: Words) -> Match | None:
    """Return the longest run of first or of last clauses that stands in the text."""
    least = _SHORTEST_PART[known.quote.language]
    if seeds <= least - SEED:
        return None
    for first, last in sorted(_clauses(known.quote), key=lambda part: part[0] - part[1]):
        at = start + first
        if last - first >= least and at >= 0 and text.keys[at : start + last] == known.keys[first:last]:
            return Match(known, at, start + last, whole=False)
    return None


def _clauses(quote: Quote) -> Iterator[tuple[int, int]]:
    """Yield the words of every run of first and of last clauses."""
    inside = words(quote.text)
    length = len(inside.keys)
    for at in range(1, length):
        if _CLAUSE_END.search(quote.text, inside.ends[at - 1], inside.starts[at]):
            yield 0, at
            yield at, length
