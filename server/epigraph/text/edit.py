"""A change of a text, and the line around a gap that a change may reach into."""

import re
from dataclasses import dataclass

_LINE_END = re.compile(r"[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` for what stands from start to end."""

    start: int
    end: int
    text: str

    def apply(self, document: str) -> str:
        """Return the document after this edit."""
        return document[: self.start] + self.text + document[self.end :]


def line_beside(document: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and after a gap on its line."""
    line_start = max(document.rfind("\n", 0, start), document.rfind("\r", 0, start)) + 1
    rest = _LINE_END.match(document, end)
    return document[line_start:start], rest[0] if rest else ""
