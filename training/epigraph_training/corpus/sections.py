"""A document in sections of bounded size that overlap, so that no quotation or window is ever cut."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SECTION = 1 << 20  # characters
MARGIN = 1 << 12  # characters around a section: more than the longest quotation and two windows


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a document from its character `offset` on; what starts in text[first:last] belongs to this section."""

    text: str
    offset: int
    first: int
    last: int


def sections(blocks: Iterable[str], size: int = SECTION, margin: int = MARGIN) -> Iterator[Section]:
    """Yield the sections of a document; each character belongs to one, and has `margin` others on each side."""
    text, offset, first = "", 0, 0
    for block in blocks:
        text += block
        while len(text) >= first + size + margin:
            last = first + size
            yield Section(text[: last + margin], offset, first, last)
            cut = max(0, last - margin)
            text, offset, first = text[cut:], offset + cut, last - cut
    if len(text) > first:
        yield Section(text, offset, first, len(text))
