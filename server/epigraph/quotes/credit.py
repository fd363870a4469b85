"""Who said a quotation and where, in a line for people to read, with doubt about it."""

from epigraph.quotes.quote import Quote

_DOUBT = {
    ("en", "attributed"): " (attributed)",
    ("en", "misattributed"): " (often misattributed)",
    ("en", "paraphrase"): " (paraphrase)",
    ("zh", "attributed"): "（相传）",
    ("zh", "misattributed"): "（常被误归）",
    ("zh", "paraphrase"): "（意译）",
}


def credit(quote: Quote) -> str:
    """Return author and work, with doubt about them; of one that has neither there is nothing to doubt."""
    if quote.language == "zh":
        names = f"{quote.author}《{quote.work}》" if quote.work else quote.author
    else:
        names = ", ".join(filter(None, (quote.author, quote.work)))
    return names + _DOUBT.get((quote.language, quote.attribution), "") if names else ""


def year(quote: Quote) -> str:
    """Return the year as people write it, or an empty text."""
    return "" if quote.year is None else str(quote.year) if quote.year > 0 else f"{-quote.year} BC"
