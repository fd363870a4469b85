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


def _distinct(group: Sequence[Pair], language: Language) -> list[Pair]:
    kept: list[Pair] = []
    seen: set[tuple[str, str]] = set()
    lefts: dict[int, set[int]] = defaultdict(set)
    rights: dict[int, set[int]] = defaultdict(set)
    for pair in group:
        left, right = _runs(pair.left, language), _runs(pair.right, language)
        like = [_sharing(runs, index) for runs, index in ((left, lefts), (right, rights)) if runs]
        if (pair.left, pair.right) in seen or (like and set.intersection(*like)):
            continue
        seen.add((pair.left, pair.right))
        for runs, index in ((left, lefts), (right, rights)):
            for run in runs:
                index[run].add(len(kept))
        kept.append(pair)
    return kept


def _sharing(runs: set[int], index: dict[int, set[int]]) -> set[int]:
    return {row for run in runs if run in index for row in index[run]}


def _runs(text: str, language: Language) -> set[int]:
    keys, width = wording(text), _RUN[language]
    return {hash(tuple(keys[at : at + width])) for at in range(len(keys) - width + 1)}
