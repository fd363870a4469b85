"""Which known quotations stand in a text, word for word or with a few slips. Takes prose, knows no markup.

Nobody should be told of slips in what is no quotation: for a quotation with slips, or a part of one, the words in
common must be rare, stand in quotation marks, or be credited to their author.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from epigraph.quotes.alignment import SEED, WORDS_A_SLIP, Known, Match, matches, other_ends
from epigraph.quotes.attributions import credited_to
from epigraph.quotes.marked import in_marks
from epigraph.quotes.people import People
from epigraph.quotes.quote import Quote
from epigraph.quotes.words import Words, words

_RARITY = 22.0  # the sum over the words in common; "in such a … as this" has less
_ELSEWHERE = 5_000  # texts assumed beside the collection, so that a small one has rare words too
_STOP = re.compile(r"[.!?。！？…]+|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A quotation at text[start:end], from its first word to its last.

    `exact`: the words are the quotation's but for case, punctuation, spelling and script; else the text departs
    from it. `whole`: all of it; else a part, which is always exact.
    """

    quote: Quote
    start: int
    end: int
    exact: bool
    whole: bool


class Recogniser:
    """Quotations by the runs of words in them, how rare each word is, and who their authors are."""

    def __init__(self, quotes: Iterable[Quote]) -> None:
        known = [Known.of(quote) for quote in quotes]
        self.people = People(one.quote for one in known)
        self._places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
        for row, one in enumerate(known):
            for at, run in enumerate(_runs(one.keys, min(SEED, len(one.keys)))):
                self._places[run].append((row, at))
        self._widths = {min(SEED, len(one.keys)) for one in known}
        frequency = Counter(key for one in known for key in set(one.keys))
        self._rarity = {key: math.log((len(known) + _ELSEWHERE) / count) for key, count in frequency.items()}
        self._known = known

    def find(self, prose: str) -> list[Sighting]:
        """Return the quotations in a text, in the text's order; of those that overlap, the best."""
        text = words(prose)
        found = [
            match
            for row, starts in self._seeds(text.keys).items()
            for match in matches(self._known[row], starts, text)
            if self._is_quoting(match, text)
        ]
        return [
            Sighting(match.known.quote, *text.span(match.first, match.last), exact=not match.slips, whole=match.whole)
            for match in _best(found, len(text.keys))
        ]

    def _seeds(self, keys: Sequence[str]) -> dict[int, Counter[int]]:
        """Return the rows that share runs with a text: at which words each would start, by how many runs."""
        found: dict[int, Counter[int]] = defaultdict(Counter)
        for width in self._widths:
            for at, run in enumerate(_runs(keys, width)):
                for row, offset in self._places.get(run, ()):
                    found[row][at - offset] += 1
        return found

    def _is_quoting(self, match: Match, text: Words) -> bool:
        """Return whether a match is more than an everyday phrase."""
        marked = in_marks(text.text, *text.span(match.first, match.last))
        return marked or self._is_distinctive(match, text) or self._is_credited(match, text)

    def _is_distinctive(self, match: Match, text: Words) -> bool:
        """Return whether nobody would write a match by chance."""
        if match.last - match.first < SEED:
            return False
        short = len(match.known.keys) < WORDS_A_SLIP[match.known.quote.language]
        if (short or match.slips) and _runs_on(match, text):
            return False
        if match.whole and not match.slips:
            return True
        return not short and not _plays(match, text) and self._shared_rarity(match, text) >= _RARITY

    def _is_credited(self, match: Match, text: Words) -> bool:
        credit = credited_to(text.text, *text.span(match.first, match.last), self.people)
        return credit is not None and match.known.quote.author in self.people.named(credit.name)

    def _shared_rarity(self, match: Match, text: Words) -> float:
        shared = set(match.known.keys).intersection(text.keys[match.first : match.last])
        return sum(self._rarity[key] for key in shared)


def verbatim(quotes: Iterable[Quote], prose: str) -> set[str]:
    """Return the ids of those of some quotations that stand in a text word for word; this needs no recogniser."""
    text = _parted(prose)
    return {quote.id for quote in quotes if _parted(quote.text) in text}


def _parted(text: str) -> str:
    return f" {' '.join(words(text).keys)} "


def _runs(keys: Sequence[str], width: int) -> Iterable[tuple[str, ...]]:
    return zip(*(keys[at:] for at in range(width)), strict=False)


def _runs_on(match: Match, text: Words) -> bool:
    """Return whether a match has more sentences than its quotation: "there was no time. Will tell you more"."""
    start, end = text.span(match.first, match.last)
    return len(_STOP.findall(text.text, start, end)) > len(_STOP.findall(match.known.quote.text[:-1]))


def _plays(match: Match, text: Words) -> bool:
    """Return whether a short quotation has another word at an end: "cheese is the last refuge of a scoundrel"."""
    short = len(match.known.keys) < 2 * WORDS_A_SLIP[match.known.quote.language]
    return short and bool(match.slips) and other_ends(match.known.keys, text.keys[match.first : match.last])


def _best(found: list[Match], length: int) -> list[Match]:
    """Return the matches without those that overlap a better one, in the text's order."""
    taken = bytearray(length)
    kept = []
    for match in sorted(found, key=_merit, reverse=True):
        if not any(taken[match.first : match.last]):
            taken[match.first : match.last] = b"\x01" * (match.last - match.first)
            kept.append(match)
    return sorted(kept, key=lambda match: match.first)


def _merit(match: Match) -> tuple[int, bool]:
    """Return what decides between matches that overlap: their words, of which each slip costs three."""
    return match.last - match.first - 3 * match.slips, match.whole
