"""References to verses of the Bible, as people write them: Romans 6:23, Rom. vi. 23, 1 Cor 15:26."""

import re
from collections.abc import Iterator

_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_REFERENCE = re.compile(
    r"(?<![\w.])(?:(?P<part>[123]|I{1,3})\.? ?)?(?P<book>[A-Z][a-z]+(?: of [A-Z][a-z]+)?)\.?,? (?:chap(?:ter|\.)? )?"
    r"(?P<chapter>\d{1,3}|[ivxlcIVXLC]+)[.:,;]{1,2} ?(?:verse |ver\. |v\. )?(?P<verse>\d{1,3})(?!\w)"
)

Verse = tuple[str, int, int]  # book in small letters, perhaps cut short; chapter; verse


def verses_in(text: str) -> Iterator[Verse]:
    """Yield the verses to which a text refers."""
    for match in _REFERENCE.finditer(text):
        part, book = match["part"] or "", match["book"].lower()
        yield f"{_number(part)} {book}" if part else book, _number(match["chapter"]), int(match["verse"])


def means_book(written: str, book: str) -> bool:
    """Return whether a name of a book may be written so: Ps, Psalms and Psalm are the same, and so are Jn and John."""
    letters = iter(book)
    shortened = written[:1] == book[:1] and all(letter in letters for letter in written)  # in this order
    return shortened or written.startswith(book)


def _number(numeral: str) -> int:
    """Return the value of digits, or of a Roman numeral; one that breaks its rules has some value too."""
    if numeral.isdecimal():
        return int(numeral)
    values = [_DIGITS[letter] for letter in numeral.lower()]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))
