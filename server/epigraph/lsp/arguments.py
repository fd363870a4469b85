"""The arguments of `workspace/executeCommand`: one object a command, checked before anything is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from epigraph.ranking.filters import Filter
from epigraph.settings import Layer, resolve
from epigraph.structure import strict_converter
from epigraph.text.query import Language

Arguments = TypeVar("Arguments")

_MOST = 100  # quotations for a cursor, as for the setting `results`


@dataclass(frozen=True, slots=True)
class Nothing:
    """No argument, or an empty object."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cursor in a document."""

    uri: str
    position: types.Position


@dataclass(frozen=True, slots=True)
class Wanted:
    """A cursor, how many quotations for it, and which: `filter` is as in the settings."""

    uri: str
    position: types.Position
    k: int | None = None
    filter: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.k is not None and not 1 <= self.k <= _MOST:
            raise ValueError(f"k: found {self.k}, expected 1 to {_MOST}")


@dataclass(frozen=True, slots=True)
class Choice:
    """A quotation, and a cursor or a range that it shall go to."""

    uri: str
    id: str
    position: types.Position | None = None
    range: types.Range | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Words that a quotation, its author, work, meaning or topics shall have; `own`: only of a person's own."""

    query: str
    language: Language | None = None
    own: bool = False
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Id:
    """A quotation."""

    id: str


def read(kind: type[Arguments], name: str, given: Sequence[object]) -> Arguments:
    """Return a command's arguments; raise InvalidParams that says what was found and expected."""
    if len(given) > 1:
        raise JsonRpcInvalidParams(f"{name}: found {len(given)} arguments, expected one object")
    try:
        return _STRICT.structure(given[0] if given and given[0] is not None else {}, kind)
    except Exception as error:
        problems = cattrs.transform_error(error, path=name, format_exception=_told)
        raise JsonRpcInvalidParams("; ".join(problems)) from error


def read_filter(given: Mapping[str, Any]) -> Filter:
    """Return the filter that an argument describes, in the names that the settings have for it."""
    resolved = resolve([Layer("argument", {"filter": given})])
    if resolved.problems:
        raise JsonRpcInvalidParams("; ".join(resolved.problems))
    return resolved.settings.filter


def _told(error: BaseException, kind: type | None) -> str:
    if isinstance(error, (TypeError, ValueError)):
        return str(error)
    return cattrs.v.format_exception(error, kind)


def _one_of(value: object, _: object) -> Language:
    if value not in ("en", "zh"):
        raise ValueError(f"found {value!r:.60}, expected en or zh")
    return value


_STRICT = strict_converter()
_STRICT.register_structure_hook_func(lambda kind: kind == Literal["en", "zh"], _one_of)
