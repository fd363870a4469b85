"""Write a quotation into a document as its writer would: marks, punctuation, spaces, credit."""

import re
from dataclasses import dataclass
from typing import Literal

from epigraph.text.block import block_lines, set_block
from epigraph.text.context import Page
from epigraph.text.credit import credit
from epigraph.text.edit import Edit, line_beside
from epigraph.text.ending import ended, swallowed
from epigraph.text.escape import escape
from epigraph.text.formats import Format
from epigraph.text.marks import Marks, bare, closing_mark, enclosing, lacking, nested, pair_of
from epigraph.text.markup.scan import GONE
from epigraph.text.query import Language
from epigraph.text.script import to_traditional

Form = Literal["inline", "block", "command"]

_COMMANDS: dict[Format, tuple[str, str]] = {"latex": (r"\enquote{", "}"), "typst": ("#quote[", "]")}
_IN_COMMAND: dict[Format, re.Pattern[str]] = {
    "latex": re.compile(r"\\(?:enquote|textquote)\*?\{\Z"),
    "typst": re.compile(r"#quote(?:\([^()]*\))?\[\Z"),
}
_LATEX_MARKS = {("“", "”"): ("``", "''"), ("‘", "’"): ("`", "'")}
# marks as HTML names them, by the mark that they are
_HTML_MARKS = {
    "“": ("&ldquo;", "&rdquo;"),
    "‘": ("&lsquo;", "&rsquo;"),
    "«": ("&laquo;", "&raquo;"),
    '"': ("&quot;", "&quot;"),
}
# a command sets double marks
_NESTS_LIKE = {opening: "“" for opening, _ in _COMMANDS.values()} | {pair[0]: m for m, pair in _HTML_MARKS.items()}
_NEEDS_SPACE_AFTER = re.compile(r"[A-Za-z0-9À-ɏ,.;:!?)]\Z")
_NEEDS_SPACE_BEFORE = re.compile(r"[A-Za-z0-9À-ɏ(]")
_NOT_SPACE = re.compile(r"\S")
_REACH = 400  # characters beside a gap that tell how its sentence goes


@dataclass(frozen=True, slots=True)
class InsertionStyle:
    """How a writer wants quotations: in the line, as a block, or by the format's quoting command, if any."""

    form: Form = "inline"
    marks: Marks = "auto"
    attribution: bool = False


def insertion(
    page: Page,
    start: int,
    end: int,
    words: str,
    *,
    language: Language,
    author: str = "",
    work: str = "",
    style: InsertionStyle = InsertionStyle(),
) -> Edit:
    """Return the edit that puts a quotation into the gap text[start:end]; it stays on the gap's line."""
    page = page.around(start, end)
    words = bare(" ".join(words.split()))
    traditional = language == "zh" and page.is_traditional_at(start, end)
    if traditional:
        words, author, work = map(to_traditional, (words, author, work))
    if not style.attribution:
        author = work = ""
    if style.form == "block" and not _in_command(*line_beside(page.text, start, end), page.format):
        lines = block_lines(words, author, work, language, page.format)
        return set_block(page.text, start, end, lines, page.format)
    command = _COMMANDS.get(page.format) if style.form == "command" else None
    marks = command or _marks(style.marks, language, page.format, traditional=traditional)
    credited = credit(author, work, language, page.format)
    return _in_line(page, start, end, words, language=language, marks=marks, credited=credited)


def _in_line(
    page: Page, start: int, end: int, words: str, *, language: Language, marks: tuple[str, str], credited: str
) -> Edit:
    before, after = line_beside(page.text, start, end)
    opening, closing = _enclosing(before, after, page.format)
    words = nested(words, _NESTS_LIKE.get(opening or marks[0], opening or marks[0]))
    if not credited:
        words = ended(words, *_sentence(page, start, end), language)
    marks = ("", "") if opening else lacking(before, after, marks)
    closing = closing or closing_mark(after)
    dropped = "" if credited else swallowed(words, after.removeprefix(closing))
    # what belongs behind a closing mark that is already there takes that mark into the edit
    reach = closing if credited or dropped else ""
    text = marks[0] + escape(words, page.format) + marks[1] + reach
    if credited:
        text += f" {credited}" if language == "en" else credited
    if language == "en" and not opening:
        text = f"{_space(_NEEDS_SPACE_AFTER.search(before))}{text}{_space(_NEEDS_SPACE_BEFORE.match(after))}"
    return Edit(start, end + len(reach) + len(dropped), text)


def _space(needed: re.Match[str] | None) -> str:
    return " " if needed else ""


def _marks(marks: Marks, language: Language, markup: Format, *, traditional: bool) -> tuple[str, str]:
    pair = pair_of(marks, language, traditional=traditional)
    return _LATEX_MARKS.get(pair, pair) if markup == "latex" and language == "en" else pair


def _enclosing(before: str, after: str, markup: Format) -> tuple[str, str]:
    """Return the marks or the quoting command that the gap stands in, or two empty texts."""
    if _in_command(before, after, markup):
        return _COMMANDS[markup]
    entities = _HTML_MARKS if markup == "html" else {}
    named = (pair for pair in entities.values() if before.endswith(pair[0]) and after.startswith(pair[1]))
    return next(named, None) or enclosing(before, after)


def _in_command(before: str, after: str, markup: Format) -> bool:
    """Return whether the gap is the text of a quoting command, which has no room for a block."""
    if markup not in _COMMANDS:
        return False
    return bool(_IN_COMMAND[markup].search(before)) and after.startswith(_COMMANDS[markup][1])


def _sentence(page: Page, start: int, end: int) -> tuple[str, str]:
    """Return the prose before and after the gap in its block: a list item or a heading below starts another."""
    before, after = page.beside(start, end)
    line, newline, _ = after[:_REACH].partition("\n")
    below = len(page.text) - len(after) + len(line) + len(newline)
    first = _NOT_SPACE.search(page.text, below)
    following = line if first and page.prose[first.start()] == " " else after[:_REACH]
    return before[-_REACH:].replace(GONE, ""), following.replace(GONE, "")
