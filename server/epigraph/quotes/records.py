"""One quotation as a JSON object, as in every `.jsonl` file of quotations. A wrong field is an error."""

import re
from collections.abc import Mapping
from typing import Any

from epigraph.quotes.quote import ATTRIBUTIONS, PERIODS, Quote
from epigraph.quotes.topics import topic_named
from epigraph.text.language import language_of
from epigraph.text.query import LANGUAGES

MAX_TEXT = 2_000  # characters; longer is a passage, not a quotation
_STRINGS = ("text", "author", "work", "gloss", "note", "variant_of")
_CHOICES = {"language": LANGUAGES, "period": PERIODS, "attribution": ATTRIBUTIONS}
_FIELDS = {*_STRINGS, *_CHOICES, "year", "topics", "id", "collection"}

# controls, halves of surrogate pairs (bytes that were not UTF-8) and the mark of a failed conversion
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")


class RecordError(ValueError):
    """A record that is not a quotation; the message says which field, what was found and expected."""


def quote_from_record(record: object, collection: str) -> Quote:
    """Return the quotation that a JSON object describes; `id` and `collection` in it are ignored."""
    if not isinstance(record, Mapping):
        raise RecordError(f'found {_short(record)}, expected an object such as {{"text": "…", "author": "…"}}')
    unknown = sorted(str(key) for key in record.keys() - _FIELDS)
    if unknown:
        raise RecordError(f"unknown field {unknown[0]!r}, expected some of {', '.join(sorted(_FIELDS))}")
    values: dict[str, Any] = {name: _string(record, name) for name in _STRINGS}
    check_text(values["text"])
    for name, allowed in _CHOICES.items():
        found = record.get(name)
        if found is None or found == "":
            continue
        if found not in allowed:
            raise RecordError(f"{name} {_short(found)}, expected one of {', '.join(filter(None, allowed))}")
        values[name] = found
    values.setdefault("language", language_of(values["text"]))
    return Quote(**values, year=_year(record.get("year")), topics=_topics(record.get("topics")), collection=collection)


def record_of(quote: Quote) -> dict[str, object]:
    """Return the JSON object of a quotation, without empty fields and what follows from the others."""
    record: dict[str, object] = {"text": quote.text, "language": quote.language}
    for name in ("author", "work", "year", "gloss", "period", "note", "variant_of"):
        if (value := getattr(quote, name)) not in ("", None):
            record[name] = value
    if quote.topics:
        record["topics"] = list(quote.topics)
    if quote.attribution != "sure":
        record["attribution"] = quote.attribution
    return record


def check_text(text: str) -> None:
    """Raise RecordError where a text cannot be a quotation."""
    if not any(char.isalnum() for char in text):
        raise RecordError(f"text {_short(text)}, expected words")
    if len(text) > MAX_TEXT:
        raise RecordError(f"text of {len(text)} characters, expected at most {MAX_TEXT}")


def _string(record: Mapping[str, object], name: str) -> str:
    found = record.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise RecordError(f"{name} {_short(found)}, expected a string")
    return _readable(found, name)


def _readable(text: str, name: str) -> str:
    text = " ".join(text.split())
    if bad := _UNREADABLE.search(text):
        raise RecordError(f"{name} holds {bad.group()!a}, expected readable text; is the file saved as UTF-8?")
    return text


def _year(found: object) -> int | None:
    if found is None or (isinstance(found, int) and not isinstance(found, bool) and -5000 <= found <= 3000):  # noqa: PLR2004
        return found
    raise RecordError(f"year {_short(found)}, expected a whole number, negative for BC, or null")


def _topics(found: object) -> tuple[str, ...]:
    if found is None:
        return ()
    if not isinstance(found, list) or not all(isinstance(topic, str) for topic in found):
        raise RecordError(f"topics {_short(found)}, expected a list of strings")
    topics = (topic_named(_readable(topic, "topics")) for topic in found)
    return tuple(dict.fromkeys(filter(None, topics)))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004
