"""Escaping: words so written that a format shows them as they are, and takes nothing in them for markup."""

import re
from collections.abc import Callable

from epigraph.text.formats import Format

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_ORG = {"\\": r"\backslash{}", "$": r"\dollar{}"}
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_WORD_EDGE_UNDERSCORE = r"(?<![^\W_])_|_(?![^\W_])"
_LIST_START = r"\A(?:[-+>#=/](?=[ #=])|[0-9]{1,9}[.)](?= ))"


def escape(words: str, markup: Format) -> str:
    """Return words as a format needs them written."""
    if markup == "plaintext":
        return words
    pattern, replace = _ESCAPES[markup]
    return pattern.sub(replace, words)


def _backslash(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\{match[0][-1]}"


def _reference(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}&#{ord(match[0][-1])};"


_ESCAPES: dict[Format, tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = {
    "markdown": (
        re.compile(
            rf"{_LIST_START}|\\(?=[!-/:-@\[-`{{-~])|`|(?<! )\*|\*(?! )|{_WORD_EDGE_UNDERSCORE}"
            # words in brackets are text unless a target follows
            r"|\[(?![\w ,.…]*\](?![\[(:]))|<(?=[A-Za-z/!?])|&(?=#?\w+;)|\$(?=\S)|\{(?=[#.:%{])"
        ),
        _backslash,
    ),
    "latex": (re.compile(r"[\\&%$#_{}~^]"), lambda match: _LATEX.get(match[0], "\\" + match[0])),
    "typst": (re.compile(rf"{_LIST_START}|[\\#$*_@`<\[\]~]|/(?=[/*])"), _backslash),
    "restructuredtext": (re.compile(rf"{_LIST_START}|[\\*`|]|{_WORD_EDGE_UNDERSCORE}"), _backslash),
    # Org has no escape: a zero-width space keeps a mark from opening anything, an entity stands for the rest
    "org": (
        re.compile(r"[\\$]|(?<!\w)[*/_=~+](?=\S)|\[(?=\[|fn:|cite)|\A[-+#:|*](?=[ +])"),
        lambda match: _ORG.get(match[0], "\u200b" + match[0]),
    ),
    "asciidoc": (
        re.compile(rf"{_LIST_START}|\A[.|:\[/]|[*`#+^~{{]|{_WORD_EDGE_UNDERSCORE}|<(?=<)|\[(?=\[)|&(?=#?\w+;)"),
        _reference,
    ),
    "html": (re.compile(r"[&<>]"), lambda match: _HTML[match[0]]),
}
