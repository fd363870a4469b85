"""Tell whether a file that came with a folder of documents is really in it. Who unpacked the folder chose no links."""

from pathlib import Path


def belongs_to(path: Path, folder: Path) -> bool:
    """Return whether a path is, or would be, a plain file in a folder, wherever its links lead."""
    real = path.resolve()
    return real.is_relative_to(folder.resolve()) and (real.is_file() or not real.exists())
