"""The arguments of commands: what is taken, and what is told of the rest."""

import pytest
from lsprotocol.types import Position
from pygls.exceptions import JsonRpcInvalidParams

from epigraph.lsp.arguments import Choice, Id, Nothing, Wanted, Words, read, read_filter
from epigraph.ranking.filters import Filter


def test_an_object_becomes_typed_arguments() -> None:
    """Positions are LSP's, what is left out has its default."""
    given = [{"uri": "file:///a", "position": {"line": 1, "character": 2}}]
    assert read(Wanted, "x", given) == Wanted("file:///a", Position(1, 2))
    assert read(Words, "x", [{"query": "time", "language": "zh"}]) == Words("time", "zh", own=False, limit=50)
    assert read(Nothing, "x", []) == read(Nothing, "x", [None]) == Nothing()


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        (Id, [{"id": 3}], "found 3, expected str @ x.id"),
        (Id, [{}], "x.id"),
        (Id, ["abc"], "x"),
        (Id, [{"id": "a"}, 2], "found 2 arguments, expected one object"),
        (Id, [{"id": "a", "extra": 1}], "extra"),
        (Words, [{"query": "a", "language": "fr"}], "found 'fr', expected en or zh"),
        (Wanted, [{"uri": "a", "position": {"line": "1", "character": 0}}], "found '1', expected int"),
        (Wanted, [{"uri": "a", "position": {"line": -1, "character": 0}}], "position"),
        (Wanted, [{"uri": "a", "position": {"line": 0, "character": 0}, "k": 0}], "k: found 0, expected 1 to 100"),
        (Wanted, [{"uri": "a", "position": {"line": 0, "character": 0}, "k": -1}], "k: found -1, expected 1 to 100"),
        (Wanted, [{"uri": "a", "position": {"line": 0, "character": 0}, "k": 101}], "k: found 101, expected 1 to 100"),
        (Choice, [{"uri": "a", "id": "b", "range": 3}], "range"),
    ],
)
def test_wrong_arguments_are_told(kind: type, given: list[object], told: str) -> None:
    """The error names the place, and says what was found and expected."""
    with pytest.raises(JsonRpcInvalidParams) as raised:
        read(kind, "x", given)
    assert told in str(raised.value)


def test_a_filter_has_the_names_of_the_settings() -> None:
    """The names are camelCase, and a wrong value is told like a wrong setting."""
    assert read_filter({"author": "Wilde", "maxLength": 80}) == Filter(author="Wilde", max_length=80)
    with pytest.raises(JsonRpcInvalidParams, match="expected modern, classical"):
        read_filter({"period": "old"})
