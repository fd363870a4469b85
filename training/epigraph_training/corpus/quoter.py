"""The paper's own format: left, quotation and right in a line, parted by tabs; the split is by line number.

The files of the QuoteR release load as they are. In a file of our own the sides follow each other too, and their
sizes are told by who reads it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

from epigraph.quotes.quote import quote_id
from epigraph.text.query import Language
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.pair import SPLITS, Pair

Sizes = tuple[int, int, int]  # lines of training, validation and test


@dataclass(frozen=True, slots=True)
class Release:
    """A file of the release: its sides, its language, and the part of the benchmark that it is."""

    sizes: Sizes
    language: Language
    part: str


RELEASED: dict[str, Release] = {
    "english.txt": Release((101_171, 12_771, 12_771), "en", "en"),
    "modern_chinese.txt": Release((32_472, 4_185, 4_185), "zh", "modern"),
    "ancient_chinese.txt": Release((93_031, 11_753, 11_753), "zh", "classical"),
}
_FIELDS = 3


def read_quoter(path: Path, sizes: Sizes | None = None) -> list[Pair]:
    """Read a file of the release, or any other whose sizes are given."""
    release = RELEASED.get(path.name)
    sizes = sizes or (release.sizes if release else None)
    if sizes is None:
        raise CorpusError(f"{path}: unknown split, expected one of {', '.join(RELEASED)}, or the sizes of the sides")
    try:
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: {error}, expected a file of the QuoteR release") from error
    if len(lines) != sum(sizes):
        raise CorpusError(f"{path}: {len(lines)} lines, expected {sum(sizes)}; is it the whole file?")
    splits = chain.from_iterable(repeat(split, size) for split, size in zip(SPLITS, sizes, strict=True))
    pairs = []
    for number, (line, split) in enumerate(zip(lines, splits, strict=True), 1):
        fields = line.removesuffix("\r").split("\t")
        if len(fields) != _FIELDS:
            raise CorpusError(f"{path}:{number}: {len(fields)} fields, expected left, quotation and right")
        left, quote, right = fields
        pairs.append(Pair("quoter", path.name, number, quote_id(quote), quote, quote, left, right, split))
    return pairs


def quoter_facts(path: Path, language: Language | None = None) -> dict[str, str]:
    """Return what a dataset keeps of the file that it was made of; any other than a released one needs its language."""
    if release := RELEASED.get(path.name):
        return {"source": path.name, "language": release.language, "part": release.part}
    if language is None:
        raise CorpusError(f"{path}: unknown language, expected one of {', '.join(RELEASED)}, or the language")
    return {"source": path.name, "language": language}


def write_quoter(pairs: Iterable[Pair], path: Path) -> Sizes:
    """Write pairs in the paper's format, training first; return the sizes of the sides."""
    ordered = list(pairs)
    sides = [[pair for pair in ordered if pair.split == split] for split in SPLITS]
    lines = [f"{pair.left}\t{pair.quote}\t{pair.right}\n" for side in sides for pair in side]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    train, validation, test = map(len, sides)
    return train, validation, test
