"""Turn edits by offsets into those of the protocol."""

from collections.abc import Sequence

from lsprotocol import types

from epigraph.lsp.documents import Document
from epigraph.text.edit import Edit


def text_edit(document: Document, edit: Edit) -> types.TextEdit:
    """Return an edit as the client counts."""
    return types.TextEdit(document.lines.range(edit.start, edit.end), edit.text)


def workspace_edit(document: Document, edits: Sequence[Edit], *, versioned: bool) -> types.WorkspaceEdit:
    """Return edits of one document, tied to its version where the client can check that."""
    changes = [text_edit(document, edit) for edit in edits]
    if not versioned:
        return types.WorkspaceEdit(changes={document.uri: changes})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, changes)])
