"""Markdown: CommonMark with GitHub's, Pandoc's and Obsidian's additions, and the HTML inside it.

Indented code is read as prose: to tell it from a list item's paragraph takes a whole parser, and writers fence
their code.
"""

from epigraph.text.markup.html import COMMENT_TO_THE_END, ELEMENTS
from epigraph.text.markup.scan import SOFT_BREAK, URL, Rules, emphasis, escaped, part, scanner, vanish

_QUOTED = r"[ \t]*(?:>[ \t]*)*+"
_BULLET = r"(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t\n])"
_LABEL = rf"(?:[^\[\]\\\n]|{SOFT_BREAK}|\\.|\[[^\[\]\n]*+\])*+"
_TARGET = r"(?:\((?:[^()\\\n]|\\.|\([^()\n]*+\))*+\)|\[[^\[\]\n]*+\])"

_INSIDE = rf"(?:[^`\n]|{SOFT_BREAK})*+"
# other runs of marks inside are few: else a text of nothing but unclosed ones would be read to its end for each
_CODE = rf"(?P<tick>`{{1,3}})(?!`){_INSIDE}(?:(?!(?P=tick)(?!`))`++{_INSIDE}){{0,20}}+(?P=tick)"
# a fence that is never closed runs to the end, as in CommonMark
_FENCED = (
    rf"{_QUOTED}(?:{_BULLET}[ \t]+)?(?P<fence>```++|~~~++)[^`\n]*+"
    rf"(?:\n(?!{_QUOTED}(?P=fence)[`~]*+[ \t]*$).*+)*+(?:\n.*+)?"
)

_LINES: Rules = (
    (r"\A\ufeff?---[ \t]*\n(?=\S)(?:.*\n)*?(?:---|\.\.\.)[ \t]*$", part),
    (r"\A\ufeff?\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+[ \t]*$", part),
    (_FENCED, part),
    (rf"[ \t]*{COMMENT_TO_THE_END}", part),
    (r" {0,3}\[\^[^\[\]\n]++\]:", part),
    (r" {0,3}\[[^\[\]\n]++\]:[ \t]*\S++(?:[ \t]+[\"'(].*+)?[ \t]*$", part),
    (rf"{_QUOTED}(?:[-=*_|:+][ \t]*){{2,}}+$", part),
    (r":{3,}.*+", part),
    (rf"(?:[ \t]*(?:>|{_BULLET}|#{{1,6}}(?=[ \t\n])))++[ \t]*(?:\[(?:[ xX]|![A-Za-z]+)\](?=[ \t\n]))?", part),
)

_INLINE: Rules = (
    (rf"\\\[(?:[^\\\n]|{SOFT_BREAK}|\\(?![\[\]]))*+\\\]", part),
    (rf"\\\((?:[^\\\n]|{SOFT_BREAK}|\\(?![()]))*+\\\)", part),
    # an escaped bracket leaves none behind, so that an escaped placeholder is none
    (r"\\[\[\]]", vanish),
    (r"\\[!-/:-@^_`{-~\\]", escaped),
    (_CODE, part),
    (r"`{4,}+", vanish),
    (rf"\$\$(?:[^$\\\n]|{SOFT_BREAK}|\\.|\$(?!\$))*+\$\$", part),
    # a price is no formula: Pandoc's rules for a dollar sign
    (rf"\$(?<![\w$]\$)(?=[^\s$])(?:[^$\\\n]|{SOFT_BREAK}|\\.)*+(?<=[^\s])\$(?![0-9])", part),
    (rf"<!--(?:[^-<\n]|{SOFT_BREAK}|-(?!->)|<(?!!--))*+-->", part),
    *ELEMENTS,
    (rf"!\[\[[^\[\]\n]*+\]\]|!\[{_LABEL}\]{_TARGET}", part),
    (r"\[\[(?=[^\[\]\n]++\]\])(?:[^\[\]\n|]*\|)?|\]\]", vanish),
    (r"\[\^[^\[\]\n]++\]", vanish),
    (r"\[(?:[^\[\]\n@]*[ ;])?-?@\w[^\[\]\n]*+\]", part),
    (rf"\[(?={_LABEL}\]{_TARGET})|\]{_TARGET}", vanish),
    (r"\{[#.:%{][^{}\n]*+\}{1,2}", part),
    (r"\*++|~~++|==++", vanish),
    (emphasis("_"), vanish),
    (r"\|", part),
    (URL, part),
)

markdown = scanner(_LINES, _INLINE)
