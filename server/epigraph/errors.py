"""Every error that Epigraph raises on purpose.

    EpigraphError
    ├── DocumentError     a document, path or position that cannot be used
    ├── QuoteFileError    a file of quotations that cannot be read or written
    ├── SettingsError     a settings file or value that cannot be used
    ├── TeamError         a team's collection that cannot be used
    └── ModelError        ranking is not possible for a language
        ├── BundleError   a bundle is missing, damaged or of another version
        └── RuntimeMissingError   ONNX Runtime, or the wanted execution provider, is not there

A message is one line: what was found, what was expected, what to do.
"""

from typing import TypeVar


class EpigraphError(Exception):
    """Base of all errors raised on purpose."""


class DocumentError(EpigraphError):
    """A document, path or position that cannot be used."""


class QuoteFileError(EpigraphError):
    """A file of quotations that cannot be read or written."""


class SettingsError(EpigraphError):
    """A settings file or value that cannot be used."""


class TeamError(EpigraphError):
    """A team's collection that cannot be used."""


class ModelError(EpigraphError):
    """Ranking is not possible for a language."""


class BundleError(ModelError):
    """A bundle is missing, damaged or of another version."""


class RuntimeMissingError(ModelError):
    """ONNX Runtime, or the wanted execution provider, is not there."""


Kept = TypeVar("Kept", bound=EpigraphError)


def again(error: Kept) -> Kept:
    """Return an error to be raised for one that is kept: each raising adds frames, and these hold people's text."""
    return type(error)(*error.args)
