"""What is shown of a quotation."""

from lsprotocol.types import MarkupKind

from builders import make_quote
from epigraph.lsp.markup import Writer, fit, label, titled
from epigraph.ranking.suggestion import Reason, Suggestion


def test_a_long_text_is_cut_for_a_list() -> None:
    """A label has at most 48 characters, a title 80 of the quotation, with an ellipsis where something is missing."""
    assert label("x" * 48) == "x" * 48
    assert label("word " * 30) == "word " * 9 + "wo…"
    assert titled(make_quote("word " * 30, author="Me")) == "“" + "word " * 15 + "word…” — Me"
    assert titled(make_quote("Time flies")) == "“Time flies”"


def test_plain_text_has_no_marks_of_markdown() -> None:
    """A client that shows no Markdown gets words only."""
    writer = Writer(markdown=False)
    writer.add_quote(make_quote("A *star*", author="Me", year=-44))
    writer.add_facts(make_quote(gloss="It shines."))
    content = writer.content()
    assert content.kind == MarkupKind.PlainText
    assert content.value == "A *star* — Me, 44 BC\n\nMeaning: It shines."


def test_words_that_look_like_markdown_are_escaped() -> None:
    """A star in a quotation is a star, not emphasis."""
    writer = Writer(markdown=True)
    writer.add_quote(make_quote("A *star*", author="Me", work="_It_"))
    assert writer.content().value == r"**A \*star\*** — Me, \_It\_"


def test_doubt_is_shown() -> None:
    """Who reads of a quotation reads of the doubt about it."""
    writer = Writer(markdown=False)
    writer.add_quote(make_quote("Time flies", author="Einstein", attribution="misattributed"))
    writer.add_facts(make_quote(note="Not found in his works."), [make_quote("Time does fly")])
    assert writer.content().value == (
        "Time flies — Einstein (often misattributed)\n\nNote: Not found in his works.\n\nAlso: Time does fly"
    )


def test_a_fit_names_each_word_once() -> None:
    """The words of all channels, without repetition."""
    reasons = (Reason("semantic", 0.4), Reason("lexical", 3.0, ("time", "fly")), Reason("hint", 1.0, ("time",)))
    suggestion = Suggestion(make_quote(), 0.456, fits=True, reasons=reasons)
    assert fit(suggestion.score, suggestion.words, fits=suggestion.fits) == "fit, 46% (time, fly)"


def test_a_fit_is_told_in_words_before_numbers() -> None:
    """Strong is likelier than all else together, weak what does not reach the bundle's threshold; tiny is no 0%."""
    assert fit(0.5, (), fits=True) == "strong fit, 50%"
    assert fit(0.08, (), fits=True) == "fit, 8%"
    assert fit(0.004, (), fits=False) == "weak fit, under 1%"
