"""A context and the quotation that stands in it: the unit of training and evaluation, with its provenance."""

import hashlib
from dataclasses import dataclass
from typing import Literal, get_args

Split = Literal["", "train", "validation", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)[1:]
WRITTEN = "written"  # source of contexts that show no real use


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """The words left and right of a quotation; `matched` is how it was written at `offset` of a source's document.

    A quotation found in part keeps the whole as its `quote`. An offset counts characters of the decoded document;
    it is -1 where nobody knows it.
    """

    source: str
    document: str
    offset: int
    quote_id: str
    quote: str
    matched: str
    left: str
    right: str
    split: Split = ""

    def lot(self, seed: int) -> bytes:
        """Return a number drawn for this pair: the same wherever and in whatever order pairs are found."""
        return lot(seed, self.quote_id, self.source, self.document, str(self.offset), self.left, self.right)


def lot(seed: int, *content: str) -> bytes:
    """Return a number drawn from seed and content, by which to choose without regard to order."""
    return hashlib.sha256("\0".join((str(seed), *content)).encode(errors="surrogatepass")).digest()
