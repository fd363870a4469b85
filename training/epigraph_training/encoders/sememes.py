"""The sememes of the words of a text: from OpenHowNet where its data is installed, else from a plain file.

A Chinese file has a line with a word, then a line with its sememes parted by spaces. An English file is a JSON
object from lemma to a list of sememes.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epigraph.errors import ModelError
from epigraph.text.normal import CJK
from epigraph.text.query import Language

_WORD = re.compile(rf"{CJK}+|[^\W\d_]+(?:['’][^\W\d_]+)*")
_ENDINGS = (
    "ies y",
    "es ",
    "s ",
    "ied y",
    "ed ",
    "ed e",
    "ing ",
    "ing e",
    "er ",
    "est ",
    "ly ",
)  # of a form, of its lemma
_SHORTEST = 3  # letters of a lemma that may be left when an ending is taken away


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, where it stands, and its sememes."""

    start: int
    end: int
    sememes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sememes:
    """A dictionary of sememes, with a number for each; `longest` is the length of its longest Chinese word."""

    of: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]
    longest: int

    @classmethod
    def from_entries(cls, entries: Mapping[str, Sequence[str]]) -> "Sememes":
        """Make a dictionary of words and their sememes."""
        of = {word: tuple(dict.fromkeys(sememes)) for word, sememes in entries.items() if word and sememes}
        names = sorted({sememe for sememes in of.values() for sememe in sememes})
        numbers = {name: number for number, name in enumerate(names)}
        return cls(of, numbers, max((len(word) for word in of), default=0))

    def words(self, text: str) -> Iterator[Word]:
        """Yield the words of a text that have sememes: English lemmas, Chinese by the longest entry first."""
        for run in _WORD.finditer(text):
            if re.match(CJK, run[0]):
                yield from self._chinese(run[0], run.start())
            elif sememes := self._english(run[0].lower()):
                yield Word(run.start(), run.end(), sememes)

    def _chinese(self, run: str, offset: int) -> Iterator[Word]:
        start = 0
        while start < len(run):
            ends = range(min(len(run), start + self.longest), start, -1)
            end = next((end for end in ends if run[start:end] in self.of), None)
            if end is not None:
                yield Word(offset + start, offset + end, self.of[run[start:end]])
            start = end or start + 1

    def _english(self, word: str) -> tuple[str, ...]:
        if found := self.of.get(word):
            return found
        for ending, lemma in (pair.split(" ") for pair in _ENDINGS):
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _SHORTEST and (found := self.of.get(stem + lemma)):
                return found
        return ()


def load_sememes(language: Language, file: Path | None) -> Sememes:
    """Read a file of sememes, or OpenHowNet's data where no file is given."""
    if file is None:
        return _open_hownet(language)
    try:
        text = file.read_text(encoding="utf-8")
        return Sememes.from_entries(_json_entries(text) if file.suffix == ".json" else _line_entries(text))
    except (OSError, ValueError, AttributeError) as error:
        raise ModelError(f"{file}: {error}, expected a dictionary of sememes; see docs/training.md") from error


def _json_entries(text: str) -> dict[str, list[str]]:
    return {lemma.lower(): sememes for lemma, sememes in json.loads(text).items()}


def _line_entries(text: str) -> dict[str, list[str]]:
    lines = text.split("\n")
    return {word.strip(): sememes.split() for word, sememes in zip(lines[::2], lines[1::2], strict=False)}


def _open_hownet(language: Language) -> Sememes:
    try:
        import OpenHowNet  # noqa: PLC0415 - a person who gives a file needs no OpenHowNet
    except ImportError as error:
        raise ModelError("OpenHowNet not found, expected it or a file of sememes; pip install OpenHowNet") from error
    try:
        dictionary: Any = OpenHowNet.HowNetDict()
        words = dictionary.get_en_words() if language == "en" else dictionary.get_zh_words()
        return Sememes.from_entries({word: _hownet_names(dictionary, word) for word in words})
    except (OSError, AttributeError) as error:  # without its data OpenHowNet makes half an object
        raise ModelError("OpenHowNet has no data; run OpenHowNet.download(), or give a file of sememes") from error


def _hownet_names(dictionary: Any, word: str) -> list[str]:  # noqa: ANN401 - OpenHowNet has no types
    senses = dictionary.get_sememes_by_word(word, display="list", merge=True)
    return sorted(str(sememe) for sememe in senses)
