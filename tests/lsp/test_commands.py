"""The commands, with arguments as they should be and as they should not."""

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from epigraph.lsp.commands import COMMANDS
from lsp.columns import span
from lsp.editor import Editor, serving
from lsp.quotations import check_inserted
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

INVALID_PARAMS = -32602


def at(editor: Editor, uri: str, where: int) -> dict[str, object]:
    """Return a place as the commands take it."""
    position = editor.at(uri, where)
    return {"uri": uri, "position": {"line": position.line, "character": position.character}}


@pytest.mark.parametrize("name", TEXTS)
async def test_what_is_recommended_can_be_inserted(editor: Editor, name: str) -> None:
    """The edit of a recommendation, and the one that `epigraph.insert` asks for, both fill the gap."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    place = at(editor, uri, made.gap[1])
    first, second = await editor.run("epigraph.recommend", {**place, "k": 2})
    told = editor.structured(first["edit"], types.TextEdit)
    check_inserted(made.text, editor.after(uri, [told]), made.gap, first["id"])
    assert await editor.run("epigraph.insert", {**place, "id": second["id"]}) is True
    asked = editor.edits_of(uri, editor.edits.pop())
    check_inserted(made.text, editor.after(uri, asked), made.gap, second["id"])


async def test_a_recommendation_says_who_and_how_well(editor: Editor) -> None:
    """Pickers have what they show: words, author, language, score; a filter is kept to."""
    made = TEXTS["plain"]
    uri = editor.open(made.text)
    wanted = {**at(editor, uri, made.gap[0]), "k": 4, "filter": {"author": "Seneca"}}
    found = await editor.run("epigraph.recommend", wanted)
    assert len(found) == 4
    assert all("Seneca" in one["author"] and one["text"] and 0 <= one["score"] <= 1 for one in found)
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)


@pytest.mark.parametrize("name", [name for name, made in TEXTS.items() if not made.is_empty])
async def test_the_next_placeholder_is_found_and_after_the_last_the_first(editor: Editor, name: str) -> None:
    """Its range is returned, and shown where the editor can show documents."""
    made = TEXTS[name]
    text = made.text + "\n" + made.text
    uri = editor.open(text)
    first = made.text.index(made.placeholder)
    second = text.rindex(made.placeholder)
    for cursor, expected in ((first, second), (second, first)):
        found = await editor.run("epigraph.nextPlaceholder", at(editor, uri, cursor))
        told = editor.structured(found, types.Range)
        assert told == span(text, expected, expected + len(made.placeholder), editor.encoding)
    if editor.name != "emacs":
        shown = [one.selection for one in editor.shown_documents if one.uri == uri]
        assert shown[0] == span(text, second, second + len(made.placeholder), editor.encoding)


async def test_a_placeholder_far_away_is_found_where_the_settings_allow_it(tmp_path: Path) -> None:
    """Of two million characters all are looked through, if documents may be as long."""
    text = f"[Quote]\n{'Rain fell on the roofs.' * 90_000}\n[Quote]"
    async with serving(tmp_path, options={"maxDocumentSize": 3_000_000}) as editor:
        uri = editor.open(text)
        found = await editor.run("epigraph.nextPlaceholder", at(editor, uri, 3))
        assert editor.structured(found, types.Range) == span(text, len(text) - 7, len(text), editor.encoding)


async def test_no_placeholder_is_no_range(editor: Editor) -> None:
    """Where there is none, the answer is null."""
    uri = editor.open("Nothing is wanted here.")
    assert await editor.run("epigraph.nextPlaceholder", at(editor, uri, 0)) is None


async def test_search_finds_words_and_keeps_to_its_limit(editor: Editor) -> None:
    """All words must be in the text, author, work, meaning or topics."""
    found = await editor.run("epigraph.search", {"query": "question to be or not", "language": "en", "limit": 3})
    assert any("that is the question" in one["text"] for one in found)
    assert len(await editor.run("epigraph.search", {"query": "love", "limit": 3})) == 3
    assert await editor.run("epigraph.search", {"query": "xyzzy plugh"}) == []


async def test_the_status_tells_what_is_ready(editor: Editor) -> None:
    """Both languages are, on the provider that really runs, with the number of their quotations."""
    status = await editor.run("epigraph.status")
    assert {one["state"] for one in status["languages"].values()} == {"ready"}
    assert all(one["provider"].endswith("ExecutionProvider") for one in status["languages"].values())
    assert status["problems"] == []


async def test_the_server_names_its_commands(editor: Editor) -> None:
    """What is announced is what there is."""
    assert editor.answer
    provider = editor.answer.capabilities.execute_command_provider
    assert provider
    assert set(provider.commands) == set(COMMANDS)


@pytest.mark.parametrize(
    ("command", "given", "told"),
    [
        ("epigraph.recommend", [], "uri"),
        ("epigraph.recommend", [{"uri": 3, "position": {"line": 0, "character": 0}}], "uri"),
        (
            "epigraph.recommend",
            [{"uri": "file:///no", "position": {"line": 0, "character": 0}}],
            "not an open document",
        ),
        ("epigraph.recommend", [{}, {}], "found 2 arguments"),
        ("epigraph.insert", [{"uri": "file:///no", "id": "x"}], "neither position nor range"),
        ("epigraph.nextPlaceholder", ["here"], "epigraph.nextPlaceholder"),
        ("epigraph.choose", [{"uri": "file:///no", "position": {"line": -1}}], "character"),
        ("epigraph.search", [{"query": "love", "language": "fr"}], "expected en or zh"),
        ("epigraph.search", [{"query": "love", "unknown": 1}], "unknown"),
        ("epigraph.hide", [{"id": "no-such-id"}], "no quotation has this id"),
        ("epigraph.hide", [3], "epigraph.hide"),
        ("epigraph.addQuote", [{"author": "Nobody"}], "text"),
        ("epigraph.addQuote", [{"text": "Well", "workspace": True}], "no workspace folder"),
        ("epigraph.status", [{"verbose": True}], "verbose"),
        ("epigraph.nothing", [], "epigraph.nothing"),
    ],
)
async def test_wrong_arguments_are_told(editor: Editor, command: str, given: list[object], told: str) -> None:
    """The error is InvalidParams, in one line that says what was found or expected."""
    with pytest.raises(JsonRpcException) as raised:
        await editor.run(command, *given)
    assert raised.value.code == INVALID_PARAMS
    assert told in raised.value.message
    assert "\n" not in raised.value.message


async def test_a_wrong_filter_and_an_unknown_quotation_are_told(editor: Editor) -> None:
    """Of a document that is open, too."""
    made = TEXTS["plain"]
    place = at(editor, editor.open(made.text), made.gap[0])
    for command, given, told in (
        ("epigraph.recommend", {**place, "filter": {"lenght": 3}}, "lenght"),
        ("epigraph.recommend", {**place, "k": "five"}, "k"),
        ("epigraph.insert", {**place, "id": "no-such-id"}, "no quotation has this id"),
    ):
        with pytest.raises(JsonRpcException, match=told) as raised:
            await editor.run(command, given)
        assert raised.value.code == INVALID_PARAMS


async def test_what_is_hidden_is_not_offered_until_it_is_shown_again(tmp_path: Path) -> None:
    """`hide` and `unhide` hold at once, and say whether they changed anything."""
    async with serving(tmp_path, options={"results": 3}) as editor:
        made = TEXTS["plain"]
        uri = editor.open(made.text)
        place = at(editor, uri, made.gap[0])

        async def ids() -> list[str]:
            return [one["id"] for one in await editor.run("epigraph.recommend", place)]

        before = await ids()
        assert await editor.run("epigraph.hide", {"id": before[0]}) is True
        assert await editor.run("epigraph.hide", {"id": before[0]}) is False
        assert (await ids())[:2] == before[1:]
        assert await editor.run("epigraph.unhide", {"id": before[0]}) is True
        assert await editor.run("epigraph.unhide", {"id": before[0]}) is False
        assert await ids() == before
