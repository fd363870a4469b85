"""Words of networks, English words and Chinese characters, as numbers and as the vectors that training starts from."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from epigraph.text.normal import CJK, normalise
from epigraph_export.bases import load_base

PAD, UNKNOWN = 0, 1
_SPECIAL = 2
_LEAST = 2  # times that a word must be seen to be known
_WORD = re.compile(rf"{CJK}|(?:(?!{CJK})\w)+")
_SPREAD = 0.3  # standard deviation of words' vectors


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


def start_from_pretrained(vocabulary: Vocabulary, base: str, *tables: nn.Embedding) -> None:
    """Give tables of words, which are equally wide, the vectors that a pretrained encoder has for them."""
    words = pretrained_words(vocabulary, base, tables[0].embedding_dim)
    with torch.no_grad():
        for table in tables:
            table.weight.copy_(words)


def pretrained_words(vocabulary: Vocabulary, base: str, width: int) -> Tensor:
    """Return vectors of words, (n_words, width): those of a pretrained encoder's tokens, their longest axes.

    A word of several tokens has their mean; axes beyond the encoder's are drawn.
    """
    loaded = load_base(base)
    table = loaded.encoder.get_input_embeddings().weight.detach().float()  # type: ignore[operator]
    pieces = [found.ids for found in loaded.tokenizer.encode_batch(list(vocabulary.words), add_special_tokens=False)]
    known = torch.stack([table[ids].mean(dim=0) if ids else table.mean(dim=0) for ids in pieces])  # (n, base's width)
    known = known - known.mean(dim=0)
    _, _, axes = torch.linalg.svd(known, full_matrices=False)
    kept = known @ axes[:width].T
    vectors = torch.randn(len(vocabulary), width) * _SPREAD
    vectors[_SPECIAL:, : kept.shape[1]] = kept / kept.std() * _SPREAD
    vectors[PAD] = 0
    return vectors


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
