"""A quotation's source as a line, in the manner of its language, with doubt about it."""

import pytest

from epigraph.quotes.credit import credit
from epigraph.quotes.quote import Attribution, Quote
from epigraph.text.query import Language


@pytest.mark.parametrize(
    ("language", "author", "work", "attribution", "line"),
    [
        ("en", "Mark Twain", "Following the Equator", "sure", "Mark Twain, Following the Equator"),
        ("en", "Mark Twain", "", "attributed", "Mark Twain (attributed)"),
        ("en", "", "The Talmud", "paraphrase", "The Talmud (paraphrase)"),
        ("en", "", "", "attributed", ""),
        ("zh", "李白", "将进酒", "sure", "李白《将进酒》"),
        ("zh", "鲁迅", "", "misattributed", "鲁迅（常被误归）"),
        ("zh", "", "增广贤文", "attributed", "《增广贤文》（相传）"),
        ("zh", "", "", "attributed", ""),
    ],
)
def test_a_line_of_author_work_and_doubt(
    language: Language, author: str, work: str, attribution: Attribution, line: str
) -> None:
    """What is missing is left out; doubt stands only behind what is doubted."""
    assert credit(Quote("Begin", language, author=author, work=work, attribution=attribution)) == line
