"""Contexts that are the same passage: in another edition, in a mail that quotes a mail, on the other side of a split.

Contexts are compared by runs of words: long enough that two people hardly write the same one, short enough that an
edition's misprints leave some.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from epigraph.quotes.words import wording
from epigraph.text.query import Language
from epigraph_training.corpus.pair import SPLITS, Pair

_RUN: dict[Language, int] = {"en": 8, "zh": 12}  # words, characters


def without_duplicates(pairs: Iterable[Pair], language: Language) -> list[Pair]:
    """Return the pairs without those of a quotation that share a run on both sides, or on the only side they have.

    On one side alone it may be the lines that follow in a poem, quoted by two people.
    """
    by_quote: dict[str, list[Pair]] = defaultdict(list)
    # of two the one whose place is known stays
    for pair in sorted(pairs, key=lambda pair: (pair.offset < 0, pair)):
        by_quote[pair.quote_id].append(pair)
    return sorted(pair for group in by_quote.values() for pair in _distinct(group, language))


def without_leaks(pairs: Sequence[Pair], language: Language) -> list[Pair]:
    """Return the pairs without those that share a run with a test pair, or in training with a validation pair."""
    known: set[int] = set()
    kept = []
    for split in reversed(SPLITS):
        side = [
            (pair, _runs(pair.left, language) | _runs(pair.right, language)) for pair in pairs if pair.split == split
        ]
        clean = [(pair, runs) for pair, runs in side if not runs & known]
        kept += [pair for pair, _ in clean]
        known.update(run for _, runs in clean for run in runs)
    return sorted(kept)


def without_copies(pairs: Iterable[Pair], originals: Iterable[Pair], language: Language) -> list[Pair]:
    """Return the pairs without those whose passage is one of the originals."""
    known: dict[str, _Passages] = defaultdict(lambda: _Passages(language))
    for pair in originals:
        known[pair.quote_id].add(pair)
    return [pair for pair in pairs if pair not in known[pair.quote_id]]


def _distinct(group: Sequence[Pair], language: Language) -> list[Pair]:
    kept: list[Pair] = []
    seen = _Passages(language)
    for pair in group:
        if pair not in seen:
            seen.add(pair)
            kept.append(pair)
    return kept


class _Passages:
    """Contexts of one quotation, by the runs on each side."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._texts: dict[tuple[str, str], int] = {}
        self._sides: tuple[dict[int, set[int]], ...] = (defaultdict(set), defaultdict(set))

    def add(self, pair: Pair) -> None:
        """Remember a context."""
        row = self._texts.setdefault((pair.left, pair.right), len(self._texts))
        for text, rows in zip((pair.left, pair.right), self._sides, strict=True):
            for run in _runs(text, self._language):
                rows[run].add(row)

    def __contains__(self, pair: Pair) -> bool:
        """Return whether a context shares a run with one of these on both sides, or on the only side it has."""
        if (pair.left, pair.right) in self._texts:
            return True
        sides = zip((pair.left, pair.right), self._sides, strict=True)
        runs = [(_runs(text, self._language), rows) for text, rows in sides]
        like = [{row for run in found if run in rows for row in rows[run]} for found, rows in runs if found]
        return bool(like and set.intersection(*like))


def _runs(text: str, language: Language) -> set[int]:
    keys, width = wording(text), _RUN[language]
    return {hash(tuple(keys[at : at + width])) for at in range(len(keys) - width + 1)}
