"""What to mine, from a TOML file: unknown keys and wrong types are errors. Reads no corpus."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from cattrs import BaseValidationError, transform_error
from cattrs.v import format_exception

from epigraph.errors import SettingsError
from epigraph.structure import strict_converter
from epigraph.text.formats import Format
from epigraph.text.query import Language

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
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {error}, expected a TOML file; see docs/corpus.md") from error
    converter = strict_converter()
    converter.register_structure_hook(Path, lambda value, _: path.parent / converter.structure(value, str))
    try:
        config = converter.structure(values, Config)
    except BaseValidationError as error:
        told = "; ".join(transform_error(error, format_exception=_told))
        raise SettingsError(f"{path}: {told}; see docs/corpus.md") from error
    names = [corpus.name for corpus in config.corpora]
    if len(set(names)) < len(names):
        raise SettingsError(f"{path}: corpora named {', '.join(names)}, expected a name of its own for each")
    return config


def _told(error: BaseException, kind: type | None) -> str:
    """Return what is wrong with a value; errors of our own say what was found, those of cattrs often do not."""
    return str(error) if type(error) in (TypeError, Exception) else format_exception(error, kind)
