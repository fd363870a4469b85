"""Show suggestions as numbered lines, on a terminal or elsewhere."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from epigraph.commands.listing import rows
from epigraph.quotes.credit import credit
from epigraph.quotes.quote import Quote
from epigraph.ranking.suggestion import Suggestion


def show(suggestions: Sequence[Suggestion], console: Console) -> None:
    """Print suggestions as a numbered list: how likely, quotation, who said it; say so where nothing fits well."""
    if suggestions and not suggestions[0].fits:
        console.print("   nothing fits well; these come nearest")
    rows(
        console,
        [
            (
                Text(f"{number:>2}", "dim"),
                Text(f"{suggestion.score:.2f}", "green" if suggestion.fits else "dim"),
                _line(suggestion.quote),
            )
            for number, suggestion in enumerate(suggestions, start=1)
        ],
    )


def _line(quote: Quote) -> Text:
    named = credit(quote)
    return Text.assemble(quote.text, ("  — ", "dim"), (named, "cyan")) if named else Text(quote.text)
