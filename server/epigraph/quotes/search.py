"""Find quotations by words. No ranking: they keep their order."""

from collections.abc import Iterable

from epigraph.quotes.quote import Quote
from epigraph.text.normal import normalise


def search(quotes: Iterable[Quote], words: Iterable[str]) -> list[Quote]:
    """Return the quotations in whose text, author, work, gloss or topics every word occurs.

    Case and punctuation do not count; a word matches the start of a word, Chinese matches anywhere.
    """
    wanted = [word for phrase in words for part in phrase.split() if (word := normalise(part))]
    return [quote for quote in quotes if all(_occurs(word, _haystack(quote)) for word in wanted)]


def _haystack(quote: Quote) -> str:
    fields = (quote.text, quote.author, quote.work, quote.gloss, *quote.topics)
    # one by one: together, the end of one Chinese field and the start of the next would make a word
    return " " + " ".join(map(normalise, fields))


def _occurs(word: str, haystack: str) -> bool:
    return (f" {word}" if word.isascii() else word) in haystack
