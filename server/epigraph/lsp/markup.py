"""What is shown of a quotation, as Markdown or as plain text."""

from collections.abc import Sequence

from lsprotocol import types

from epigraph.quotes.credit import credit, year
from epigraph.quotes.quote import Quote
from epigraph.text.escape import escape

_TITLE = 80  # characters; a menu is no place for more
_LABEL = 48  # a list of completions is narrower, and has the author beside it
_STRONG = 0.5  # likelier than all else together
_LEAST = 0.01


def label(text: str, most: int = _LABEL) -> str:
    """Return the start of a text that fits a list."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def titled(quote: Quote) -> str:
    """Return a quotation and who said it in one line."""
    text = f"“{label(quote.text, _TITLE)}”"
    return f"{text} — {quote.author}" if quote.author else text


class Writer:
    """Builds one text in the form that a client shows."""

    def __init__(self, *, markdown: bool) -> None:
        self._markdown = markdown
        self._paragraphs: list[str] = []

    def add(self, text: str) -> None:
        """Add a paragraph of plain words."""
        if text:
            self._paragraphs.append(self._plain(text))

    def add_named(self, name: str, text: str) -> None:
        """Add a paragraph that says what it is about."""
        if text:
            self._paragraphs.append(f"{self._emphasis('*', name)}: {self._plain(text)}")

    def add_quote(self, quote: Quote, behind: str = "") -> None:
        """Add a quotation and its credit."""
        told = ", ".join(filter(None, (credit(quote), year(quote))))
        text = self._emphasis("**", quote.text)
        self._paragraphs.append(" ".join(filter(None, (text, f"— {self._plain(told)}" if told else "", behind))))

    def add_facts(self, quote: Quote, others: Sequence[Quote] = ()) -> None:
        """Add what is known of a quotation beside its words."""
        self.add_named("Meaning", quote.gloss)
        self.add_named("Note", quote.note)
        self.add_named("Topics", ", ".join(quote.topics))
        self.add_named("Also", "; ".join(other.text for other in others))

    def content(self) -> types.MarkupContent:
        """Return all of it."""
        kind = types.MarkupKind.Markdown if self._markdown else types.MarkupKind.PlainText
        return types.MarkupContent(kind, "\n\n".join(self._paragraphs))

    def _plain(self, text: str) -> str:
        return escape(text, "markdown") if self._markdown else text

    def _emphasis(self, mark: str, text: str) -> str:
        return f"{mark}{escape(text, 'markdown')}{mark}" if self._markdown else text


def fit(score: float, words: Sequence[str], *, fits: bool) -> str:
    """Return how well a quotation fits, how likely it is the one, and the words of the text that speak for it.

    The word comes first: among thousands of quotations 8% is much, and reads like nothing.
    """
    grade = "weak fit" if not fits else "strong fit" if score >= _STRONG else "fit"
    likely = f"{score:.0%}" if score >= _LEAST else f"under {_LEAST:.0%}"
    return f"{grade}, {likely}" + (f" ({', '.join(words)})" if words else "")
