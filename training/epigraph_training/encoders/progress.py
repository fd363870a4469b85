"""Where a run stands, on disk: towers, optimizer and stage, whole or not at all. A damaged file is refused."""

import hashlib
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from epigraph.errors import ModelError

_FACTS = "progress.json"
_TOWERS, _STAGE, _OPTIMIZER = "towers.safetensors", "stage.safetensors", "optimizer.pt"


@dataclass(frozen=True, slots=True)
class Position:
    """The next batch: of which epoch of which stage."""

    stage: int = 0
    epoch: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """A run's position and all that its next step depends on. `run` tells configuration and data apart."""

    run: str
    position: Position
    towers: dict[str, Tensor]
    stage: dict[str, Tensor]
    optimizer: dict[str, Any]


def save_progress(folder: Path, progress: Progress) -> None:
    """Write a progress in place of the one before; a kill leaves one of the two."""
    partial = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    save_file(progress.towers, partial / _TOWERS)
    save_file({**progress.stage, "": torch.zeros(1)}, partial / _STAGE)  # a file of no tensors cannot be written
    torch.save(progress.optimizer, partial / _OPTIMIZER)
    facts = {
        "run": progress.run,
        "position": asdict(progress.position),
        "files": {name: _digest(partial / name) for name in (_TOWERS, _STAGE, _OPTIMIZER)},
    }
    (partial / _FACTS).write_text(json.dumps(facts, indent=2), encoding="utf-8")
    old = folder.with_name(f"{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    partial.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def load_progress(folder: Path, run: str) -> Progress | None:
    """Return the progress of a run, None if it has not begun; another run's or a damaged one is an error."""
    folder = folder if folder.exists() else folder.with_name(f"{folder.name}.old")  # killed between two renames
    if not folder.exists():
        return None
    try:
        facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
        found, position, files = facts["run"], Position(**facts["position"]), facts["files"]
        for name in (_TOWERS, _STAGE, _OPTIMIZER):
            if _digest(folder / name) != files[name]:
                raise ModelError(f"{folder / name}: not the bytes that were written; delete {folder} to start again")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{folder}: {error!r}, expected a run's progress; delete it to start again") from error
    if found != run:
        raise ModelError(f"{folder}: of another configuration or dataset; choose another `out`, or delete it")
    stage = load_file(folder / _STAGE)
    del stage[""]
    optimizer = torch.load(folder / _OPTIMIZER, weights_only=True)
    return Progress(run, position, load_file(folder / _TOWERS), stage, optimizer)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
