"""What a client can do, as plain facts, read once from its capabilities."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

from epigraph.lsp.positions import Encoding


@dataclass(frozen=True, slots=True)
class Client:
    """One name a capability that the server minds."""

    encoding: Encoding
    markdown_hover: bool
    markdown_completion: bool
    label_details: bool
    default_edit_range: bool
    insert_text_mode: bool
    lazy_actions: bool
    versioned_edits: bool
    pulls_diagnostics: bool
    refreshes_diagnostics: bool
    refreshes_lenses: bool
    inline_completion: bool
    configuration: bool
    registers_configuration: bool
    registers_watchers: bool
    relative_patterns: bool
    progress: bool
    shows_documents: bool

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> "Client":
        """Read a client's capabilities."""
        can: Callable[[str], Any] = partial(get_capability, capabilities)

        def lists(path: str, value: str) -> bool:
            return value in (can(path) or ())

        lazy = lists("text_document.code_action.resolve_support.properties", "edit")
        return cls(
            encoding=ServerCapabilitiesBuilder.choose_position_encoding(capabilities),
            markdown_hover=lists("text_document.hover.content_format", "markdown"),
            markdown_completion=lists("text_document.completion.completion_item.documentation_format", "markdown"),
            label_details=bool(can("text_document.completion.completion_item.label_details_support")),
            default_edit_range=lists("text_document.completion.completion_list.item_defaults", "editRange"),
            insert_text_mode=can("text_document.completion.completion_item.insert_text_mode_support") is not None,
            lazy_actions=lazy and bool(can("text_document.code_action.data_support")),
            versioned_edits=bool(can("workspace.workspace_edit.document_changes")),
            pulls_diagnostics=can("text_document.diagnostic") is not None,
            refreshes_diagnostics=bool(can("workspace.diagnostics.refresh_support")),
            refreshes_lenses=bool(can("workspace.code_lens.refresh_support")),
            inline_completion=can("text_document.inline_completion") is not None,
            configuration=bool(can("workspace.configuration")),
            registers_configuration=bool(can("workspace.did_change_configuration.dynamic_registration")),
            registers_watchers=bool(can("workspace.did_change_watched_files.dynamic_registration")),
            relative_patterns=bool(can("workspace.did_change_watched_files.relative_pattern_support")),
            progress=bool(can("window.work_done_progress")),
            shows_documents=bool(can("window.show_document.support")),
        )
