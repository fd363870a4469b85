"""What is learned from: contexts with the row of their quotation, and all quotations as token ids."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from epigraph.errors import ModelError
from epigraph.model.manifest import ContextTower, QuoteTower
from epigraph.model.matrix import quote_input
from epigraph.model.tokens import Tokens
from epigraph.quotes.collection import Collection
from epigraph_training.corpus.pair import Pair
from epigraph_training.encoders.config import TowersConfig
from epigraph_training.encoders.sememes import Sememes
from epigraph_training.encoders.towers import TokenBatch

_POOL = 32  # batches among which contexts are sorted by length, so that little is padded


@dataclass(frozen=True, slots=True)
class Example:
    """A context, and the row of the quotation that stands in it."""

    left: str
    right: str
    row: int


def examples_of(pairs: Sequence[Pair], collection: Collection) -> list[Example]:
    """Return the pairs as examples; all their quotations must be in the collection."""
    for pair in pairs:
        if pair.quote_id not in collection.row_of:
            raise ModelError(
                f"quotation {pair.quote!r} of the dataset is not in the collection; mine the dataset again"
            )
    return [Example(pair.left, pair.right, collection.row_of[pair.quote_id]) for pair in pairs]


def tokens_of(tokenizer: Tokenizer, towers: TowersConfig) -> Tokens:
    """Return the tokenizer as the server will use it."""
    context = ContextTower("", towers.context_pooling, towers.gap, 0, towers.context_tokens)
    quote = QuoteTower("", towers.quote_pooling, towers.fields, towers.quote_tokens)
    return Tokens.over(tokenizer, context, quote, Path(towers.base))


@dataclass(frozen=True, slots=True)
class Quotations:
    """All quotations: token ids, the sememes of each token, and a number for each saying."""

    inputs: list[list[int]]
    sememes: list[list[tuple[int, ...]]] | None
    sayings: Tensor  # (n_quotes,)
    tokens: Tokens

    @classmethod
    def of(cls, collection: Collection, tokens: Tokens, towers: TowersConfig, sememes: Sememes | None) -> "Quotations":
        """Read the quotations of a collection as the quote encoder will."""
        texts = [quote_input(towers.fields, text=q.text, gloss=q.gloss, topics=q.topics) for q in collection]
        number = {name: place for place, name in enumerate(dict.fromkeys(quote.saying for quote in collection))}
        return cls(
            [tokens.quote(text) for text in texts],
            None if sememes is None else [token_sememes(text, tokens, sememes) for text in texts],
            torch.tensor([number[quote.saying] for quote in collection]),
            tokens,
        )

    def __len__(self) -> int:
        return len(self.inputs)

    def batch(self, rows: Sequence[int]) -> TokenBatch:
        """Return the tokens of some rows."""
        ids, mask = self.tokens.batch([self.inputs[row] for row in rows])
        batch = TokenBatch(torch.from_numpy(ids), torch.from_numpy(mask))
        if self.sememes is None:
            return batch
        padded = [bag for row in rows for bag in _pad(self.sememes[row], ids.shape[1])]
        starts = torch.tensor([0, *(len(bag) for bag in padded)]).cumsum(0)[:-1]
        flat = torch.tensor([sememe for bag in padded for sememe in bag], dtype=torch.long)
        return TokenBatch(batch.ids, batch.mask, flat, starts)


def token_sememes(text: str, tokens: Tokens, sememes: Sememes) -> list[tuple[int, ...]]:
    """Return for each token of a quotation, start and end included, the numbers of its word's sememes."""
    at: dict[int, tuple[int, ...]] = {}  # character -> sememes of the word that it is of
    for word in sememes.words(text):
        at |= dict.fromkeys(range(word.start, word.end), tuple(sememes.numbers[name] for name in word.sememes))
    encoding = tokens.tokenizer.encode(text, add_special_tokens=False)
    inside = [at.get(start, ()) for start, _ in encoding.offsets[: tokens.quote_limit - 2]]
    return [(), *inside, ()]


def context_batch(examples: Sequence[Example], tokens: Tokens) -> TokenBatch:
    """Return the tokens of contexts."""
    ids, mask = tokens.batch([tokens.context(example.left, example.right) for example in examples])
    return TokenBatch(torch.from_numpy(ids), torch.from_numpy(mask))


def epoch_batches(
    lengths: Sequence[int], rows: Sequence[int], *, size: int, contexts: int, draw: random.Random
) -> list[list[int]]:
    """Return the places of an epoch in batches, in drawn order, those of about the same length together.

    A quotation, by its row, has at most so many contexts in it, drawn too; all of them for 0. One batch may be smaller.
    """
    drawn = list(range(len(lengths)))
    draw.shuffle(drawn)
    taken: Counter[int] = Counter()
    places = []
    for place in drawn:
        taken[rows[place]] += 1
        if not contexts or taken[rows[place]] <= contexts:
            places.append(place)
    batches = []
    for start in range(0, len(places), size * _POOL):
        pool = sorted(places[start : start + size * _POOL], key=lambda place: lengths[place])
        batches += [pool[at : at + size] for at in range(0, len(pool), size)]
    draw.shuffle(batches)
    return batches


def one_sided(example: Example, left_only: float, right_only: float, draw: random.Random) -> Example:
    """Return the example, perhaps without one of its sides; one that is all there is stays, unless only left counts."""
    chance = draw.random()
    if chance < left_only and (example.left or left_only >= 1):
        return Example(example.left, "", example.row)
    if left_only <= chance < left_only + right_only and example.right:
        return Example("", example.right, example.row)
    return example


def _pad(bags: list[tuple[int, ...]], length: int) -> list[tuple[int, ...]]:
    return bags + [()] * (length - len(bags))
