"""A result file: how one system ranked the right saying of every context, and all that a table or a test needs later.

JSON, one file a cell of a table, so that tables, figures and paired tests never run a system again.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from cattrs import BaseValidationError

from epigraph.errors import EpigraphError
from epigraph.replacing import replace_file
from epigraph.structure import strict_converter
from epigraph_training.corpus.pair import Split

SCHEMA = 1

Part = Literal["en", "modern", "classical", "zh", "en-today", "zh-today"]
Setting = Literal["both", "left"]
Candidates = Literal["dataset", "collection"]
SETTINGS: tuple[Setting, ...] = ("both", "left")
CANDIDATES: tuple[Candidates, ...] = ("dataset", "collection")


class EvaluationError(EpigraphError):
    """A system, a result file or a set of them that cannot be used."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The score of the best suggestion of each context, and what it is when the right saying is not there."""

    present: tuple[float, ...]
    absent: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The ranks of one system in one cell; `keys`, `sayings`, `ranks` and `training_contexts` go context by context.

    `setting` says whether the words right of the gap were shown. `candidates` says which quotations were ranked:
    those that the dataset has in use, as in the paper, or the whole collection; `sayings_ranked` is how many sayings.
    `training_contexts` is how many contexts of the right saying were in training. `abstain` is the score below which
    nothing fits, for systems with a confidence. `training_seconds` is what training took, where that is known.
    `made_by` is a short hash of all that the system was told, or of its bundle, by which a benchmark knows it again.
    """

    system: str
    part: Part
    setting: Setting
    split: Split
    candidates: Candidates
    sayings_ranked: int
    data_hash: str
    command: str
    seconds: float
    parameters: int | None
    keys: tuple[str, ...]
    sayings: tuple[str, ...]
    ranks: tuple[int, ...]
    training_contexts: tuple[int, ...]
    confidence: Confidence | None = None
    abstain: float | None = None
    training_seconds: float | None = None
    made_by: str = ""
    schema: int = SCHEMA

    @property
    def file_name(self) -> str:
        """The name of the cell's file; it says so where the test split was used."""
        system = re.sub(r"[^\w+.-]+", "-", self.system)
        return f"{system}.{self.part}.{self.setting}.{self.candidates}.{self.split}.json"


def write_results(results: Iterable[Result], folder: Path) -> None:
    """Write each result into its file, in place of what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        text = json.dumps(asdict(result), ensure_ascii=False) + "\n"
        replace_file(folder / result.file_name, text.encode())


def read_results(folder: Path) -> list[Result]:
    """Read all results of a folder, by file name; raise EvaluationError where one is not as it was written."""
    return [_read(path) for path in sorted(folder.glob("*.json"))]


def _read(path: Path) -> Result:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        schema = found.get("schema") if isinstance(found, dict) else None
        if schema != SCHEMA:
            raise EvaluationError(f"{path}: schema {schema!r}, expected {SCHEMA}; run the evaluation again")
        result = strict_converter().structure(found, Result)
    except (OSError, ValueError, BaseValidationError) as error:
        raise EvaluationError(f"{path}: {error}, expected a result file; run the evaluation again") from error
    if len({len(result.keys), len(result.sayings), len(result.ranks), len(result.training_contexts)}) > 1:
        raise EvaluationError(f"{path}: lists of different length, expected one entry a context; run it again")
    return result
