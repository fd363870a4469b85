"""Quotations as a writer would put them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from epigraph.text.context import Page
from epigraph.text.edit import Edit
from epigraph.text.formats import FORMATS, Format
from epigraph.text.insertion import Form, InsertionStyle, insertion
from epigraph.text.language import language_of
from epigraph.text.prose import prose
from epigraph.text.query import Language
from unit.text.test_escape import letters, quotations

EQUAL = "All men are created equal."
ROAD = "其实地上本没有路，走的人多了，也便成了路。"


def edit_at_gap(
    text: str,
    words: str,
    markup: Format = "markdown",
    style: InsertionStyle | None = None,
    *,
    author: str = "",
    work: str = "",
) -> Edit:
    """Make the edit at the first placeholder, or at the end of the text."""
    page = Page.read(text, markup)
    gap = page.placeholders[0] if page.placeholders else None
    start, end = (gap.start, gap.end) if gap else (len(text), len(text))
    language: Language = language_of(words)
    return insertion(
        page, start, end, words, language=language, author=author, work=work, style=style or InsertionStyle()
    )


def put(
    text: str,
    words: str,
    markup: Format = "markdown",
    style: InsertionStyle | None = None,
    *,
    author: str = "",
    work: str = "",
) -> str:
    """Put a quotation into a text."""
    return edit_at_gap(text, words, markup, style, author=author, work=work).apply(text)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("As he said, [Quote].", EQUAL, "As he said, “All men are created equal”."),
        ("As he said [Quote], and left.", EQUAL, "As he said “All men are created equal”, and left."),
        ("As he said [Quote] and left.", EQUAL, "As he said “All men are created equal” and left."),
        ("As he said [Quote]\nand left.", EQUAL, "As he said “All men are created equal”\nand left."),
        ("It is so: [Quote]", EQUAL, "It is so: “All men are created equal.”"),
        ("It is so: [Quote]\n\nNext", "All men are equal", "It is so: “All men are equal.”\n\nNext"),
        ("It is so: [Quote]", "All men are equal,", "It is so: “All men are equal.”"),
        ("It is so: [Quote] Then he left.", EQUAL, "It is so: “All men are created equal.” Then he left."),
        ("It is so: [Quote] Then he left.", "All men are equal", "It is so: “All men are equal.” Then he left."),
        ("He left. [Quote] Then she left.", "All men are equal", "He left. “All men are equal.” Then she left."),
        ("He told [Quote] John this.", "All men are equal", "He told “All men are equal” John this."),
        ("- so: [Quote]\n- next", "All men are equal", "- so: “All men are equal.”\n- next"),
        ("(see [Quote])", EQUAL, "(see “All men are created equal”)"),
        ("He wrote [Quote] (1776).", EQUAL, "He wrote “All men are created equal” (1776)."),
        ("He asked [Quote].", "Who goes there?", "He asked “Who goes there?”"),
        ("He asked “[Quote]”.", "Who goes there?", "He asked “Who goes there?”"),
        ("He cried [Quote]!", "Onward!", "He cried “Onward!”"),
        ("He asked [Quote], then left.", "Who goes there?", "He asked “Who goes there?”, then left."),
        ("And so [Quote].", "To be continued...", "And so “To be continued...”"),
        ("鲁迅说：[引用]。", ROAD, "鲁迅说：“其实地上本没有路，走的人多了，也便成了路”。"),
        ("鲁迅说：[引用]", ROAD[:-1], "鲁迅说：“其实地上本没有路，走的人多了，也便成了路。”"),
        ("鲁迅所谓[引用]的话", ROAD, "鲁迅所谓“其实地上本没有路，走的人多了，也便成了路”的话"),
        ("他说：[引用]说完就走了。", ROAD[:-1], "他说：“其实地上本没有路，走的人多了，也便成了路。”说完就走了。"),
        ("他来了。[引用]他走了。", "路在脚下", "他来了。“路在脚下。”他走了。"),
        ("他问：[引用]。", "天下谁人不识君？", "他问：“天下谁人不识君？”"),
    ],
)
def test_punctuation_fits_the_sentence(text: str, words: str, expected: str) -> None:
    """One final mark: the sentence's where it goes on, the quotation's where it ends there."""
    assert put(text, words) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("said[Quote]and", "said “All men are created equal” and"),
        ("said:[Quote]", "said: “All men are created equal.”"),
        ("said ([Quote])", "said (“All men are created equal”)"),
        ("他说[Quote]了", "他说“All men are created equal”了"),
    ],
)
def test_english_has_spaces_around_marks(text: str, expected: str) -> None:
    """A word and a mark do not touch; Chinese characters and marks do."""
    assert put(text, EQUAL) == expected


@pytest.mark.parametrize(
    ("markup", "opening", "closing"),
    [
        *(("markdown", *pair) for pair in ("“”", '""', "‘’", "''", "「」", "『』", "«»")),
        ("latex", "``", "''"),
        ("html", "&ldquo;", "&rdquo;"),
        ("html", "&quot;", "&quot;"),
        ("latex", "`", "'"),
        ("latex", r"\enquote{", "}"),
        ("typst", "#quote[", "]"),
        ("typst", "#quote(quotes: false)[", "]"),
    ],
)
def test_marks_that_are_there_are_not_doubled(markup: Format, opening: str, closing: str) -> None:
    """A placeholder in marks, or in a quoting command, gets the words only."""
    expected = f"He said {opening}All men are created equal{closing}, then left."
    assert put(f"He said {opening}[Quote]{closing}, then left.", EQUAL, markup) == expected


@pytest.mark.parametrize(
    ("style", "markup", "expected"),
    [
        (InsertionStyle(), "markdown", "x “a ‘b’ don’t”."),
        (InsertionStyle(marks="single"), "markdown", "x ‘a “b” don’t’."),
        (InsertionStyle(marks="straight"), "markdown", "x \"a 'b' don't\"."),
        (InsertionStyle(marks="corner"), "markdown", "x 「a 『b』 don't」."),
        (InsertionStyle(marks="guillemets"), "markdown", "x «a “b” don't»."),
        (InsertionStyle(marks="none"), "markdown", "x a “b” don't."),
        (InsertionStyle(), "latex", "x ``a ‘b’ don't''."),
        (InsertionStyle(form="command"), "latex", r"x \enquote{a ‘b’ don’t}."),
        (InsertionStyle(form="command"), "typst", "x #quote[a ‘b’ don’t]."),
        (InsertionStyle(form="command"), "org", "x “a ‘b’ don’t”."),
    ],
)
def test_marks_are_chosen_and_nested(style: InsertionStyle, markup: Format, expected: str) -> None:
    """Each choice of marks changes the marks inside, and curly marks bring curly apostrophes."""
    assert put("x [Quote].", "a “b” don't", markup, style) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said “[Quote]", "He said “All men are created equal.”"),
        ("He said [Quote]”.", "He said “All men are created equal”."),
        ("“[Quote] and more,” he said.", "“All men are created equal and more,” he said."),
        ("“As we say, [Quote]” he said.", "“As we say, All men are created equal” he said."),
    ],
)
def test_a_mark_on_one_side_gets_its_other_side_only(text: str, expected: str) -> None:
    """Where one mark stands by the gap the other one is added, unless it stands elsewhere on the line."""
    assert put(text, EQUAL) == expected


def test_a_quoting_command_has_no_room_for_a_block() -> None:
    """Inside a quoting command the words are put in the line whatever the style."""
    text = r"He said \enquote{[Quote]}, then left."
    expected = r"He said \enquote{All men are created equal}, then left."
    assert put(text, EQUAL, "latex", InsertionStyle(form="block")) == expected


def test_a_quotation_sheds_marks_of_its_own() -> None:
    """Marks around the whole text of a quotation are not its words."""
    assert put("x [Quote].", "“All men are equal.”") == "x “All men are equal”."


def test_traditional_text_gets_traditional_script_and_marks() -> None:
    """The script around the gap is the script of what is put in."""
    assert put("魯迅說過：[引用]", "愿中国青年都摆脱“冷气”。") == "魯迅說過：「願中國青年都擺脫『冷氣』。」"
    assert put("鲁迅说过：[引用]", "愿中国青年都摆脱“冷气”。") == "鲁迅说过：“愿中国青年都摆脱‘冷气’。”"


CREDITED = InsertionStyle(attribution=True)


@pytest.mark.parametrize(
    ("text", "markup", "author", "work", "expected"),
    [
        ("x [Quote].", "markdown", "A", "W", "x “Be so.” — A, *W*."),
        ("x “[Quote]”.", "markdown", "A", "", "x “Be so.” — A."),
        ("x [Quote]", "latex", "A & B", "W", r"x ``Be so.'' --- A \& B, \emph{W}"),
        ("x [Quote]", "html", "", "W", "x “Be so.” — <cite>W</cite>"),
        ("x [Quote].", "plaintext", "", "", "x “Be so”."),
    ],
)
def test_credit_stands_behind_the_marks(text: str, markup: Format, author: str, work: str, expected: str) -> None:
    """Author and work follow the closing mark; where neither is known there is no dash."""
    assert put(text, "Be so.", markup, CREDITED, author=author, work=work) == expected


def test_chinese_credit_has_book_title_marks() -> None:
    """A Chinese work stands in 《》, once."""
    joined = put("他说[引用]。", "愿青年。", "markdown", CREDITED, author="鲁迅", work="《热风》")
    assert joined == "他说“愿青年。”——鲁迅《热风》。"


BLOCKS: dict[Format, str] = {
    "markdown": "A.\n\n> Be so.\n>\n> — X, *W*\n\nB.",
    "latex": "A.\n\\begin{quote}\nBe so.\n\n\\hfill --- X, \\emph{W}\n\\end{quote}\nB.",
    "typst": "A.\n#quote(block: true, attribution: [X, _W_])[Be so.]\nB.",
    "restructuredtext": "A.\n\n    Be so.\n\n    -- X, *W*\n\nB.",
    "org": "A.\n#+begin_quote\nBe so.\n\n— X, /W/\n#+end_quote\nB.",
    "asciidoc": "A.\n\n[quote, X, W]\n____\nBe so.\n____\n\nB.",
    "html": "A.\n<blockquote>\n  <p>Be so.</p>\n  <footer>— X, <cite>W</cite></footer>\n</blockquote>\nB.",
    "plaintext": "A.\n\n    Be so.\n    — X, W\n\nB.",
}


@pytest.mark.parametrize("markup", FORMATS)
def test_each_format_has_its_block(markup: Format) -> None:
    """A block stands on lines of its own, and takes marks and a lone full stop with it."""
    style = InsertionStyle(form="block", attribution=True)
    assert put("A. “[Quote]”. B.", "Be so.", markup, style, author="X", work="W") == BLOCKS[markup]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Quote]", "> Be so."),
        ("a\n\n[Quote]\n\nb", "a\n\n> Be so.\n\nb"),
        ("a\n[Quote]\nb", "a\n\n> Be so.\n\nb"),
        ("a\r\n\r\n[Quote]\r\nb", "a\r\n\r\n> Be so.\r\n\r\nb"),
        ("> [Quote]", "> Be so."),
        ("> a\n> [Quote]", "> a\n>\n> Be so."),
        ("- [Quote]\n- b", "- > Be so.\n\n- b"),
        ("a: [Quote]\n", "a:\n\n> Be so.\n"),
    ],
)
def test_a_block_has_the_blank_lines_it_needs(text: str, expected: str) -> None:
    """Blank lines are added where there are none, in the document's line ends and inside quoted lines and lists."""
    assert put(text, "Be so.", style=InsertionStyle(form="block")) == expected


def test_a_block_in_asciidoc_quotes_a_comma() -> None:
    """An author with a comma is one attribute."""
    style = InsertionStyle(form="block", attribution=True)
    assert '[quote, "King, Jr."]' in put("[Quote]", "Be so.", "asciidoc", style, author="King, Jr.")


surroundings = st.tuples(
    st.sampled_from(["", "He said ", "He said “", "said:", "他说：", "A.\r\n\r\n", "😀 ", "«"]),
    st.sampled_from(["", ".", "”.", ", and", " and", " Then", "。", "\n\nB", "\r\nb", "» x", "!", "\u2028x"]),
)


@given(quotations, surroundings, st.sampled_from(FORMATS), st.sampled_from(["inline", "block", "command"]))
def test_the_words_stay_and_the_edit_stays_on_its_line(
    words: str, around: tuple[str, str], markup: Format, form: Form
) -> None:
    """The quotation's words are all there, and the range that is replaced holds the gap and no line break."""
    text = f"{around[0]}[Quote]{around[1]}"
    assume(Page.read(text, markup).placeholders)  # right above a line of text it is a style of AsciiDoc's
    edit = edit_at_gap(text, words, markup, InsertionStyle(form=form))
    gap = len(around[0])
    assert edit.start <= gap
    assert gap + len("[Quote]") <= edit.end
    assert not set("\r\n") & set(text[edit.start : edit.end])
    assert letters(words) in letters(prose(edit.text, markup))


@given(st.sampled_from([EQUAL, "So it is", "Why?", "Go!", ROAD, "如此；"]), surroundings)
def test_no_mark_is_doubled(words: str, around: tuple[str, str]) -> None:
    """Neither quotation marks nor final marks come twice."""
    result = put(f"{around[0]}[Quote]{around[1]}", words, "plaintext")
    for doubled in ("““", "””", ".”.", ".”,", "。”。", "？”。", "?”.", "!”.", "!”!", "..”."):
        assert doubled not in result
