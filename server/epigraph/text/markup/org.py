"""Org mode."""

from epigraph.text.markup.scan import DASHES, SOFT_BREAK, URL, Rules, escaped, part, scanner, vanish

_DRAWER = r"[ \t]*:[\w-]++:[ \t]*$"
_BEGIN = r"[ \t]*#\+(?i:begin)_"
_END = r"[ \t]*#\+(?i:end)_"
_NO_PROSE = (
    rf"{_BEGIN}(?P<block>(?i:src|example|export|comment|latex))(?!\w).*+"
    rf"(?:\n(?!{_BEGIN}|{_END}|\*+[ \t]).*+)*+\n{_END}(?i:(?P=block)).*+"
)

_LINES: Rules = (
    # a body excludes another opening and a heading: an unclosed one is plain text, as in Org
    (rf"{_DRAWER}(?:\n(?!{_DRAWER}|\*+[ \t]).*+)*+\n[ \t]*:(?i:end):[ \t]*$", part),
    (_NO_PROSE, part),
    (r"[ \t]*#(?:\+.*+|[ \t].*+)?$", part),
    (r"[ \t]*:(?:[ \t].*+)?$", part),
    (rf"{_DRAWER}", part),
    (r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):.*+", part),
    (r"\*++(?:[ \t]+(?:TODO|DONE|NEXT|WAITING|CANCELLED)(?=[ \t\n]))?(?:[ \t]+\[#\w\])?(?=[ \t])", part),
    (r"[ \t]*(?:[-+]|[0-9]{1,9}[.)])(?=[ \t])(?:[ \t]+\[[ xX-]\](?=[ \t\n]))?|[ \t]+\*(?=[ \t])", part),
    (r"[ \t]*(?:\|[-+|]++|-{5,}+)[ \t]*$", part),
)

_INLINE: Rules = (
    (rf"\\\((?:[^\\\n]|{SOFT_BREAK}|\\(?![()]))*+\\\)", part),
    (rf"\\\[(?:[^\\\n]|{SOFT_BREAK}|\\(?![\[\]]))*+\\\]", part),
    (r"\\[\[\]]", vanish),
    (r"\\\$", escaped),
    (r"\\(?:\\|[A-Za-z]++(?:\{\})?)", part),
    (rf"\$\$(?:[^$\\\n]|{SOFT_BREAK}|\\.|\$(?!\$))*+\$\$", part),
    (rf"\$(?<![\w$]\$)(?=[^\s$])(?:[^$\\\n]|{SOFT_BREAK}|\\.)*+(?<=[^\s])\$(?!\w)", part),
    # code and verbatim, after what Org lets stand before a mark
    (r"=(?<![^\s\-({'\"]=)(?=[^\s=])[^=\n]*+(?<=[^\s])=(?![\w=])", part),
    (r"~(?<![^\s\-({'\"]~)(?=[^\s~])[^~\n]*+(?<=[^\s])~(?![\w~])", part),
    (r"\[\[[^\[\]\n]*+\]\[|\]\]", vanish),
    (r"\[\[[^\[\]\n]*+\]\]", part),
    (r"\[fn:[^\[\]\n:]*+\]", vanish),
    (r"\[fn:[^\[\]\n:]*+:", part),
    (r"\[cite[^\[\]\n]*+\]", part),
    (r"[<\[][0-9]{4}-[0-9]{2}-[0-9]{2}[^<>\[\]\n]*+[>\]]", part),
    (r"\{\{\{[^{}\n]*+\}\}\}|@@[^@\n]*+@@|<<<?[^<>\n]*+>>>?", part),
    (r"[ \t]:(?:[\w@#%]++:){1,9}[ \t]*$", part),
    (URL, part),
    (r"[*/_](?:(?<!\w.)(?=[^\s])|(?<=[^\s].)(?!\w))", vanish),
    DASHES,
    (r"\|", part),
)

org = scanner(_LINES, _INLINE)
