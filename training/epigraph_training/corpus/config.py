"""What to mine, from a TOML file: unknown keys and wrong types are errors. Reads no corpus."""

from dataclasses import dataclass, field
from pathlib import Path

from epigraph.errors import SettingsError
from epigraph.text.formats import Format
from epigraph.text.query import Language
from epigraph_training.toml import read_toml

_MINIMUM: dict[Language, int] = {"en": 5, "zh": 3}
_MAXIMUM: dict[Language, int] = {"en": 200, "zh": 150}
_LITTLE: dict[Language, int] = {"en": 20, "zh": 25}


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file, a folder or a git directory whose files are documents, or hold them in a field.

    `include` are patterns of names, all files if empty; `format` is for files whose name does not tell it;
    `field` is where JSON and Parquet have the text; `revision` is a git directory's commit or branch.
    """

    name: str
    path: Path
    include: tuple[str, ...] = ()
    format: Format | None = None
    field: str = "text"
    revision: str = "HEAD"


@dataclass(frozen=True, slots=True)
class Rules:
    """What is no use of a quotation, and how many contexts a quotation has; None stands for the language's default.

    `little_context`: words, or Chinese characters, that both windows together must have. `everyday`: bits of surprise
    below which words are speech (`everyday.py`). `minimum` and `maximum`: contexts a quotation.
    """

    little_context: int | None = None
    everyday: float = 36.0
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """One run: language, corpora, where the dataset goes, and the rules.

    `quotes` are files of quotations beside the shipped collection; `mined` are files of pairs found before;
    `written` adds the contexts that were written for this project, to training only; `shard_bytes` of files are one
    piece of work, which is what a kill may lose.
    """

    language: Language
    out: Path
    seed: int = 1
    quotes: tuple[Path, ...] = ()
    corpora: tuple[Corpus, ...] = ()
    mined: tuple[Path, ...] = ()
    written: bool = True
    shard_bytes: int = 32 << 20
    rules: Rules = field(default_factory=Rules)

    @property
    def little_context(self) -> int:
        """Words or characters that both windows together must have."""
        return _LITTLE[self.language] if self.rules.little_context is None else self.rules.little_context

    @property
    def minimum(self) -> int:
        """Contexts that a quotation must have."""
        return _MINIMUM[self.language] if self.rules.minimum is None else self.rules.minimum

    @property
    def maximum(self) -> int:
        """Contexts that a quotation may have."""
        return _MAXIMUM[self.language] if self.rules.maximum is None else self.rules.maximum


def read_config(path: Path) -> Config:
    """Read a configuration; its relative paths start at the file's folder."""
    config = read_toml(path, Config, "docs/corpus.md")
    names = [corpus.name for corpus in config.corpora]
    if len(set(names)) < len(names):
        raise SettingsError(f"{path}: corpora named {', '.join(names)}, expected a name of its own for each")
    return config
