"""What the editors can do: as pytest-lsp recorded it from them, in each of the position encodings."""

import copy
from typing import Any

from lsprotocol import converters, types
from pytest_lsp import client_capabilities

EDITORS = ("visual-studio-code", "neovim", "emacs")
ENCODINGS = ("utf-8", "utf-16", "utf-32")

# the recording of VS Code is of 2022; what its client library announces since then, as far as it concerns us
_NEWER: dict[str, dict[str, Any]] = {
    "visual-studio-code": {
        "general": {"staleRequestSupport": {"cancel": True, "retryOnContentModified": []}},
        "workspace": {
            "diagnostics": {"refreshSupport": True},
            "didChangeWatchedFiles": {"relativePatternSupport": True},
        },
        "textDocument": {
            "completion": {
                "completionItem": {"labelDetailsSupport": True},
                "completionList": {
                    "itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"]
                },
            },
            "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": False},
            "inlineCompletion": {"dynamicRegistration": True},
        },
        "notebookDocument": {"synchronization": {"dynamicRegistration": True}},
    }
}


def capabilities_of(editor: str, encoding: str = "") -> types.ClientCapabilities:
    """Return the capabilities of an editor, with an encoding of our choice or with its own."""
    converter = converters.get_converter()
    known = _merged(converter.unstructure(client_capabilities(editor)), _NEWER.get(editor, {}))
    if encoding:
        known = _merged(known, {"general": {"positionEncodings": [encoding]}})
    return converter.structure(known, types.ClientCapabilities)


def _merged(known: dict[str, Any], newer: dict[str, Any]) -> dict[str, Any]:
    result = copy.copy(known)
    for key, value in newer.items():
        result[key] = _merged(result.get(key) or {}, value) if isinstance(value, dict) else value
    return result
