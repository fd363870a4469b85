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
    """Return author and work, with doubt about them."""
    doubt = _DOUBT.get((quote.language, quote.attribution), "")
    if quote.language == "zh":
        return f"{quote.author}《{quote.work}》{doubt}" if quote.work else f"{quote.author}{doubt}"
    return ", ".join(filter(None, (quote.author, quote.work))) + doubt


def year(quote: Quote) -> str:
    """Return the year as people write it, or an empty text."""
    return "" if quote.year is None else str(quote.year) if quote.year > 0 else f"{-quote.year} BC"
