"""The error of this package: a corpus, a document of it or a dataset that cannot be used, in one line."""

from epigraph.errors import EpigraphError


class CorpusError(EpigraphError):
    """A corpus, a document of it or a dataset that cannot be used."""
