"""Keep the documents as the client has them: text documents, and the Markdown cells of notebooks."""

from lsprotocol import types

from epigraph.lsp.asking import Turn
from epigraph.lsp.diagnostics import publish, push
from epigraph.lsp.documents import Document
from epigraph.lsp.session import Session

NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(notebook="*", cells=[types.NotebookCellLanguage("markdown")]),
    ]
)


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Take a document, and get the language of its placeholders ready."""
    _opened(session, params.text_document)


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """Apply changes."""
    _diagnose(session, session.documents.change(params.text_document, params.content_changes))


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    _closed(session, params.text_document)


def did_open_notebook(session: Session, params: types.DidOpenNotebookDocumentParams) -> None:
    """Take the cells of a notebook, each as a document."""
    for cell in params.cell_text_documents:
        _opened(session, cell)


def did_change_notebook(session: Session, params: types.DidChangeNotebookDocumentParams) -> None:
    """Take new cells, forget removed ones, apply changes of text."""
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure:
        for opened in cells.structure.did_open or ():
            _opened(session, opened)
        for closed in cells.structure.did_close or ():
            _closed(session, closed)
    for content in cells.text_content or ():
        _diagnose(session, session.documents.change(content.document, content.changes))


def did_close_notebook(session: Session, params: types.DidCloseNotebookDocumentParams) -> None:
    """Forget the cells of a notebook."""
    for cell in params.cell_text_documents:
        _closed(session, cell)


def _opened(session: Session, item: types.TextDocumentItem) -> None:
    document = session.documents.open(item)
    _diagnose(session, document)
    session.background(_warm_up(session, document))


def _closed(session: Session, identifier: types.TextDocumentIdentifier) -> None:
    session.documents.close(identifier.uri)
    if not session.client.pulls_diagnostics:
        publish(session, identifier.uri, [])


def _diagnose(session: Session, document: Document | None) -> None:
    if document and not session.client.pulls_diagnostics:
        session.background(push(session, document))


async def _warm_up(session: Session, document: Document) -> None:
    """Load the language of a document that waits for quotations, before anybody asks for them."""
    await session.started.wait()
    page = await Turn(session, document).page(0)
    if page.placeholders:
        first = page.placeholders[0]
        await session.engines.ready(session.language(document) or page.language_at(first.start, first.end))
