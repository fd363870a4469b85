"""AsciiDoc."""

from epigraph.text.markup.scan import (
    SOFT_BREAK,
    URL,
    Rules,
    becomes,
    emphasis,
    entity,
    keep,
    part,
    scanner,
    vanish,
)

_LINES: Rules = (
    # listings, literals, passthroughs, comments: an unclosed one runs to the end, as in Asciidoctor
    (
        r"(?P<fence>-{4,}|\.{4,}|\+{4,}|/{4,}|```)(?P<rest>.*+)(?:\n(?!(?P=fence)[ \t]*$).*+)*+(?:\n.*+)?",
        part,
    ),
    (r"//(?!/).*+", part),
    (r"(?:={4,}|_{4,}|\*{4,}|--|[|,:!]={3,}|'{3,}|<{3}|\+)[ \t]*$", part),
    (r":!?\w[\w-]*+!?:(?:[ \t].*+)?$", part),
    # only above a block: on a paragraph of its own [Quote] is a placeholder, not a style
    (r"\[[^\[\]\n]*+\][ \t]*$(?=\n[ \t]*\S)|\[\[[^\[\]\n]*+\]\][ \t]*$", part),
    (r"[a-z]++::[^\s\[\]]*+\[.*+$", part),
    (r"\.(?=[\w*_`])", part),
    (r"(?:={1,6}|#{1,6})(?=[ \t])", part),
    (r"[ \t]*(?:\*{1,5}|\.{1,5}|-|[0-9]{1,9}\.|<[0-9.]+>)(?=[ \t])(?:[ \t]+\[[ *xX]\](?=[ \t]))?", part),
)

_INLINE: Rules = (
    (r"\\\[", vanish),
    (r"\\(?=[*_`#+^~{<:])", vanish),
    (r"\"`|`\"|'`|`'", becomes({'"`': "“", '`"': "”", "'`": "‘", "`'": "’"})),
    (rf"`(?:[^`\n]|{SOFT_BREAK})++`", part),
    (r"`", vanish),
    (r"\+\+\+[^+\n]*+\+\+\+|\+(?=[^\s+])[^+\n]*+(?<=[^\s])\+(?!\w)", part),
    (
        r"(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|anchor|pass|indexterm2?|cite):[^\s\[\]]{0,300}+\[[^\[\]\n]*+\]",
        part,
    ),
    # a macro opens: its text stays, and its closing bracket is the stray one below
    (rf"(?:(?:link|xref|mailto):[^\s\[\]]{{1,300}}+|{URL})\[", vanish),
    (r"footnote:[\w-]*+\[", part),
    (URL, part),
    (r"<<[^<>\n,]*+,[ \t]*", vanish),
    (r"<<[^<>\n]*+>>", part),
    (r">>", vanish),
    (r"\[\[[^\[\]\n]*+\]\]", part),
    (r"\[[.#%][^\[\]\n]*+\](?=[#*_`])", vanish),
    (r"\[(?:[^\[\]\n&]|&(?!#))*+\]", keep),
    (r"\]", vanish),
    (r"\{[A-Za-z][\w:-]*+\}", part),
    (r"&(?:#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|[a-z]{2,8});", entity),
    (r"\*++|##", vanish),
    (emphasis("_"), vanish),
    (emphasis("#"), vanish),
    (r"\|", part),
)

asciidoc = scanner(_LINES, _INLINE)
