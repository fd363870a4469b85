"""What is asked: the words around a gap, their language, and what the writer hinted at."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Hint:
    """What a placeholder asks for: free words, an author, a topic; each may be empty."""

    words: str = ""
    author: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A gap in a text: its language, the window on each side with markup taken out, the hint."""

    language: Language
    left: str
    right: str
    hint: Hint = Hint()

    @property
    def text(self) -> str:
        """The words on both sides as one text, in which nothing reaches across the gap."""
        return f"{self.left} … {self.right}"
