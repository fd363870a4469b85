"""Where a quotation would go for a cursor: a placeholder, one that is being typed, or the bare cursor."""

from dataclasses import dataclass
from typing import Literal

from epigraph.text.context import Page
from epigraph.text.edit import line_beside
from epigraph.text.placeholders import BRACKETS, partial_placeholder


@dataclass(frozen=True, slots=True)
class Gap:
    """text[start:end], which a quotation would replace."""

    start: int
    end: int
    kind: Literal["placeholder", "partial", "bare"]


def gap_at(page: Page, offset: int) -> Gap:
    """Return the gap that a cursor is in, or right after."""
    if found := page.placeholder_at(offset):
        return Gap(found.start, found.end, "placeholder")
    before, after = line_beside(page.text, offset, offset)
    begun = partial_placeholder(before, page.names)
    if begun is None:
        return Gap(offset, offset, "bare")
    # the editor may have closed the bracket as soon as it was opened
    closed = after.startswith(BRACKETS[before[begun]])
    return Gap(offset - len(before) + begun, offset + closed, "partial")


def is_between_words(page: Page, offset: int) -> bool:
    """Return whether no word ends at an offset, as where a person stops to think of what to quote."""
    return not page.text[max(0, offset - 1) : offset].isalnum()
