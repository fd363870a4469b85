"""Quotation marks: which pairs there are, which to choose, how marks inside marks change. Knows no markup."""

import re
from typing import Literal

from epigraph.text.query import Language

Marks = Literal["auto", "double", "single", "straight", "corner", "guillemets", "none"]

_PAIRS: dict[Marks, tuple[str, str]] = {
    "double": ("“", "”"),
    "single": ("‘", "’"),
    "straight": ('"', '"'),
    "corner": ("「", "」"),
    "guillemets": ("«", "»"),
    "none": ("", ""),
}
# every pair that a gap may already stand in, the longer before the shorter; ``…'' and `…' are LaTeX's
ENCLOSING = (
    *(pair for pair in _PAIRS.values() if pair[0]),
    ("『", "』"),
    ("‹", "›"),
    ("``", "''"),
    ("`", "'"),
    ("'", "'"),
)

# pairs whose sides differ; ’ alone is rather an apostrophe
_SIDED = tuple(pair for pair in ENCLOSING if pair[0] != pair[1] and pair[1] not in ("’", "'"))
_STRAIGHT_PAIR = re.compile(r'"([^"]*)"')
_INNER = {
    "“": str.maketrans("“”「」", "‘’‘’"),
    "``": str.maketrans("“”", "‘’"),
    "「": str.maketrans("“”「」", "『』『』"),
    '"': str.maketrans("“”", "''"),
}


def pair_of(marks: Marks, language: Language, *, traditional: bool) -> tuple[str, str]:
    """Return the opening and the closing mark of a choice; auto goes by language and script."""
    if marks == "auto":
        return _PAIRS["corner" if language == "zh" and traditional else "double"]
    return _PAIRS[marks]


def enclosing(before: str, after: str) -> tuple[str, str]:
    """Return the marks that a gap stands in, or two empty texts."""
    return next(
        (pair for pair in ENCLOSING if before.endswith(pair[0]) and after.startswith(pair[1])),
        ("", ""),
    )


def lacking(before: str, after: str, pair: tuple[str, str]) -> tuple[str, str]:
    """Return the marks still to be written where a gap is not enclosed: one side may stand there already."""
    for opening, closing in _SIDED:
        if before.endswith(opening):
            return "", "" if closing in after else closing
        if after.startswith(closing):
            return "" if opening in before else opening, ""
    return pair


def closing_mark(after: str) -> str:
    """Return the closing mark that stands right after a gap, or an empty text."""
    return next((closing for _, closing in _SIDED if after.startswith(closing)), "")


def bare(words: str) -> str:
    """Return a quotation without marks of its own around all of it."""
    for opening, closing in ENCLOSING:
        inside = words[len(opening) : -len(closing)]
        if words == opening + inside + closing and opening not in inside and closing not in inside:
            return inside
    return words


def nested(words: str, opening: str) -> str:
    """Return a quotation as it stands inside an opening mark: marks in it change, apostrophes curl."""
    if opening in ("“", "``", "「"):
        words = _STRAIGHT_PAIR.sub(r"“\1”", words)
    elif opening == '"':
        words = _STRAIGHT_PAIR.sub(r"'\1'", words)
    if opening in ("“", "‘"):
        words = words.replace("'", "’")
    return words.translate(_INNER.get(opening, {}))
