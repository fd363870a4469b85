"""Whether words of a text stand in quotation marks. Takes prose, knows no markup."""

import re

from epigraph.text.markup.scan import GONE

_REACH = 8  # characters on each side in which the mark must stand
# a straight mark touches what it opens or closes: else it belongs to the words on its other side
_OPENED = re.compile(rf"(?:[“‘„「『«‹《][\s{GONE}]*|[\"'`]{GONE}*)(?:[‘']|\.\.\.|…)?\Z")
_CLOSED = re.compile(rf"[{GONE}.,;:!?…，。；：！？、—–-]*(?:[\"'’]|\s*[”」』»›》])")


def in_marks(prose: str, start: int, end: int) -> bool:
    """Return whether an opening mark stands right before and a closing one right after prose[start:end]."""
    before, after = prose[max(0, start - _REACH) : start], prose[end : end + _REACH]
    return bool(_OPENED.search(before) and _CLOSED.match(after))
