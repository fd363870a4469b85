"""What is wrong with quotations: doubles, broken links between variants, traces of markup, bad punctuation.

Pure functions on quotations; `curated` adds what only a published collection must satisfy.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from epigraph.quotes.quote import Quote
from epigraph.quotes.topics import TOPICS
from epigraph.text.normal import CJK
from epigraph.text.query import Language

LONGEST: dict[Language, int] = {
    "en": 500,
    "zh": 150,
}  # characters of a quotation that can be offered in a list

_MARKUP = re.compile(r"</?[a-zA-Z][^>]*>|&#?\w+;|\*|`|\\|https?://|\[\d+\]|\{|\}|(?<!\w)_|_(?!\w)")
_PAIRS = tuple(zip("“「『《〈（([【", "”」』》〉）)]】", strict=True))
_ASCII_IN_CHINESE = re.compile(rf"{CJK}\s*[,.;:?!()\"']|[,.;:?!()\"']\s*{CJK}")
_GAP_IN_CHINESE = re.compile(rf"{CJK}\s+{CJK}")
_CHINESE = re.compile(CJK)
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_MIXED_WORD = re.compile(r"[A-Za-z][Ͱ-Ͽ\u0400-ӿ]|[Ͱ-Ͽ\u0400-ӿ][A-Za-z]")  # a Greek or Cyrillic look-alike


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with one quotation; `row` is its place in what was checked, from 0."""

    row: int
    quote: Quote
    reason: str


def check(quotes: Sequence[Quote], *, curated: bool, others: Iterable[Quote] = ()) -> list[Finding]:
    """Return all that is wrong, in the order of the quotations; they may be variants of the others."""
    by_id: dict[str, int] = {}
    findings: list[Finding] = []
    variants = {quote.id: quote.variant_of for quote in (*others, *quotes)}
    for row, quote in enumerate(quotes):
        reasons = [*_text(quote), *_variant(quote, variants), *(_curated(quote) if curated else ())]
        first = by_id.setdefault(quote.id, row)
        if first != row:
            reasons.append(f"same text as number {first + 1}, expected each text once")
        findings.extend(Finding(row, quote, reason) for reason in reasons)
    return findings


def _text(quote: Quote) -> Iterator[str]:
    text = quote.text
    if match := _MARKUP.search(text):
        yield f"{match.group()!r} in the text, expected no markup"
    yield from _unbalanced(text)
    if match := _MIXED_WORD.search(text):
        yield f"{match.group()!r} mixes alphabets in a word"
    if quote.language == "zh":
        yield from _chinese(text)
    elif match := _CHINESE.search(text):
        yield f"{match.group()!r} in an English text, expected one script"


def _unbalanced(text: str) -> Iterator[str]:
    for left, right in _PAIRS:
        if text.count(left) != text.count(right):
            yield f"{text.count(left)} {left} and {text.count(right)} {right}, expected pairs"
    if text.count('"') % 2:
        yield f'{text.count(chr(34))} ", expected pairs'


def _chinese(text: str) -> Iterator[str]:
    if match := _ASCII_IN_CHINESE.search(text):
        yield f"{match.group()!r}, expected Chinese punctuation"
    if match := _GAP_IN_CHINESE.search(text):
        yield f"{match.group()!r}, expected no space between Chinese characters"
    if match := _LATIN_WORD.search(text):
        yield f"{match.group()!r} in a Chinese text, expected one script"


def _variant(quote: Quote, variants: dict[str, str]) -> Iterator[str]:
    if not quote.variant_of:
        return
    if quote.variant_of == quote.id:
        yield "variant_of names the quotation itself"
    elif quote.variant_of not in variants:
        yield f"variant_of {quote.variant_of} does not exist"
    elif further := variants[quote.variant_of]:
        yield f"variant_of {quote.variant_of} is a variant of {further}, expected the best-known wording"


def _curated(quote: Quote) -> Iterator[str]:
    if not quote.author:
        yield "no author, expected a name, Proverb or 谚语"
    if len(quote.text) > LONGEST[quote.language]:
        yield f"{len(quote.text)} characters, expected at most {LONGEST[quote.language]}"
    if unknown := [topic for topic in quote.topics if topic not in TOPICS]:
        yield f"unknown topic {unknown[0]!r}, expected those of epigraph.quotes.topics"
    if quote.language == "zh" and not quote.period:
        yield "no period, expected modern or classical"
