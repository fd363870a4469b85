"""What a client tells of changed settings, files and folders, and what it must then show anew."""

from lsprotocol import types

from epigraph.lsp.diagnostics import push
from epigraph.lsp.session import Session


async def did_change_configuration(session: Session, params: types.DidChangeConfigurationParams) -> None:
    """Ask for the settings, or take what came along where the client cannot be asked."""
    if not session.client.configuration:
        session.configuration.take(params.settings)
    await session.ask_settings()
    await session.apply_settings()


async def did_change_watched_files(session: Session, _: types.DidChangeWatchedFilesParams) -> None:
    """Read settings and quote files anew."""
    session.configuration.forget()
    await session.apply_settings()


async def did_change_workspace_folders(session: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Go by the settings and quotes of the folders that there are now."""
    session.configuration.change_folders(
        [folder.uri for folder in params.event.added], [folder.uri for folder in params.event.removed]
    )
    await session.ask_settings()
    await session.apply_settings()


def refresh(session: Session) -> None:
    """Show anew what depends on settings and library."""
    if not session.client.pulls_diagnostics:
        for document in session.documents:
            session.background(push(session, document))
    elif session.client.refreshes_diagnostics:
        session.background(session.server.workspace_diagnostic_refresh_async(None))
    if session.client.refreshes_lenses:
        session.background(session.server.workspace_code_lens_refresh_async(None))
