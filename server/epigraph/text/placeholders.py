"""Placeholders such as `[Quote]` or `[引用：作者=鲁迅]`: where a writer left a gap, and its hint."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from epigraph.text.query import Hint

DEFAULT_NAMES = ("Quote", "引用", "名言")

BRACKETS = {"[": "]", "［": "］", "【": "】"}
_OPENING = "[" + "".join(map(re.escape, BRACKETS)) + "]"
_CLOSING = "[" + "".join(map(re.escape, BRACKETS.values())) + "]"
_INSIDE = r"[^\[\]［］【】\r\n]"
_HINT = rf"[ \t　]*[:：](?P<hint>{_INSIDE}{{0,200}})"
_KEY = r"(?:author|作者|topic|主题|主題)\s*[=＝]"
# a bare value runs to the next comma or key, so that author=Mark Twain needs no marks
_KEYED = re.compile(
    rf"(?P<key>author|作者|topic|主题|主題)\s*[=＝]\s*"
    rf"(?:\"(?P<straight>[^\"]*)\"|“(?P<curly>[^”]*)”|(?P<bare>(?:(?!{_KEY})[^,，;；\"“])+))[,，;；]?",
    re.IGNORECASE,
)
_KEYS = {"author": "author", "作者": "author", "topic": "topic", "主题": "topic", "主題": "topic"}


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder in a text: text[start:end], brackets and all."""

    start: int
    end: int
    name: str
    hint: Hint


def find_placeholders(text: str, prose: str, names: Iterable[str] = DEFAULT_NAMES) -> list[Placeholder]:
    """Return the placeholders of a text in order; `prose` is the same text with its markup blanked."""
    alternatives = "|".join(re.escape(name) for name in names if name)
    if not alternatives:
        return []
    pattern = re.compile(
        rf"{_OPENING}(?P<name>{alternatives})(?:{_HINT})?[ \t　]*{_CLOSING}",
        re.IGNORECASE,
    )
    return [
        Placeholder(match.start(), match.end(), match["name"], parse_hint(match["hint"] or ""))
        for match in pattern.finditer(text)
        if BRACKETS[match[0][0]] == match[0][-1]
        # a bracket that is blank in the prose belongs to a link, an argument, code or mathematics
        and prose[match.start()] == match[0][0]
        and prose[match.end() - 1] == match[0][-1]
    ]


def placeholder_at(placeholders: Iterable[Placeholder], offset: int) -> Placeholder | None:
    """Return the first placeholder that the offset is in or touches."""
    return next((found for found in placeholders if found.start <= offset <= found.end), None)


def partial_placeholder(line_before_cursor: str, names: Iterable[str] = DEFAULT_NAMES) -> int | None:
    """Return where an unfinished placeholder starts (`[Quo` before the cursor), or None."""
    start = max(line_before_cursor.rfind(bracket) for bracket in BRACKETS)
    begun = line_before_cursor[start + 1 :].casefold()
    if start < 0 or not begun or line_before_cursor[:start].endswith("\\"):
        return None
    return start if any(name.casefold().startswith(begun) for name in names) else None


def parse_hint(written: str) -> Hint:
    """Return what a hint asks for: `author=…`, `topic=…`, and free words before them or after a comma."""
    values = {"author": "", "topic": ""}
    for match in _KEYED.finditer(written):
        values[_KEYS[match["key"].lower()]] = (match["straight"] or match["curly"] or match["bare"] or "").strip()
    words = " ".join(_KEYED.sub(" ", written).split())
    return Hint(words=words, author=values["author"], topic=values["topic"])
