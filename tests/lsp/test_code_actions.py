"""Code actions and their resolve, in every editor, encoding and kind of text."""

from pathlib import Path

import pytest
from lsprotocol import types

from epigraph.lsp.code_actions import FILL_ALL, HIDE, INSERT, QUICK_FIX
from lsp.editor import Editor, serving
from lsp.quotations import check_inserted, letters, quote_of
from lsp.texts import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

AUTOMATIC = types.CodeActionTriggerKind.Automatic
FILLED = [name for name, made in TEXTS.items() if not made.is_empty]


@pytest.mark.parametrize("name", TEXTS)
async def test_an_insertion_puts_its_quotation_where_the_placeholder_was(editor: Editor, name: str) -> None:
    """Five quotations are offered, and each, once resolved, stands in the gap with nothing else changed."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    actions = await editor.actions(uri, made.gap[0], made.gap[0], only=[INSERT])
    assert len(actions) == 5
    for action in actions:
        assert action.title.startswith("Insert: “")
        assert action.data
        edit = (await editor.resolved(action)).edit
        check_inserted(made.text, editor.after(uri, editor.edits_of(uri, edit)), made.gap, action.data["id"])


@pytest.mark.parametrize("name", FILLED)
async def test_fill_all_fills_each_placeholder_with_another_quotation(editor: Editor, name: str) -> None:
    """Of a text with its placeholder twice, both are filled, not with the same words, and the rest stays."""
    made = TEXTS[name]
    text = made.text + made.text
    uri = editor.open(text)
    [action] = await editor.actions(uri, 0, 0, only=[FILL_ALL])
    edits = editor.edits_of(uri, (await editor.resolved(action)).edit)
    first, second = sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character))
    assert letters(first.new_text) != letters(second.new_text)
    left, right = made.text.split(made.placeholder)
    assert editor.after(uri, edits) == left + first.new_text + right + left + second.new_text + right


async def test_fill_all_is_not_offered_where_it_would_do_nothing(tmp_path: Path) -> None:
    """A document that is too long to be read as a whole has only the actions of its placeholder."""
    async with serving(tmp_path, options={"maxDocumentSize": 10_000}) as editor:
        for words, kinds in ((100, {FILL_ALL}), (5_000, set())):
            uri = editor.open(f"[Quote] {'rain ' * words}")
            assert {action.kind for action in await editor.actions(uri, 0, 0, only=[FILL_ALL])} == kinds


async def test_an_edit_comes_only_when_it_is_needed(editor: Editor) -> None:
    """Editors that resolve get lazy actions; Emacs, which does not, gets the edits at once."""
    made = TEXTS["plain"]
    for action in await editor.actions(editor.open(made.text), *made.gap, only=[INSERT, FILL_ALL]):
        assert (action.edit is None) == (editor.name != "emacs")


async def test_an_edit_is_tied_to_its_version_where_the_editor_can_check_it(editor: Editor) -> None:
    """VS Code and Emacs get documentChanges with the version; Neovim, which does not announce it, plain changes."""
    made = TEXTS["plain"]
    uri = editor.open(made.text)
    edit = (await editor.resolved((await editor.actions(uri, *made.gap, only=[INSERT]))[0])).edit
    assert edit
    if editor.name == "neovim":
        assert edit.changes
    else:
        assert edit.document_changes
        change = edit.document_changes[0]
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == 1


async def test_an_action_for_an_older_version_gets_no_edit(editor: Editor) -> None:
    """What was offered before the text changed would go astray."""
    made = TEXTS["emoji"]
    uri = editor.open(made.text)
    action = (await editor.actions(uri, *made.gap, only=[INSERT]))[0]
    action.edit = None
    editor.change(uri, 0, 0, "New. ")
    assert (await editor.code_action_resolve_async(action)).edit is None


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (None, {INSERT, HIDE, FILL_ALL}),
        ([""], {INSERT, HIDE, FILL_ALL}),
        (["refactor"], {INSERT, HIDE, FILL_ALL}),
        (["refactor.rewrite.epigraph"], {INSERT, HIDE, FILL_ALL}),
        ([HIDE], {HIDE}),
        ([FILL_ALL, INSERT], {FILL_ALL, INSERT}),
        ([QUICK_FIX], set()),
        (["refactor.rewrite.epi"], set()),
        (["source.organizeImports"], set()),
    ],
)
async def test_only_the_kinds_that_are_wanted_come(editor: Editor, only: list[str] | None, kinds: set[str]) -> None:
    """A kind stands for all below it, and a prefix of a name is not above it."""
    made = TEXTS["plain"]
    actions = await editor.actions(editor.open(made.text), *made.gap, only=only)
    assert {action.kind for action in actions} == kinds


async def test_away_from_placeholders_quotations_are_offered_only_on_request(editor: Editor) -> None:
    """The light bulb, which editors ask for with each move of the cursor, ranks nothing there."""
    uri = editor.open("The bus leaves at nine, and nobody waits for it. ")
    assert await editor.actions(uri, 49, 49, kind=AUTOMATIC) == []
    assert [action.kind for action in await editor.actions(uri, 49, 49)] == [INSERT] * 5


async def test_a_selection_is_replaced(editor: Editor) -> None:
    """An insertion over selected words takes their place."""
    text = "😀 He said once SOMETHING LIKE THIS and left."
    uri = editor.open(text)
    start, end = text.index("SOMETHING"), text.index(" and left")
    action = (await editor.actions(uri, start, end, only=[INSERT]))[0]
    assert action.data
    edits = editor.edits_of(uri, (await editor.resolved(action)).edit)
    check_inserted(text, editor.after(uri, edits), (start, end), action.data["id"])


@pytest.mark.parametrize("before", ["", "😀 老師 e\u0301: ", "one\r\ntwo\rthree\u2028four "])
async def test_quick_fixes_mend_what_is_misquoted_and_misattributed(editor: Editor, before: str) -> None:
    """Wording and name are set right, each by its own fix, and both are the preferred ones."""
    text = f"{before}“To be, or not to be, that is the query,” as Mark Twain said. 😀"
    uri = editor.open(text)
    wrong = await editor.diagnose(uri)
    actions = await editor.actions(uri, len(before), len(text), only=[QUICK_FIX], diagnostics=wrong)
    assert all(action.is_preferred and action.diagnostics for action in actions)
    edits = [edit for action in actions for edit in editor.edits_of(uri, action.edit)]
    expected = f"{before}“To be, or not to be, that is the question,” as William Shakespeare said. 😀"
    assert editor.after(uri, edits) == expected


async def test_a_quick_fix_is_not_offered_for_words_that_moved(editor: Editor) -> None:
    """A diagnostic of an older version would replace what now stands in its place."""
    text = "“To be, or not to be, that is the query,” as Mark Twain said."
    uri = editor.open(text)
    wrong = await editor.diagnose(uri)
    assert len(await editor.actions(uri, 0, len(text), only=[QUICK_FIX], diagnostics=wrong)) == 2
    editor.change(uri, text.index("Mark"), text.index("Mark"), "Sir ")
    [action] = await editor.actions(uri, 0, len(text), only=[QUICK_FIX], diagnostics=wrong)
    assert action.title.startswith("Correct the wording")


async def test_a_name_is_mended_in_the_script_of_the_text(editor: Editor) -> None:
    """Traditional Chinese stays so, in the fix and in what is said of the name."""
    text = "魯迅說過：「山重水複疑無路，柳暗花明又一村。」這句話很有道理。"
    uri = editor.open(text)
    wrong = await editor.diagnose(uri)
    [name] = [one for one in wrong if one.code == "attribution"]
    assert name.message.endswith("not 魯迅.")
    [action] = await editor.actions(uri, 0, 2, only=[QUICK_FIX], diagnostics=[name])
    assert editor.after(uri, editor.edits_of(uri, action.edit)) == text.replace("魯迅", "陸游")


@pytest.mark.parametrize("name", FILLED)
async def test_the_best_fit_is_the_quick_fix_of_an_open_placeholder(editor: Editor, name: str) -> None:
    """The hint on a placeholder has one, which fills it."""
    made = TEXTS[name]
    uri = editor.open(made.text)
    hints = await editor.diagnose(uri)
    [action] = await editor.actions(uri, *made.gap, only=[QUICK_FIX], diagnostics=hints)
    assert list(action.diagnostics or ()) == list(hints)
    assert action.data
    edits = editor.edits_of(uri, (await editor.resolved(action)).edit)
    check_inserted(made.text, editor.after(uri, edits), made.gap, action.data["id"])


async def test_never_suggest_names_the_best_quotation(editor: Editor) -> None:
    """The action to hide is a command with the id of what stands first."""
    made = TEXTS["plain"]
    actions = await editor.actions(editor.open(made.text), *made.gap, only=[INSERT, HIDE])
    hide = actions[-1]
    assert hide.command
    assert hide.command.command == "epigraph.hide"
    assert actions[0].data
    assert list(hide.command.arguments or ()) == [{"id": actions[0].data["id"]}]
    assert quote_of(actions[0].data["id"]).text[:20] in hide.title
