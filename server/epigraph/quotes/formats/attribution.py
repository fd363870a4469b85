"""Who said it and where, as people write it: "— Author, *Work* (1603)", "——作者《作品》"."""

import re

from epigraph.quotes.quote import Quote

DASH = r"(?:—{1,2}|―{1,2}|–|-{2,3})"  # what an attribution starts with
_LINE = re.compile(rf"\s*{DASH}\s*(?P<source>\S.*)")
# a dash parts text from source where it stands free, after the end of a sentence, or doubled as in Chinese
_INSIDE = re.compile(rf"(?:\s+{DASH}\s*|(?<=[.!?。！？…”」』\"]){DASH}\s*|——\s*)(?=\S)")
_SENTENCE = re.compile(r"[。！？；!?]")

_YEAR = r"(?:c\.\s*|约)?(?:公元)?(?P<year>前?\s*-?\d{1,4})\s*年?\s*(?P<era>BCE?|B\.C\.(?:E\.)?|C?E|AD)?"
_A_YEAR = re.compile(_YEAR)
_YEAR_AT_END = re.compile(rf"\s*(?:[(（]\s*{_YEAR}\s*[)）])$")
_YEAR_AFTER_WORK = re.compile(r"(?<=[*_\"”》])[,，]\s*(?P<year>\d{3,4})(?P<era>)$")
_ALL_MARKED = re.compile(r"(?P<mark>[*_]{1,3})(?P<inner>[^*_]+)(?P=mark)")
# a mark starts a work after a comma; emphasis does so anywhere, but doubled it is bold, as of an author
_WORK_AT = re.compile(
    r"(?:^|\s+|[,，:：、]\s*)(?=[*_](?![*_]))|[,，:：、]\s*(?=[\"“])|^(?=[\"“][^\"”]*[\"”](?:$|[,，]))|[,，:：、]?\s*(?=《)"
)
_MARKED_WORK = re.compile(r"(?P<mark>[*_\"])(.+)(?P=mark)|“(.+?)”|《(.+?)》")
_COMMA = re.compile(
    r"(?P<author>[^,，]+(?:,\s*(?:Jr|Sr|Esq|II|III|IV|Ph\.?D|M\.?D)\.?(?![^,，]))*)(?:[,，]\s*(?P<work>.*))?"
)


def source_of_line(line: str) -> str | None:
    """Return what follows the dash where a line is an attribution."""
    match = _LINE.fullmatch(line)
    return match["source"].strip() if match else None


def split_source(text: str) -> tuple[str, str]:
    """Part "text — source" at its last dash; the source is empty where what follows reads as a sentence."""
    matches = list(_INSIDE.finditer(text))
    if not matches or matches[-1].start() == 0 or _SENTENCE.search(text, matches[-1].end()):
        return text, ""
    return text[: matches[-1].start()], text[matches[-1].end() :]


def read_source(source: str) -> dict[str, object]:
    """Return author, work and year; a work is what is marked as one, else what follows the first comma."""
    source = " ".join(source.split())
    if marked := _ALL_MARKED.fullmatch(source):
        return read_source(marked["inner"])
    record: dict[str, object] = {}
    if match := _YEAR_AT_END.search(source) or _YEAR_AFTER_WORK.search(source):
        record["year"] = _number(match)
        source = source[: match.start()]
    author, work = _author_and_work(source.strip())
    return {**record, "author": author.strip(" ,，:：、"), "work": work.strip()}


def _author_and_work(source: str) -> tuple[str, str]:
    if work := _WORK_AT.search(source):
        return source[: work.start()], _MARKED_WORK.sub(_inner, source[work.end() :], count=1)
    if source.endswith(","):
        return source, ""
    parts = _COMMA.fullmatch(source)
    return (parts["author"], parts["work"] or "") if parts else (source, "")


def _inner(match: re.Match[str]) -> str:
    return str(next(filter(None, match.groups()[1:])))


def write_source(quote: Quote, mark: str) -> str:
    """Return "Author, *Work* (year)" with the work between marks; empty where nothing is known."""
    if not quote.author:
        mark = '"'  # a lone *name* is read as an author
    # a comma at the end keeps "Anne, Princess Royal" one name when it is read again
    author = quote.author + "," if "," in quote.author and not quote.work else quote.author
    named = ", ".join(filter(None, [author, f"{mark}{quote.work}{mark}" if quote.work else ""]))
    return " ".join(filter(None, [named, f"({quote.year})" if quote.year is not None else ""]))


def year_in(text: str) -> int | str:
    """Return the year that a person wrote (1603, 44 BC, 1599-1601, 公元前44年), else the text as it is."""
    match = _A_YEAR.search(text)
    return _number(match) if match else text


def without_quotation_marks(text: str) -> str:
    """Return the text without the pair of quotation marks that holds all of it."""
    text = text.strip()
    for left, right in zip('“"「『«', '”"」』»', strict=True):
        inner = text[1:-1]
        if text.startswith(left) and text[1:].endswith(right) and left not in inner and right not in inner:
            return inner.strip()
    return text


def _number(match: re.Match[str]) -> int:
    before_christ = match["year"].startswith("前") or (match["era"] or "").startswith("B")
    year = int(match["year"].lstrip("前 "))
    return -abs(year) if before_christ else year
