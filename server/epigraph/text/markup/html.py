"""HTML: text outside tags. Its elements and entities are Markdown's too."""

import re

from epigraph.text.markup.scan import URL, Rules, entity, part, scanner, vanish

_INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|big|cite|del|dfn|em|font|i|ins|mark|q|s|small|span|strike|strong|sub|sup|u|wbr)[\s/>]",
    re.IGNORECASE,
)

# the attributes exclude "<" and a body its own element's tags, so that many unclosed ones cost one pass
_TO_THE_END = "script|style|pre|textarea|template|svg|math|head"
_CLOSED = "code|kbd|samp|var|tt"


def _tag(found: str) -> str:
    return vanish(found) if _INLINE_TAG.match(found) else part(found)


def _element(group: str, names: str, end: str) -> str:
    name = rf"(?P={group})"
    opening = rf"<(?P<{group}>(?i:{names}))(?=[\s/>])[^<>]*+>"
    return rf"{opening}[^<]*+(?:<(?!/?(?i:{name})[\s/>])[^<]*+)*+(?:</(?i:{name})[^<>]*+>{end})"


COMMENT_TO_THE_END = r"<!--[^-]*+(?:-(?!->)[^-]*+)*+(?:-->|\Z)"

ELEMENTS: Rules = (
    (_element("raw", _TO_THE_END, r"|\Z"), part),
    (_element("code", _CLOSED, ""), part),
    (r"<[!?][^<>]*+>", part),
    (r"</?[A-Za-z][^<>]*+>", _tag),
    (r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});", entity),
)

html = scanner(lines=[(r"\A\ufeff", part)], inline=[(COMMENT_TO_THE_END, part), *ELEMENTS, (URL, part)])
