"""Text to token ids, as the encoders expect them. Cuts what is too long; the words nearest the gap stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import TOKENIZER, ContextTower, QuoteTower

_MASKS = ("[MASK]", "<mask>")
_PADS = ("[PAD]", "<pad>")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A bundle's tokenizer, the ids of its special tokens and the most tokens that an input may have."""

    tokenizer: Tokenizer
    start: int
    end: int
    pad: int
    gap: tuple[int, ...]  # the mask token where it stands in the gap, else nothing
    context_limit: int
    quote_limit: int

    @classmethod
    def load(cls, bundle: Bundle) -> "Tokens":
        """Read the tokenizer of a bundle."""
        content, path = bundle.read(TOKENIZER), bundle.path / TOKENIZER
        try:
            tokenizer = Tokenizer.from_buffer(content)
        except ValueError as error:
            raise BundleError(f"{path}: not a tokenizer ({error}); run the export again") from error
        return cls.over(tokenizer, bundle.manifest.context, bundle.manifest.quote, path)

    @classmethod
    def over(cls, tokenizer: Tokenizer, context: ContextTower, quote: QuoteTower, path: Path) -> "Tokens":
        """Return the tokens of two towers; the path is where a wrong tokenizer would have come from."""
        tokenizer.no_truncation()
        tokenizer.no_padding()
        tokenizer.encode_special_tokens = True  # a "[MASK]" that somebody typed is text like any other
        around = tokenizer.encode("").ids  # start, end
        pad, mask = _id_of(tokenizer, _PADS), _id_of(tokenizer, _MASKS)
        if len(around) != 2 or pad is None or (context.gap and mask is None):  # noqa: PLR2004
            raise BundleError(f"{path}: no start, end, pad or mask token, expected those of BERT; run the export again")
        return cls(
            tokenizer=tokenizer,
            start=around[0],
            end=around[1],
            pad=pad,
            gap=(mask,) if context.gap and mask is not None else (),
            context_limit=context.max_tokens,
            quote_limit=quote.max_tokens,
        )

    def context(self, left: str, right: str) -> list[int]:
        """Return the ids of the words around a gap; the left side loses its start, the right side its end."""
        before, after = self._words(left), self._words(right)
        room = self.context_limit - 2 - len(self.gap)
        keep = min(len(before), max(room // 2, room - len(after)))  # a short side leaves its share to the other
        return [self.start, *before[len(before) - keep :], *self.gap, *after[: room - keep], self.end]

    def quote(self, text: str) -> list[int]:
        """Return the ids of a quotation; one that is too long loses its end."""
        return [self.start, *self._words(text)[: self.quote_limit - 2], self.end]

    def batch(self, inputs: Sequence[list[int]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return ids and attention mask, both (batch, longest)."""
        longest = max(map(len, inputs))
        ids = np.full((len(inputs), longest), self.pad, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(inputs):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        return ids, mask

    def _words(self, text: str) -> list[int]:
        ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return ids


def _id_of(tokenizer: Tokenizer, names: Sequence[str]) -> int | None:
    return next((found for name in names if (found := tokenizer.token_to_id(name)) is not None), None)
