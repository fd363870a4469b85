"""Suggestions as lines."""

import io

from rich.console import Console

from builders import make_quote
from epigraph.commands.suggestions import show
from epigraph.ranking.suggestion import Suggestion


def test_only_a_quotation_that_somebody_said_has_a_dash() -> None:
    """Who said it stands behind the words; where nobody is known, nothing does."""
    printed = io.StringIO()
    quotes = (make_quote("Know thyself", author="Socrates"), make_quote("Time flies"))
    show([Suggestion(quote, 0.5, fits=True) for quote in quotes], Console(file=printed))
    assert printed.getvalue() == " 1  0.50  Know thyself  — Socrates\n 2  0.50  Time flies\n"
