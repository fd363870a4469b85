"""Escaping, held against the scanner of each format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.text.escape import escape
from epigraph.text.formats import FORMATS, Format
from epigraph.text.normal import normalise
from epigraph.text.prose import prose
from epigraph.text.windows import fold

_pieces = st.sampled_from(
    [
        "love", "War", "十年", "5", " ", " ", ", ", ".", "*", "_", "`", "[", "]", "(", ")", "#", "$", "%",
        "&", "{", "}", "~", "^", "\\", "<", ">", "@", "|", "+", "=", "-", "/", "'", '"', "“", "”", "—",
        "!", "?", ":", ";", "&amp;", "1. ", "- ",
    ]
)  # fmt: skip


def letters(text: str) -> str:
    """Return what is left of a text without punctuation and spaces."""
    return normalise(fold(text)).replace(" ", "")


quotations = st.lists(_pieces, min_size=1, max_size=20).map(lambda pieces: "Words " + "".join(pieces) + " end")


@pytest.mark.parametrize(
    ("markup", "words", "expected"),
    [
        ("markdown", "2 * 3 *is* snake_case _x_", r"2 * 3 \*is\* snake_case \_x\_"),
        ("markdown", "[sic] but [a](b)", r"[sic] but \[a](b)"),
        ("markdown", "1. First", r"1\. First"),
        ("latex", r"50% & $1_{a} ~^\ #", r"50\% \& \$1\_\{a\} \textasciitilde{}\textasciicircum{}\textbackslash{} \#"),
        ("typst", "#a $b *c* @d [e]", r"\#a \$b \*c\* \@d \[e\]"),
        ("restructuredtext", "*a* `b` c_", r"\*a\* \`b\` c\_"),
        ("org", "*a* =b=", "\u200b*a* \u200b=b="),
        ("asciidoc", "*a* {b}", "&#42;a&#42; &#123;b}"),
        ("html", "a < b & c", "a &lt; b &amp; c"),
        ("plaintext", r"*a* \ <b>", r"*a* \ <b>"),
    ],
)
def test_special_characters_are_escaped(markup: Format, words: str, expected: str) -> None:
    """Each format has its own way, and ordinary text is left alone."""
    assert escape(words, markup) == expected


@given(quotations, st.sampled_from(FORMATS))
def test_an_escaped_text_is_read_as_its_words(words: str, markup: Format) -> None:
    """What is escaped comes back as prose: no word is taken for markup."""
    assert letters(prose(escape(words, markup), markup)) == letters(words)
