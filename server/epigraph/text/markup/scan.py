"""The scanner of all formats: rules in, a function out that blanks markup and keeps every offset.

A rule is a pattern and what to write in place of its match, of the same length. All rules of a format make
one regular expression that passes over the text once. To stay linear on any input a pattern must not look far
ahead and then fail: a body excludes its own opening mark, or ends with its paragraph, and is possessive.
"""

import re
from collections.abc import Callable, Sequence
from html import unescape

GONE = "\u2060"  # word joiner: stands for markup inside a word; `*em*phasis` is one word

Rewrite = Callable[[str], str]
Rules = Sequence[tuple[str, Rewrite]]
Scanner = Callable[[str], str]

# a line break inside a paragraph: an inline construct ends with its paragraph
SOFT_BREAK = r"\n(?![ \t]*(?:\n|\Z))"

_NOT_NEWLINE = re.compile(r"[^\n]")


def scanner(lines: Rules, inline: Rules) -> Scanner:
    """Return the function that applies the rules, `lines` at a line's start only; an earlier rule wins."""
    # an empty group at its end names a branch: a group around it would hide its first character, by which the
    # engine skips a branch that cannot match
    at_line = "|".join(f"(?:{pattern})(?P<line{i}>)" for i, (pattern, _) in enumerate(lines))
    anywhere = "|".join(f"(?:{pattern})(?P<inline{i}>)" for i, (pattern, _) in enumerate(inline))
    regex = re.compile(f"^(?:{at_line})|{anywhere}", re.MULTILINE)
    rewrites = {f"line{i}": rewrite for i, (_, rewrite) in enumerate(lines)}
    rewrites |= {f"inline{i}": rewrite for i, (_, rewrite) in enumerate(inline)}
    return lambda text: regex.sub(lambda match: rewrites[match.lastgroup or ""](match[0]), text)


def part(found: str) -> str:
    """Blank what stands between words; line breaks stay."""
    return _NOT_NEWLINE.sub(" ", found)


def vanish(found: str) -> str:
    """Blank what may stand inside a word; line breaks stay."""
    return _NOT_NEWLINE.sub(GONE, found)


def keep(found: str) -> str:
    """Keep a text that a later rule would take for markup."""
    return found


def escaped(found: str) -> str:
    """Keep the last character only: what an escape stands for."""
    return vanish(found[:-1]) + found[-1]


def entity(found: str) -> str:
    """Decode an HTML entity, which is never shorter than what it stands for."""
    decoded = unescape(found)
    return part(found) if decoded.isspace() else decoded.ljust(len(found), GONE)


def becomes(table: dict[str, str]) -> Rewrite:
    """Return the rewrite that puts a shorter text for each of a few found ones."""
    return lambda found: table[found].ljust(len(found), GONE)


# patterns that several formats share
URL = r"https?://[^\s<>()\[\]{}\"'\x80-\U0010ffff]*[A-Za-z0-9/]"
DASHES: tuple[str, Rewrite] = (r"---?(?!-)", becomes({"---": "—", "--": "–"}))


def emphasis(mark: str) -> str:
    """Return the pattern of a mark that is markup only at a word's edge, so that snake_case stays."""
    run = rf"{re.escape(mark)}++"
    return rf"{re.escape(mark)}(?<![^\W_].){re.escape(mark)}*+|{run}(?![^\W_])"
