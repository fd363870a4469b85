"""A document as its writer left it: prose, placeholders, and the query at a gap. Knows nothing of editors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from epigraph.text.formats import Format
from epigraph.text.language import language_of
from epigraph.text.marks import enclosing
from epigraph.text.markup.scan import GONE
from epigraph.text.placeholders import DEFAULT_NAMES, Placeholder, find_placeholders, placeholder_at
from epigraph.text.prose import prose
from epigraph.text.query import Hint, Language, Query
from epigraph.text.script import is_traditional, to_simplified
from epigraph.text.windows import left_window, right_window

PAGE_LIMIT = 1_000_000  # characters; of a longer text only the part around the gap is read
_MARGIN = 20_000  # characters that must be read on each side of a gap
_SCRIPT_REACH = 500  # characters on each side that tell the script
_SAMPLE = 20_000  # characters that tell the main language of a document


@dataclass(frozen=True, slots=True)
class Page:
    """One version of a document, read once for all its gaps.

    `prose` has the length of the text; markup and placeholders in it are blank. Of a text longer than
    PAGE_LIMIT maybe only text[start:end] was read, and the rest is blank.
    """

    text: str
    format: Format
    names: tuple[str, ...]
    prose: str
    placeholders: tuple[Placeholder, ...]
    start: int
    end: int

    @classmethod
    def read(cls, text: str, markup: Format, *, names: Sequence[str] = DEFAULT_NAMES, near: int | None = None) -> Self:
        """Read a document, or of a very long one the part near an offset, if that is given."""
        start, end = _part_near(text, near)
        readable = " " * start + prose(text[start:end], markup) + " " * (len(text) - end)
        placeholders = find_placeholders(text, readable, names)
        return cls(text, markup, tuple(names), _without(readable, placeholders), tuple(placeholders), start, end)

    def placeholder_at(self, offset: int) -> Placeholder | None:
        """Return the placeholder that the offset is in or touches."""
        return placeholder_at(self.placeholders, offset)

    def query(self, start: int, end: int, language: Language | None = None) -> Query:
        """Return what the gap text[start:end] asks for; the words around it tell its language, if not given."""
        page = self.around(start, end)
        found = next((one for one in page.placeholders if one.start <= start and end <= one.end), None)
        if found:
            start, end = found.start, found.end
        language = language or page.language_at(start, end)
        before, after = page.beside(start, end)
        left, right = left_window(before, language), right_window(after, language)
        if language == "zh" and page.is_traditional_at(start, end):
            left, right = to_simplified(left), to_simplified(right)
        return Query(language, left, right, found.hint if found else Hint())

    def around(self, start: int, end: int) -> Self:
        """Return this page, or a fresh one where the gap is outside of what was read."""
        early = self.start > 0 and start - self.start < _MARGIN
        late = self.end < len(self.text) and self.end - end < _MARGIN
        return self.read(self.text, self.format, names=self.names, near=start) if early or late else self

    def beside(self, start: int, end: int) -> tuple[str, str]:
        """Return the prose before and after a gap, without quotation marks that stand around it."""
        before, after = self.prose[:start].rstrip(GONE), self.prose[end:].lstrip(GONE)
        opening, closing = enclosing(before, after)
        return before.removesuffix(opening), after.removeprefix(closing)

    def language_at(self, start: int, end: int) -> Language:
        """Return the language of the words around a gap; where there are none, of the document."""
        near = f"{left_window(self.prose[:start], 'en')} {right_window(self.prose[end:], 'en')}"
        return language_of(near, default=language_of(self.prose[self.start : self.start + _SAMPLE]))

    def is_traditional_at(self, start: int, end: int) -> bool:
        """Return whether the Chinese around a gap is in traditional script."""
        return is_traditional(self.prose[max(0, start - _SCRIPT_REACH) : end + _SCRIPT_REACH])


def _part_near(text: str, near: int | None) -> tuple[int, int]:
    """Return the range to read: all, or PAGE_LIMIT characters around an offset from line to line."""
    if near is None or len(text) <= PAGE_LIMIT:
        return 0, len(text)
    first, last = max(0, near - PAGE_LIMIT // 2), min(len(text), near + PAGE_LIMIT // 2)
    line_start = text.find("\n", first, near - _MARGIN) + 1 if first else 0
    line_end = text.rfind("\n", near + _MARGIN, last) if last < len(text) else last
    # one line may be longer than a page: then it is cut
    return max(first, line_start), line_end if line_end >= 0 else last


def _without(prose_text: str, placeholders: Sequence[Placeholder]) -> str:
    """Blank the placeholders of a prose."""
    pieces, done = [], 0
    for found in placeholders:
        pieces += [prose_text[done : found.start], " " * (found.end - found.start)]
        done = found.end
    return "".join([*pieces, prose_text[done:]])
