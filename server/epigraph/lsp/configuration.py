"""The settings of each workspace folder, from all layers, and what was wrong with them.

From the lowest: the user's file, the folder's file, the client's initializationOptions, the client's configuration.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from epigraph.home import Home
from epigraph.lsp.documents import path_of
from epigraph.settings import Layer, Resolved, Settings

logger = logging.getLogger(__name__)

SECTION = "epigraph"


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder; one that is no directory of this machine has no path."""

    uri: str
    path: Path | None

    @classmethod
    def of(cls, uri: str) -> "Folder":
        """Read a folder's URI."""
        return cls(uri, path_of(uri))


class Configuration:
    """Resolved once a folder, until something changes. What belongs to no folder goes by the first one."""

    def __init__(self, home: Home, folders: Iterable[str], options: object) -> None:
        self._home = home
        self._folders = [Folder.of(uri) for uri in folders]
        self._options = options
        self._pushed: object = None
        self._pulled: dict[str, object] = {}
        self._resolved: dict[str, Resolved] = {}

    @property
    def workspaces(self) -> tuple[Path, ...]:
        """The directories of the folders."""
        return tuple(folder.path for folder in self._folders if folder.path)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the settings of any folder."""
        found = [problem for uri in self._uris() for problem in self._resolve(uri).problems]
        return list(dict.fromkeys(found))

    def of(self, uri: str = "") -> Settings:
        """Return the settings for a document; without one, those that hold for the whole process."""
        return self._resolve(self._folder(uri)).settings

    def change_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Take note of folders that came and went."""
        gone = {*removed, *added}
        self._folders = [folder for folder in self._folders if folder.uri not in gone]
        self._folders += [Folder.of(uri) for uri in added]
        self.forget()

    def take(self, values: object) -> None:
        """Take what a client pushed for all folders."""
        self._pushed = values.get(SECTION, values) if isinstance(values, Mapping) else values
        self.forget()

    async def pull(self, server: LanguageServer) -> None:
        """Ask the client for its settings of each folder, however long it takes; where it tells none, the old hold."""
        uris = self._uris()
        items = [types.ConfigurationItem(scope_uri=uri or None, section=SECTION) for uri in uris]
        try:
            found = await server.workspace_configuration_async(types.ConfigurationParams(items))
        except JsonRpcException as error:
            logger.warning("the client tells no configuration: %s", error)
            return
        self._pulled = dict(zip(uris, found, strict=False))
        self.forget()

    def forget(self) -> None:
        """Resolve anew when next asked, because a file or the client changed."""
        self._resolved.clear()

    def _uris(self) -> list[str]:
        return [folder.uri for folder in self._folders] or [""]

    def _folder(self, uri: str) -> str:
        """Return the URI of the innermost folder that a document is in, or of the first."""
        path = path_of(uri)
        around = [one for one in self._folders if path and one.path and path.is_relative_to(one.path)]
        return max(around, key=lambda one: len(one.uri)).uri if around else self._uris()[0]

    def _resolve(self, uri: str) -> Resolved:
        if uri not in self._resolved:
            given = (("initializationOptions", self._options), ("editor", self._pulled.get(uri, self._pushed)))
            layers, problems = _layers(given)
            resolved = self._home.settings(Folder.of(uri).path, layers)
            resolved.problems.extend(problems)
            self._resolved[uri] = resolved
        return self._resolved[uri]


def _layers(given: Sequence[tuple[str, object]]) -> tuple[list[Layer], list[str]]:
    """Return what a client gave as layers, and what cannot be one."""
    layers, problems = [], []
    for source, values in given:
        if isinstance(values, Mapping):
            layers.append(Layer(source, _said(values)))
        elif values is not None:
            problems.append(f"{source}: found {values!r:.60}, expected an object of settings")
    return layers, problems


def _said(values: Mapping[str, object]) -> dict[str, object]:
    """Leave out what is null: clients say so where a person chose nothing."""
    said = {key: value for key, value in values.items() if value is not None}
    return {key: _said(value) if isinstance(value, Mapping) else value for key, value in said.items()}
