"""Documents that trip up position arithmetic, each with one placeholder, and what stands in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A document; `gap` is where its placeholder starts and ends."""

    text: str
    placeholder: str = "[Quote]"

    @property
    def gap(self) -> tuple[int, int]:
        """Return where the placeholder is; an empty document has it at its start."""
        start = max(0, self.text.find(self.placeholder))
        return start, start + (len(self.placeholder) if self.placeholder in self.text else 0)

    @property
    def is_empty(self) -> bool:
        """Return whether there is no placeholder."""
        return self.placeholder not in self.text


_LEFT = "A bridge is not built on the day it opens, and nobody counts the piles that sank."
_RIGHT = "So keep the workshop one more winter."

TEXTS = {
    "plain": Text(f"{_LEFT} [Quote] {_RIGHT}\n"),
    "cjk": Text("《日记》：爷爷没有讲大道理，只说：[引用]我忽然觉得那张卷子没有那么可怕了。\n", "[引用]"),
    "fullwidth": Text("𠮷田老師說，山是一錘一錘鑿開的：【引用】於是我們又繼續往前走。\n", "【引用】"),
    "emoji": Text(f"😀 👩‍👩‍👧‍👦 {_LEFT} 🎉 [Quote] 🎉 {_RIGHT} 😀\n"),
    "combining": Text(f"Cafe\u0301, nai\u0308ve, a\u0328\u0301. {_LEFT} [Quote] {_RIGHT} e\u0301\n"),
    "separators": Text(f"One\u2028two\u2029three\x0bfour\x0cfive\x85six. {_LEFT}\u2028\n{_LEFT} [Quote] {_RIGHT}\n"),
    "crlf": Text(f"Dear friend,\r\n\r\n{_LEFT}\r\nDo you see? [Quote] {_RIGHT}\r\nYours\r\n"),
    "cr": Text(f"Dear friend,\r\r{_LEFT}\rDo you see? [Quote] {_RIGHT}\rYours\r"),
    "mixed": Text(f"😀\r\n\r老\n{_LEFT} 老 😀 [Quote]\r{_RIGHT}\r\n"),
    "no-final-newline": Text(f"{_LEFT} [Quote]"),
    "empty": Text(""),
}
