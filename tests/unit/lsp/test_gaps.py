"""Where a quotation would go for a cursor."""

import pytest

from epigraph.lsp.gaps import Gap, gap_at, is_between_words
from epigraph.lsp.inline import is_after_sentence
from epigraph.text.context import Page


def at_cursor(marked: str) -> tuple[Page, int]:
    """Make a page of a text in which | is the cursor."""
    offset = marked.index("|")
    return Page.read(marked.replace("|", ""), "markdown"), offset


@pytest.mark.parametrize(
    ("marked", "kind", "replaced"),
    [
        ("He said [Qu|ote] then.", "placeholder", "[Quote]"),
        ("He said [Quote]| then.", "placeholder", "[Quote]"),
        ("He said |[Quote: time] then.", "placeholder", "[Quote: time]"),
        ("他说：【引用】|", "placeholder", "【引用】"),
        ("He said [Quo|", "partial", "[Quo"),
        ("He said [Quo|]", "partial", "[Quo]"),
        ("He said [Quo| then.", "partial", "[Quo"),
        ("He said [Quo|】", "partial", "[Quo"),
        ("他说：［引|", "partial", "［引"),
        ("He said | then.", "bare", ""),
        ("He said [x| then.", "bare", ""),
        ("|", "bare", ""),
    ],
)
def test_the_gap_is_what_would_be_replaced(marked: str, kind: str, replaced: str) -> None:
    """A placeholder, one that is being typed with the bracket that the editor closed, or nothing."""
    page, offset = at_cursor(marked)
    gap = gap_at(page, offset)
    assert (gap.kind, page.text[gap.start : gap.end]) == (kind, replaced)
    assert gap.start <= offset <= gap.end


def test_a_placeholder_is_preferred_to_one_being_typed() -> None:
    """Between two, the finished one counts."""
    page, offset = at_cursor("[Quote]|[Quo")
    assert gap_at(page, offset) == Gap(0, 7, "placeholder")


@pytest.mark.parametrize(
    ("marked", "expected"),
    [("he said |", True), ("he said|", False), ("他说：|", True), ("他说|", False), ("|", True), ("“|”", True)],
)
def test_between_words_no_word_ends(marked: str, expected: bool) -> None:
    """After a space or a mark a person may want a quotation; after a letter they are typing a word."""
    assert is_between_words(*at_cursor(marked)) is expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("It was over. |", True),
        ("他说：|", True),
        ("It was over|", False),
        ("It was over. | And then", False),
        ("|", False),
    ],
)
def test_ghost_text_comes_after_sentences_only(marked: str, expected: bool) -> None:
    """The line must end at the cursor, with a sentence or a colon."""
    assert is_after_sentence(*at_cursor(marked)) is expected
