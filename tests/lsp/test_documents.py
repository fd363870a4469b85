"""Documents of every scheme and type, cells of notebooks, and very long files."""

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.editor import Editor, serving
from lsp.quotations import check_inserted, edit_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

LEFT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. "
TEXT = f"{LEFT}[Quote] So keep going.\n"
GAP = len(LEFT), len(LEFT) + len("[Quote]")


async def check_completed(editor: Editor, uri: str, text: str, gap: tuple[int, int]) -> None:
    """The best completion fills the gap."""
    editor.texts[uri] = text
    found = await editor.complete(uri, gap[1])
    assert found
    assert found.items
    item = found.items[0]
    assert item.data
    check_inserted(text, editor.after(uri, [edit_of(found, item)]), gap, item.data["id"])


@pytest.mark.parametrize(
    "uri",
    [
        "file:///home/somebody/a%20file%20%E5%BC%95.md",
        "untitled:Untitled-1",
        "vscode-notebook-cell:/home/somebody/notes.ipynb#W0sZmlsZQ%3D%3D",
        "vscode-vfs://github/somebody/notes.md",
        "zed:whatever?x=1#y",
        "no uri at all",
    ],
)
async def test_every_scheme_is_served(editor: Editor, uri: str) -> None:
    """A document need not be a file, nor its name a URI."""
    editor.open(TEXT, uri)
    await check_completed(editor, uri, TEXT, GAP)
    assert len(await editor.diagnose(uri)) == 1
    editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert await editor.complete(uri, 0) is None


@pytest.mark.parametrize(
    ("language_id", "opening", "closing"),
    [("markdown", "“", "”"), ("latex", "``", "''"), ("python", "“", "”"), ("a language of tomorrow", "“", "”")],
)
async def test_every_type_of_document_is_served(editor: Editor, language_id: str, opening: str, closing: str) -> None:
    """Marks are those of the type; an unknown one is taken as plain text."""
    uri = editor.open(TEXT, "untitled:x", language_id)
    found = await editor.complete(uri, GAP[1])
    assert found
    edit = edit_of(found, found.items[0])
    assert edit.new_text.startswith(opening)
    assert edit.new_text.endswith(closing)


async def test_the_cells_of_a_notebook_are_documents(editor: Editor) -> None:
    """A cell is completed when it is opened, changed, or added, and forgotten when it is removed."""
    if editor.name != "visual-studio-code":
        pytest.skip("has no notebooks")
    notebook, first, second = "file:///n.ipynb", "vscode-notebook-cell:/n.ipynb#1", "vscode-notebook-cell:/n.ipynb#2"

    def cell(uri: str) -> types.NotebookCell:
        return types.NotebookCell(types.NotebookCellKind.Markup, uri)

    editor.notebook_document_did_open(
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(notebook, "jupyter-notebook", 1, [cell(first)]),
            [types.TextDocumentItem(first, "markdown", 1, TEXT)],
        )
    )
    await check_completed(editor, first, TEXT, GAP)
    added = types.NotebookDocumentCellChangeStructure(
        types.NotebookCellArrayChange(1, 0, [cell(second)]),
        did_open=[types.TextDocumentItem(second, "markdown", 1, TEXT)],
    )
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    typed = types.NotebookDocumentCellContentChanges(
        types.VersionedTextDocumentIdentifier(2, first), [types.TextDocumentContentChangePartial(start, "Well. ")]
    )
    editor.notebook_document_did_change(
        types.DidChangeNotebookDocumentParams(
            types.VersionedNotebookDocumentIdentifier(2, notebook),
            types.NotebookDocumentChangeEvent(
                cells=types.NotebookDocumentCellChanges(structure=added, text_content=[typed])
            ),
        )
    )
    await check_completed(editor, first, f"Well. {TEXT}", (GAP[0] + 6, GAP[1] + 6))
    await check_completed(editor, second, TEXT, GAP)
    closed = [types.TextDocumentIdentifier(uri) for uri in (first, second)]
    editor.notebook_document_did_close(
        types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(notebook), closed)
    )
    assert await editor.complete(first, 0) is None


async def test_of_a_very_long_document_the_part_around_the_cursor_is_read(tmp_path: Path) -> None:
    """Completion goes on where whole-document features stop, at the end of two million characters as well."""
    filler = "The rain fell on the roofs of the 老 town 😀, and nobody minded it much.\r\n" * 30_000
    text = f"[Quote]\r\n{filler}\r\n{TEXT}"
    assert len(text) > 2_000_000
    at = len(text) - len(TEXT)
    async with serving(tmp_path, encoding="utf-8") as editor:
        uri = editor.open(text)
        await check_completed(editor, uri, text, (at + GAP[0], at + GAP[1]))
        assert not await editor.diagnose(uri)
        editor.change(uri, 0, len(text) - len(TEXT), "")
        await check_completed(editor, uri, TEXT, GAP)
        assert len(await editor.diagnose(uri)) == 1
