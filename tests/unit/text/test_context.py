"""The query at a gap."""

import pytest

from epigraph.text.context import PAGE_LIMIT, Page
from epigraph.text.formats import Format
from epigraph.text.query import Hint, Query


def query(text: str, markup: Format = "markdown") -> Query:
    """Ask at the first placeholder, or at the end of the text."""
    page = Page.read(text, markup)
    if page.placeholders:
        return page.query(page.placeholders[0].start, page.placeholders[0].end)
    return page.query(len(text), len(text))


def test_markup_and_other_placeholders_are_no_context() -> None:
    """The windows hold the words that a reader sees, without other gaps."""
    found = query("# On *War*\n\nHe said [Quote: author=Lincoln] and [Quote] to `x` us.")
    assert found == Query("en", "On War He said", "and to us.", Hint(author="Lincoln"))


@pytest.mark.parametrize("marks", ["“”", '""', "''", "「」", "«»"])
def test_marks_around_a_placeholder_are_no_context(marks: str) -> None:
    """A quotation that already stands in marks is asked for without them."""
    assert query(f"He said {marks[0]}[Quote]{marks[1]} then.") == Query("en", "He said", "then.")


def test_latex_marks_are_no_context() -> None:
    """LaTeX's own marks and its quoting command are marks too."""
    assert query("He said ``[Quote]'' then.", "latex") == Query("en", "He said", "then.")
    assert query(r"He said \enquote{[Quote]} then.", "latex") == Query("en", "He said", "then.")


def test_a_cursor_in_a_placeholder_asks_for_it() -> None:
    """A cursor anywhere in a placeholder is the same question as the placeholder."""
    page = Page.read("Words “[Quote: hope]” more", "plaintext")
    assert {page.query(at, at) for at in range(7, 21)} == {Query("en", "Words", "more", Hint(words="hope"))}


def test_neighbouring_placeholders_keep_their_hints() -> None:
    """Of two that touch each has its own hint."""
    page = Page.read("[Quote: a]【引用：乙】", "plaintext")
    assert [page.query(one.start, one.end).hint.words for one in page.placeholders] == ["a", "乙"]


def test_language_goes_by_the_words_around() -> None:
    """An English paragraph in a Chinese document is English; without words the document tells; then English."""
    chinese = "正如鲁迅所说，希望是本无所谓有，无所谓无的。" * 40
    english = "As he said so many times before in this house of words and letters, " * 6
    text = f"{chinese}\n\n{english}[Quote] {english}\n\n{chinese}"
    assert query(text).language == "en"
    assert query("正如鲁迅所说：[引用]").language == "zh"
    assert query("[引用]").language == "en"
    assert Page.read("他说", "plaintext").query(2, 2, "en").language == "en"


def test_traditional_windows_are_simplified() -> None:
    """The model reads simplified script."""
    assert query("魯迅說：[引用]，這話很對。") == Query("zh", "鲁迅说：", "，这话很对。")


@pytest.mark.parametrize("text", ["", "\r\n", "\u2028", "\x00", "\ud800", "😀"])
def test_texts_without_words_give_empty_windows(text: str) -> None:
    """An empty file and odd characters are a query without context, or with what can be read."""
    assert query(text) == Query("en", "😀" if text == "😀" else "", "")


def test_of_a_very_long_text_the_part_near_the_gap_is_read() -> None:
    """A page near an offset stops at line boundaries, and a gap elsewhere is read afresh."""
    line = "Some words in a line.\n"
    text = line * (3 * PAGE_LIMIT // len(line)) + "The end is [Quote]"
    page = Page.read(text, "markdown", near=0)
    assert page.placeholders == ()
    assert page.end < PAGE_LIMIT
    assert page.prose[page.end - 1] == "."
    assert page.query(len(text) - 7, len(text)).left.endswith("Some words in a line. The end is")
    assert len(Page.read(text, "markdown").placeholders) == 1


def test_a_line_longer_than_a_page_is_cut() -> None:
    """A single line of millions of characters has windows too."""
    text = "word " * PAGE_LIMIT
    found = Page.read(text, "markdown", near=len(text) // 2).query(len(text) // 2, len(text) // 2)
    assert found == Query("en", " ".join(["word"] * 40), " ".join(["word"] * 40))
