"""Where Epigraph keeps things on this machine, and what a process makes of them: settings, library, engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from epigraph.engine import Engine, Progress
from epigraph.quotes.library import Library
from epigraph.quotes.own import FOLDER
from epigraph.settings import FILE_NAME, Layer, Resolved, Settings, read_layer, resolve


@dataclass(frozen=True, slots=True)
class Home:
    """A person's three directories. Settings and quotes are theirs; the cache may be deleted at any time."""

    config: Path
    data: Path
    cache: Path

    @classmethod
    def standard(cls) -> "Home":
        """Return the directories that this system has for the purpose."""
        name = "epigraph"
        return cls(
            platformdirs.user_config_path(name, appauthor=False),
            platformdirs.user_data_path(name, appauthor=False),
            platformdirs.user_cache_path(name, appauthor=False),
        )

    def settings(self, workspace: Path | None = None, layers: Sequence[Layer] = ()) -> Resolved:
        """Resolve the user's file, then the workspace's, then further layers."""
        read = [read_layer(self.config / FILE_NAME, trusted=True)]
        if workspace:
            read.append(read_layer(workspace / FOLDER / FILE_NAME, trusted=False))
        resolved = resolve([*(layer for layer in read if isinstance(layer, Layer)), *layers])
        resolved.problems[:0] = [problem for problem in read if isinstance(problem, str)]
        return resolved

    def library(self, settings: Settings, workspaces: Sequence[Path] = ()) -> Library:
        """Read a person's own quotes."""
        return Library.open(self.data, workspaces, [Path(file).expanduser() for file in settings.quote_files])

    def quote_stamp(self, settings: Settings, workspaces: Sequence[Path] = ()) -> frozenset[tuple[str, int, int]]:
        """Return a value that changes with the files of quotes that `library` reads."""
        folders = (self.data, *(workspace / FOLDER for workspace in workspaces))
        files = [file for folder in folders for file in folder.glob("quotes.*")]
        files += [Path(file).expanduser() for file in settings.quote_files]
        return frozenset(stamp for file in files if (stamp := _stamp(file)))

    def engine(self, settings: Settings, library: Library, on_progress: Progress | None = None) -> Engine:
        """Make an engine; it loads a language when that is first asked for."""
        return Engine(
            library,
            cache=self.cache,
            bundles=Path(settings.bundles).expanduser() if settings.bundles else None,
            provider=settings.provider,
            threads=settings.threads,
            team_url=settings.team_url,
            on_progress=on_progress,
        )


def _stamp(file: Path) -> tuple[str, int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return str(file), stat.st_mtime_ns, stat.st_size


def workspace_of(path: Path) -> Path:
    """Return the nearest folder at or above a path that has an `.epigraph` folder, else the path's own folder."""
    folder = path if path.is_dir() else path.parent
    folder = folder.resolve()
    return next((above for above in (folder, *folder.parents) if (above / FOLDER).is_dir()), folder)
