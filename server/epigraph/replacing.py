"""Write a file whole or not at all."""

import os
import shutil
from pathlib import Path


def replace_file(path: Path, content: bytes, like: Path | None = None) -> None:
    """Put content in place of a file in one step, with the permissions of another, or of the file itself."""
    new = path.with_name(f".{path.name}.new")  # one name for all, so that a crash leaves no pile of them
    new.unlink(missing_ok=True)
    with new.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    like = like or path
    if like.exists():
        shutil.copymode(like, new)
    new.replace(path)
