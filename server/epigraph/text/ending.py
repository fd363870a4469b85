"""How a quotation ends where it is put: one full stop, never two marks in a row."""

import re

from epigraph.text.query import Language

# the quotation's own last mark that the sentence around it may replace; an ellipsis is not one
_FINAL = re.compile(r"\s*(?:(?<!\.)\.|[,;:—–。，；：、]+)\Z")
_GOES_ON = re.compile(r"[.,;:!?…)\]—–。，；：！？、）】》]|[ \t]*[(（—–]")
_STANDS_ALONE = re.compile(r"(?:\A|[.!?…:。！？：][”’\"')\]」』»]*|\n[ \t]*\n)\s*\Z")
_CLOSING_MARKS = "”」』»›"
_STOPS = {"en": ".", "zh": "。"}


def ended(words: str, preceding: str, following: str, language: Language) -> str:
    """Return a quotation with the final mark that fits the prose before and after it."""
    core = _FINAL.sub("", words) or words
    following = following.lstrip(_CLOSING_MARKS)
    text = following.lstrip()
    space = following[: len(following) - len(text)]
    if _GOES_ON.match(following):
        return core
    # in Chinese, which has no capitals, what stands between two sentences or after a colon is a sentence itself
    starts_anew = (text[:1].isupper() or (language == "zh" and text[:1].isalnum())) and _STANDS_ALONE.search(preceding)
    if not text or starts_anew or _is_new_paragraph(space, language):
        return core + _STOPS[language] if core[-1:].isalnum() else words
    # a capital after an open sentence may start another or be a name: then the quotation stays as it is
    return words if text[0].isupper() or not text[0].isalnum() else core


def swallowed(words: str, after: str) -> str:
    """Return the mark after a quotation that its own ! or ? or ellipsis makes one too many."""
    if not words.endswith(("!", "?", "！", "？", "…", "...")):
        return ""
    next_mark = after[:1]
    doubled = next_mark in (".", "。") or next_mark == words[-1:]
    return next_mark if next_mark and doubled and after[1:2] != "." else ""


def _is_new_paragraph(space: str, language: Language) -> bool:
    """Return whether white space ends a paragraph; Chinese writes one a line."""
    return space.count("\n") >= (2 if language == "en" else 1)
