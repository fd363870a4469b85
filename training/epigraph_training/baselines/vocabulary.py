"""Words as numbers, for networks that learn their words from nothing: English words, Chinese characters."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from epigraph.text.normal import CJK, normalise

PAD, UNKNOWN = 0, 1
_SPECIAL = 2
_LEAST = 2  # times that a word must be seen to be known
_WORD = re.compile(rf"{CJK}|(?:(?!{CJK})\w)+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that are known; all others are one."""

    words: tuple[str, ...]
    number: dict[str, int]

    @classmethod
    def of(cls, words: Iterable[str]) -> "Vocabulary":
        """Number some words."""
        known = tuple(words)
        return cls(known, {word: place + _SPECIAL for place, word in enumerate(known)})

    @classmethod
    def learned(cls, texts: Iterable[str]) -> "Vocabulary":
        """Know the words that texts have more than once, the most frequent first."""
        counts = Counter(word for text in texts for word in _WORD.findall(normalise(text)))
        return cls.of(word for word, count in counts.most_common() if count >= _LEAST)

    def __len__(self) -> int:
        return len(self.words) + _SPECIAL

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of a text's words."""
        return [self.number.get(word, UNKNOWN) for word in _WORD.findall(normalise(text))]


def padded(texts: Sequence[list[int]]) -> Tensor:
    """Return numbers of words as (n, longest), filled up with PAD; one column at least."""
    longest = max([1, *map(len, texts)])
    return torch.tensor([words + [PAD] * (longest - len(words)) for words in texts], dtype=torch.long)


def in_groups(read: Callable[[Tensor], Tensor], ids: Tensor, groups: int = 8) -> Tensor:
    """Read rows of words in groups of about the same length, so that little is read in vain; keep their order."""
    lengths = ids.ne(PAD).sum(dim=1)
    order = lengths.argsort()
    parts = torch.split(order, -(-len(ids) // groups))
    found = [read(ids[part][:, : max(int(lengths[part[-1]]), 1)]) for part in parts]
    return torch.cat(found)[order.argsort()]
