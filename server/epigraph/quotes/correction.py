"""A quotation as it should stand in place of words that depart from it."""

from epigraph.quotes.quote import Quote
from epigraph.quotes.words import words
from epigraph.text.script import is_traditional, to_traditional

_ALWAYS_CAPITAL = {"i", "o"}


def corrected(text_slice: str, quote: Quote) -> str:
    """Return the right wording from its first word to its last, with the case, marks and script of a sighting's words.

    What stands outside of the sighting, such as the full stop, stays as the writer set it.
    """
    inside = words(quote.text)
    wording = quote.text[inside.starts[0] : inside.ends[-1]]
    if is_traditional(text_slice):
        return to_traditional(wording)
    if "’" in text_slice:
        wording = wording.replace("'", "’")
    elif "'" in text_slice:
        wording = wording.replace("’", "'")
    return _lowered(wording, text_slice, inside.keys[0])


def _lowered(wording: str, text_slice: str, first: str) -> str:
    """Begin with a small letter where the writer does, but for words that never do."""
    if not text_slice[:1].islower() or first in _ALWAYS_CAPITAL:
        return wording
    return wording[0].lower() + wording[1:]
