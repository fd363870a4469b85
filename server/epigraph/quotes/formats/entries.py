"""What a format finds in a text: entries, still to be validated, and places that it cannot read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A quotation as a record (see `epigraph.quotes.records`) and the line where it starts, from 1."""

    line: int
    record: object


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place that cannot be read: what was found, what was expected."""

    line: int
    reason: str


Found = Entry | Flaw
