"""To whom a text credits a quotation that stands in it, and whether that is clearly somebody else.

A false alarm is worse than a miss: a credit must stand right beside the quotation, in a form that hardly means
anything else, and only people that we know contradict an author of whom the collection is sure.
"""

import re
from dataclasses import dataclass

from epigraph.quotes.people import People, is_everyday, is_somebodys, mentions
from epigraph.quotes.quote import Quote
from epigraph.text.markup.scan import GONE
from epigraph.text.normal import CJK
from epigraph.text.script import to_simplified

_REACH = 100  # characters on each side in which a credit must stand

_PART = r"(?:[A-ZÀ-ÖØ-Þ]\.|[A-ZÀ-ÖØ-Þ][\w’'-]*[^\W_])"
_NO_NAME = "As|And|But|When|What|Like|So|For|Yet|Or|If|The|Then|In|It|He|She|They|We|You|I|This|That|How|Who|My|His|Her"
NAME = rf"\b(?!(?:{_NO_NAME})\b)(?P<name>{_PART}(?:,?\s(?:(?:of|de|du|da|la|von|van|the)\s)*{_PART}){{0,4}})"
_SAID = (
    r"(?:said|says|wrote|writes|put it|puts it|remarked|observed|noted|declared|quipped|argued|warned|insisted|taught"
    r"|advised|exclaimed|sang|(?:told|tells|reminded|reminds|teaches) us)"
)
_ONCE = r"(?:\s(?:\w+ly|once|also|often|has|had|already|himself|herself))*"
_START = rf"[\s\"“‘'«{GONE}]*\Z"  # from a credit to the quotation
_END = rf"[.!?…{GONE}]*(?:,[\"”’'»]*|[\"”’'»]+)[{GONE}\s]*"  # from the quotation to who said it
_ANY_END = rf"[.,;:!?…\"”’'»{GONE}\s]*"
_DASH = rf"(?:[—–―]|(?<![\w-])-{{1,3}}){GONE}*\s*"

_CHINESE_NAME = rf"(?P<name>(?:{CJK}|[·•])"
_CHINESE_SAID = (
    r"(?:说过|说道|说|曰|云|写道|写过|写下|言|讲过|讲|认为|指出|告诉我们|的?名言|的?诗句|的?名句|的?话|的?诗|的?词)"
)
_CHINESE_ONCE = (
    r"(?:先生)?(?:曾经|曾|也|就|常常|常|早就|早已)?(?:在[^，。：“”]{1,12}?|《[^》]{1,12}》中?)?(?:曾|所|有|如是|这样)?"
)
_CHINESE_START = rf"[，：:,、“「『‘\"\s{GONE}—]*\Z"
_CHINESE_END = rf"[”」』’\"，。！？；…\s{GONE}]*"
_DYNASTY = r"(?:[（(\[〔【]?(?:先秦|[秦汉魏晋唐宋元明清])代?[）)\]〕】·•]?\s*)?"

_BY_DASH = re.compile(rf"{_ANY_END}{_DASH}{NAME}(?=\s*(?:[,.;:()\[\n]|\Z))")
_AFTER = (
    re.compile(rf"{_ANY_END}[(\[]\s*{NAME}\s*[,;)\]]"),
    re.compile(rf"{_END}(?:as\s)?{_SAID}\s{NAME}"),
    re.compile(rf"{_END}(?:as\s)?{NAME}{_ONCE}\s{_SAID}(?=[.,;!?\n]|\Z)"),
)
_BEFORE = (
    re.compile(rf"{NAME}{_ONCE}\s{_SAID}(?:\sthat\s+|\s+(?=[\"“‘'«])|[:,]){_START}"),
    re.compile(rf"\b(?i:in the words of|to quote|quoting|according to)\s{NAME}[:,]{_START}"),
)
_CHINESE_BEFORE = re.compile(rf"{_CHINESE_NAME}{{2,14}}?){_CHINESE_ONCE}{_CHINESE_SAID}(?:是|里|中)?{_CHINESE_START}")
_CHINESE_AFTER = re.compile(rf"{_CHINESE_END}(?:—+|–+|-{{2}}|[（(]){GONE}*\s*{_DYNASTY}{_CHINESE_NAME}{{2,14}})")


@dataclass(frozen=True, slots=True)
class Credit:
    """A name at text[start:end] that is given for a quotation."""

    name: str
    start: int
    end: int


def credited_to(prose: str, start: int, end: int, people: People) -> Credit | None:
    """Return the name that the text gives for the quotation at prose[start:end]; a Chinese one must be known."""
    before, after = prose[max(0, start - _REACH) : start], prose[end : end + _REACH]
    return _english(before, after, start, end) or _chinese(_simplified(before), _simplified(after), start, end, people)


def misattributed(quote: Quote, credit: Credit, people: People) -> bool:
    """Return whether a quotation is credited to somebody who clearly did not say it."""
    credited = people.named(credit.name)
    if not credited or any(people.may_have_said(person, quote) for person in credited):
        return False
    noted = any(mentions(quote.note, person) for person in credited)
    if quote.attribution == "misattributed":
        return noted
    return quote.attribution == "sure" and is_somebodys(quote) and not noted


def _english(before: str, after: str, start: int, end: int) -> Credit | None:
    if match := _BY_DASH.match(after):
        return _credit(match, end)
    beside = ((pattern.match(after), end) for pattern in _AFTER)
    ahead = ((pattern.search(before), start - len(before)) for pattern in _BEFORE)
    for match, offset in (*beside, *ahead):
        # said James: rather somebody in a story
        if match and not is_everyday(match["name"]):
            return _credit(match, offset)
    return None


def _credit(match: re.Match[str], offset: int) -> Credit:
    return Credit(match["name"], offset + match.start("name"), offset + match.end("name"))


def _chinese(before: str, after: str, start: int, end: int, people: People) -> Credit | None:
    match = _CHINESE_AFTER.match(after)
    # what goes on before the quotation is perhaps another's sentence
    if match and not before[-1:].isalnum() and (credit := _known(match, end, people)):
        return credit
    match = _CHINESE_BEFORE.search(before)
    return _known(match, start - len(before), people) if match else None


def _simplified(text: str) -> str:
    simplified = to_simplified(text)
    return simplified if len(simplified) == len(text) else text  # offsets must hold


def _known(match: re.Match[str], offset: int, people: People) -> Credit | None:
    """Return the longest known name at an end of the characters where one must stand: 正如鲁迅, 鲁迅在文中."""
    found, first = match["name"], offset + match.start("name")
    for length in range(len(found), 1, -1):
        for at in (len(found) - length, 0):
            name = found[at : at + length]
            if name == name.strip("·•") and people.named(name) and not is_everyday(name):
                return Credit(name, first + at, first + at + length)
    return None
