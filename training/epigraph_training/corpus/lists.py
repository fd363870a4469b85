"""Whether a quotation stands in a list of quotations: another known one close by, credited lines, an item of its own.

Distances count what a reader sees: markup leaves many spaces behind.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from epigraph.text.markup.scan import GONE
from epigraph.text.normal import CJK
from epigraph.text.query import Language
from epigraph.text.windows import fold
from epigraph_training.corpus.occurrences import Occurrence

_NEAR: dict[Language, int] = {"en": 240, "zh": 60}  # characters: about a window
_FAR = 1 << 12  # characters in which, with all their spaces, so many are visible

_BLANK = re.compile(r"[^\S\n]+")
_NAME = r"[A-Z][\w.'’-]*(?: (?:of|de|du|da|la|von|van|the|[A-Z][\w.'’-]*)){0,5}(?:,[^\n]{0,40})?"
_CHINESE_NAME = rf"(?:《|{CJK})[^\n，。！？；：—]{{1,24}}(?:[（(][^\n]*)?"
_CREDIT = re.compile(
    rf"(?:(?<![\w,;])(?:[—–―]+|-{{1,3}}) ?{_NAME}|(?:[—–―]+|-{{2,3}}) ?{_CHINESE_NAME})[. ]*$", re.MULTILINE
)
_NUMBER = r"[(（【]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[.、．)）】:：]?"
_ITEM_START = re.compile(rf"(?:\A|\n)\s*(?:{_NUMBER}|[%*•●◆-]+)\s*[\"“‘「『《]?\Z")
_ITEM_END = re.compile(r"[^\w\n—–-]*(?:\n|\Z|[—–-])")


def close_together(prose: str, found: Sequence[Occurrence], language: Language) -> set[int]:
    """Return the starts of those, in the text's order, that have another quotation within about a window."""
    pairs = [(one, other) for one, other in pairwise(found) if _seen(prose, one.end, other.start) < _NEAR[language]]
    return {one.start for pair in pairs for one in pair}


def is_listed(prose: str, found: Occurrence) -> bool:
    """Return whether lines with credits stand around a quotation, or it is all that an item of a list has."""
    near = _NEAR[found.quote.language]
    before = _lines(prose[max(0, found.start - _FAR) : found.start])[-near:]
    after = _lines(prose[found.end : found.end + _FAR])[:near]
    if len(_CREDIT.findall(before)) + len(_CREDIT.findall(after)) > 1:
        return True
    return bool(_ITEM_START.search(before) and _ITEM_END.match(after))


def _seen(prose: str, start: int, end: int) -> int:
    return len(fold(prose[start:end])) if end - start < _FAR else _FAR


def _lines(prose: str) -> str:
    """Return prose with its lines, but one space for many."""
    return _BLANK.sub(" ", prose.replace(GONE, ""))
