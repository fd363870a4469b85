"""Placeholders and their hints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.text.formats import FORMATS, Format
from epigraph.text.placeholders import (
    DEFAULT_NAMES,
    Placeholder,
    find_placeholders,
    parse_hint,
    partial_placeholder,
    placeholder_at,
)
from epigraph.text.prose import prose
from epigraph.text.query import Hint
from unit.text.strategies import texts


def find(text: str, markup: Format = "markdown", names: tuple[str, ...] = DEFAULT_NAMES) -> list[str]:
    """Find placeholders as written."""
    return [text[found.start : found.end] for found in find_placeholders(text, prose(text, markup), names)]


@pytest.mark.parametrize(
    "text", ["[Quote]", "[QUOTE]", "[引用]", "[名言]", "［引用］", "【引用】", "[Quote: a b]", "【名言：希望】"]
)
@pytest.mark.parametrize("markup", FORMATS)
def test_every_spelling_is_found_in_every_format(text: str, markup: Format) -> None:
    """Names of both languages, in any case and in full-width brackets, are placeholders in a sentence."""
    assert find(f"As he said, {text}, so it is.", markup) == [text]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("markdown", "`[Quote]`"),
        ("markdown", "```\n[Quote]\n```"),
        ("markdown", "$a [Quote]$"),
        ("markdown", "<!-- [Quote] -->"),
        ("markdown", "---\ntitle: [Quote]\n---\n"),
        ("markdown", "[Quote](https://x.org)"),
        ("markdown", "[Quote][ref]"),
        ("markdown", "[Quote]: https://x.org"),
        ("markdown", "![Quote](a.png)"),
        ("markdown", "[[Quote]]"),
        ("markdown", r"\[Quote]"),
        ("latex", r"\item[Quote]"),
        ("latex", r"\[Quote\]"),
        ("latex", "% [Quote]"),
        ("typst", "#emph[Quote]"),
        ("typst", "#f[a][Quote]"),
        ("restructuredtext", "[Quote]_"),
        ("org", "[[Quote]]"),
        ("asciidoc", "[quote]\n____\nx\n____"),
        ("asciidoc", "link:x[Quote]"),
        ("html", '<p title="[Quote]">'),
        ("plaintext", "[Quotes] [Quote\n] [Quote】 Quote [Quote: " + "x" * 201 + "]"),
    ],
)
def test_markup_is_no_placeholder(markup: Format, text: str) -> None:
    """Brackets that belong to code, formulas, comments, links, arguments or escapes are left alone."""
    assert find(text, markup) == []


def test_names_are_literal_text() -> None:
    """A name with characters that mean something in a pattern is found as it stands."""
    assert find("[C++?] [Cxx]", "plaintext", ("C++?",)) == ["[C++?]"]
    assert find("[] [Quote]", "plaintext", ("",)) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", Hint()),
        ("courage  in war ", Hint(words="courage in war")),
        ("author=Lincoln topic=war", Hint(author="Lincoln", topic="war")),
        ("author=Mark Twain topic=old age", Hint(author="Mark Twain", topic="old age")),
        ("author=Mark Twain, old age", Hint(words="old age", author="Mark Twain")),
        ('author="Mark Twain" old age', Hint(words="old age", author="Mark Twain")),
        ("作者=鲁迅 主题=希望", Hint(author="鲁迅", topic="希望")),
        ("作者＝“鲁迅”，青年", Hint(words="青年", author="鲁迅")),
        ("brave AUTHOR = Twain, TOPIC=war", Hint(words="brave", author="Twain", topic="war")),
        ("author=", Hint(words="author=")),
    ],
)
def test_hints_mix_words_and_keys(written: str, expected: Hint) -> None:
    """A hint may have free words, an author and a topic, in both languages."""
    assert parse_hint(written) == expected


def test_an_offset_touches_its_placeholder() -> None:
    """Both edges of a placeholder belong to it."""
    found = [Placeholder(3, 10, "Quote", Hint())]
    assert [placeholder_at(found, offset) is not None for offset in (2, 3, 10, 11)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("He said [Quo", 8),
        ("[q", 0),
        ("他说【引", 2),
        ("[Quote", 0),
        ("[a] [Q", 4),
        ("[", None),
        ("", None),
        ("[x", None),
        ("[Quote]", None),
        ("[Quote me", None),
        (r"\[Quo", None),
    ],
)
def test_an_unfinished_placeholder_is_recognised(line: str, expected: int | None) -> None:
    """A bracket and the beginning of a name before the cursor are an unfinished placeholder."""
    assert partial_placeholder(line) == expected


@given(texts, st.sampled_from(FORMATS))
def test_what_is_found_lies_in_the_text(text: str, markup: Format) -> None:
    """Every placeholder is a bracketed name in the text, in order."""
    found = find_placeholders(text, prose(text, markup))
    assert all(text[one.start + 1 :].startswith(one.name) for one in found)
    assert all(one.name.casefold() in map(str.casefold, DEFAULT_NAMES) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)


@given(texts)
def test_text_inserted_before_shifts_placeholders(text: str) -> None:
    """In plain text a placeholder moves with the text before it, and nothing else changes."""
    before, after = find_placeholders(text, text), find_placeholders(f"Some words. {text}", f"Some words. {text}")
    assert [(one.start + 12, one.end + 12, one.hint) for one in before] == [(o.start, o.end, o.hint) for o in after]
