"""A quotation as a block of its own, in each format's way, and how it is set into a document."""

import re

from epigraph.text.credit import credit, source
from epigraph.text.edit import Edit, line_beside
from epigraph.text.escape import escape
from epigraph.text.formats import Format
from epigraph.text.marks import enclosing
from epigraph.text.query import Language

# formats in which a block needs no blank line around it
_TIGHT: frozenset[Format] = frozenset({"latex", "typst", "org", "html"})
# what may stand before a block on its line: an indent, a quoted line's mark, a list item's bullet
_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?")
_LEFT_OVER = re.compile(r"[ \t]*[.,;:。，；：]?[ \t]*")


def block_lines(words: str, author: str, work: str, language: Language, markup: Format) -> list[str]:  # noqa: PLR0911
    """Return the lines of a block quotation; author and work may be empty."""
    text, credited = escape(words, markup), credit(author, work, language, markup)
    match markup:
        case "markdown":
            return [f"> {text}", *([">", f"> {credited}"] if credited else [])]
        case "latex":
            return [
                r"\begin{quote}",
                text,
                *(["", rf"\hfill {credited}"] if credited else []),
                r"\end{quote}",
            ]
        case "typst":
            named = source(author, work, language, markup)
            return [f"#quote(block: true{f', attribution: [{named}]' if named else ''})[{text}]"]
        case "restructuredtext":
            return [f"    {text}", *(["", f"    {credited}"] if credited else [])]
        case "org":
            return ["#+begin_quote", text, *(["", credited] if credited else []), "#+end_quote"]
        case "asciidoc":
            return [f"[{', '.join(['quote', *_positional(author, work)])}]", "____", text, "____"]
        case "html":
            footer = [f"  <footer>{credited}</footer>"] if credited else []
            return ["<blockquote>", f"  <p>{text}</p>", *footer, "</blockquote>"]
        case "plaintext":
            return [f"    {text}", *([f"    {credited}"] if credited else [])]


def set_block(document: str, start: int, end: int, lines: list[str], markup: Format) -> Edit:
    """Return the edit that puts a block on lines of its own, in place of the gap and the marks around it."""
    before, after = line_beside(document, start, end)
    line_start, line_end = start - len(before), end + len(after)
    opening, closing = enclosing(before, after)
    left, rest = before.removesuffix(opening), _LEFT_OVER.sub("", after.removeprefix(closing), count=1)
    newline = "\r\n" if "\r\n" in document else "\n"
    apart = newline if markup in _TIGHT else newline * 2
    indent = lead = ""
    if not _PREFIX.fullmatch(left):
        left, lead = left.rstrip(), apart
    else:
        indent = re.sub(r"[^\s>]", " ", left)
        if markup not in _TIGHT and left == indent and _has_text_above(document, line_start):
            left, lead = left.rstrip(), newline + indent
    if ">" in indent:  # the block quotation is there already
        lines = [line.removeprefix(">").removeprefix(" ") for line in lines]
    follow = apart if rest else newline if markup not in _TIGHT and _has_text_below(document, line_end) else ""
    body = newline.join([lines[0], *((indent + line).rstrip() for line in lines[1:])])
    return Edit(line_start + len(left), line_end - len(rest), lead + body + follow)


def _has_text_above(document: str, line_start: int) -> bool:
    above = document[:line_start].removesuffix("\n").removesuffix("\r")
    return bool(above[above.rfind("\n") + 1 :].strip(" \t>"))


def _has_text_below(document: str, line_end: int) -> bool:
    below = document[line_end:].removeprefix("\r").removeprefix("\n")
    return bool(below.partition("\n")[0].strip())


def _positional(author: str, work: str) -> list[str]:
    """Return AsciiDoc's attributes of a quote block; a comma in one needs quotes."""
    values = [author, work] if work else [author] if author else []
    return [f'"{value}"' if "," in value else value for value in values]
