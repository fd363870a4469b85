"""Ask the client to tell of changes: of its configuration, and of the files that are a person's own."""

import logging
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from epigraph.home import Home
from epigraph.lsp.client import Client
from epigraph.lsp.configuration import SECTION
from epigraph.quotes.own import FOLDER
from epigraph.settings import Settings

logger = logging.getLogger(__name__)


async def register(server: LanguageServer, client: Client, home: Home, settings: Settings) -> None:
    """Register for what the client can tell."""
    wanted = []
    if client.registers_configuration:
        options: object = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
    if client.registers_watchers:
        options = types.DidChangeWatchedFilesRegistrationOptions(_watchers(client, home, settings))
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if not wanted:
        return
    try:
        await server.client_register_capability_async(types.RegistrationParams(wanted))
    except JsonRpcException as error:
        logger.warning("the client will not tell of changes: %s", error)


def _registration(method: str, options: object) -> types.Registration:
    return types.Registration(id=f"epigraph {method}", method=method, register_options=options)


def _watchers(client: Client, home: Home, settings: Settings) -> list[types.FileSystemWatcher]:
    watchers = [types.FileSystemWatcher(f"**/{FOLDER}/*")]
    if client.relative_patterns:  # only these reach outside of the workspace
        files = [home.data / "quotes.*", home.data / "hidden.txt", home.config / "settings.toml"]
        files += [Path(file).expanduser().absolute() for file in settings.quote_files]
        watchers += [types.FileSystemWatcher(types.RelativePattern(file.parent.as_uri(), file.name)) for file in files]
    return watchers
