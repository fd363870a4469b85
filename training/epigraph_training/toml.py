"""A TOML file as a typed value: unknown keys and values of another type are errors. Knows none in particular."""

import tomllib
from pathlib import Path
from typing import TypeVar

from cattrs import BaseValidationError, transform_error
from cattrs.v import format_exception

from epigraph.errors import SettingsError
from epigraph.structure import strict_converter

T = TypeVar("T")


def read_toml(path: Path, kind: type[T], manual: str) -> T:
    """Read a configuration that `manual` describes; its relative paths start at the file's folder."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {error}, expected a TOML file; see {manual}") from error
    converter = strict_converter()
    converter.register_structure_hook(Path, lambda value, _: path.parent / converter.structure(value, str))
    try:
        return converter.structure(values, kind)
    except BaseValidationError as error:
        told = "; ".join(transform_error(error, format_exception=_told))
        raise SettingsError(f"{path}: {told}; see {manual}") from error


def _told(error: BaseException, kind: type | None) -> str:
    """Return what is wrong with a value; errors of our own say what was found, those of cattrs often do not."""
    return str(error) if type(error) in (TypeError, Exception) else format_exception(error, kind)
