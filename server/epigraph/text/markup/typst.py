"""Typst: markup mode, with the text of content blocks; code after `#` is taken out."""

from epigraph.text.markup.scan import (
    DASHES,
    SOFT_BREAK,
    URL,
    Rules,
    emphasis,
    escaped,
    keep,
    part,
    scanner,
    vanish,
)


def _nested(opening: str, closing: str, depth: int) -> str:
    """Return the pattern of a bracketed group, with strings and groups inside it to this depth."""
    inner = rf"|{_nested(opening, closing, depth - 1)}" if depth else ""
    return rf"{opening}(?:[^{opening}{closing}\"]|\"(?:[^\"\\\n]|\\.)*+\"{inner})*+{closing}"


_PARENTHESES = _nested(r"\(", r"\)", 4)
_BRACES = _nested(r"\{", r"\}", 4)
_BRACKETS = _nested(r"\[", r"\]", 4)
# to the end of the line, and of every group that starts on it
_STATEMENT = (
    r"#(?:let|set|show|import|include)(?![\w-])"
    rf"(?:[^\n(\[{{]|{_PARENTHESES}|{_BRACES}|{_BRACKETS}|[(\[{{])*+"
)

_LINES: Rules = ((r"[ \t]*={1,6}(?=[ \t])|[ \t]*(?:[-+/]|[0-9]{1,9}\.)(?=[ \t])", part),)

_INLINE: Rules = (
    (URL, part),
    (r"//.*+", part),
    (r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)", part),
    (r"(?P<raw>```++)[^`]*+(?:(?!(?P=raw))`[^`]*+)*+(?:(?P=raw)|\Z)", part),
    (rf"`(?:[^`\n]|{SOFT_BREAK})*+`", part),
    (rf"\$(?:[^$\\\n]|{SOFT_BREAK}|\\.)*+\$", part),
    (r"\\u\{[0-9a-fA-F]{1,6}\}", part),
    (r"\\[\[\]]", vanish),
    (r"\\[^\w\s]", escaped),
    (r"\\", part),
    (_STATEMENT, part),
    (r"#(?:if|for|while)(?![\w-])[^\n\[{]*+[\[{]?", part),
    (rf"#(?:{_BRACES}|{_PARENTHESES})", part),
    # a content block opens: its text stays, and its closing bracket is the stray one below
    (
        rf"#(?:emph|strong|text|underline|highlight|smallcaps|strike|quote|sub|super)(?:{_PARENTHESES})?\[",
        vanish,
    ),
    (rf"#[A-Za-z_][\w.-]*+(?:{_PARENTHESES})?\[?", part),
    (r"\[[^\[\]\n]*+\]", keep),
    (r"\](?:\[|\{)?", vanish),
    (r"<[A-Za-z_][\w:.-]*+>", part),
    (r"@[A-Za-z_][\w:.-]*+(?:\[[^\[\]\n]*+\])?", part),
    (r"\*++", vanish),
    (emphasis("_"), vanish),
    (r"-\?", vanish),
    DASHES,
    (r"~", part),
)

typst = scanner(_LINES, _INLINE)
