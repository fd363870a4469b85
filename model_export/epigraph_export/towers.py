"""A tower: encoder, pooling and normalisation as one module of token ids. No files."""

import torch
from torch import Tensor, nn

from epigraph.errors import ModelError
from epigraph.model.manifest import Pooling


class Tower(nn.Module):
    """Token ids and attention mask in, vectors out; of length 1 if `unit`."""

    def __init__(
        self,
        encoder: nn.Module,
        pooling: Pooling,
        pooler: nn.Module | None = None,
        mask_id: int = -1,
        *,
        unit: bool = True,
    ) -> None:
        super().__init__()
        if pooling == "pooler" and pooler is None:
            raise ModelError("pooling pooler, but this base has none; choose mean, cls or mask")
        if pooling == "mask" and mask_id < 0:
            raise ModelError("pooling mask, but no mask token was given; give its id, or choose mean or cls")
        self.encoder = encoder
        self.pooling = pooling
        self.pooler = pooler
        self.mask_id = mask_id
        self.unit = unit

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the vectors, (batch, dimension), float32 whatever the encoder computes in."""
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        pooled = self.pool(hidden, input_ids, attention_mask).float()
        return nn.functional.normalize(pooled, dim=-1) if self.unit else pooled

    def pool(self, hidden: Tensor, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return one vector for each input from the hidden states of its tokens, (batch, dimension)."""
        if self.pooling == "mean":
            return _mean(hidden, attention_mask)
        if self.pooling == "mask":
            return _mean(hidden, torch.eq(input_ids, self.mask_id))
        first: Tensor = hidden[:, 0]
        return first if self.pooler is None or self.pooling == "cls" else self.pooler(first)


def _mean(hidden: Tensor, chosen: Tensor) -> Tensor:
    """Return the mean of the chosen positions, (batch, dimension)."""
    weight = chosen.unsqueeze(-1).to(hidden.dtype)  # (batch, seq, 1)
    return torch.sum(hidden * weight, dim=1) / torch.sum(weight, dim=1)
