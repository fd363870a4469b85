"""The two encoders as trainable modules. Token ids in, vectors out; no files, no text."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from epigraph.errors import ModelError
from epigraph.model.manifest import Pooling
from epigraph_export.towers import Tower


@dataclass(frozen=True, slots=True)
class TokenBatch:
    """Token ids and mask, both (batch, seq); for sememes the bags of all tokens in a row, and where each starts."""

    ids: Tensor
    mask: Tensor
    sememes: Tensor | None = None  # (n_sememes,)
    bags: Tensor | None = None  # (batch * seq,)

    def to(self, device: torch.device) -> "TokenBatch":
        """Return the batch on a device."""
        parts = (self.ids, self.mask, self.sememes, self.bags)
        return TokenBatch(*(None if part is None else part.to(device) for part in parts))  # type: ignore[arg-type]


class TrainedTower(Tower):
    """A tower whose token embeddings may carry sememes, and whose vectors may keep their length."""

    def __init__(
        self,
        encoder: nn.Module,
        pooling: Pooling,
        pooler: nn.Module | None = None,
        mask_id: int = -1,
        *,
        unit: bool = True,
        sememes: int = 0,
        alpha: float = 0.0,
        frozen_layers: int = 0,
    ) -> None:
        super().__init__(encoder, pooling, pooler if pooling == "pooler" else None, mask_id, unit=unit)
        self.alpha = alpha
        width = encoder.get_input_embeddings().embedding_dim  # type: ignore[operator]
        self.sememes = nn.EmbeddingBag(sememes, width, mode="mean") if sememes else None
        if self.sememes is not None:
            nn.init.normal_(self.sememes.weight, std=0.02)  # as BERT draws its embeddings
        self.frozen = _lowest(encoder, frozen_layers)

    def set_trained(self) -> None:
        """Let all weights be trained but those of the frozen layers."""
        self.requires_grad_(requires_grad=True)
        for layer in self.frozen:
            layer.requires_grad_(requires_grad=False)

    def encode(self, batch: TokenBatch) -> Tensor:
        """Return the vectors of a batch, (batch, dimension)."""
        hidden = self.encoder(attention_mask=batch.mask, **self._tokens(batch)).last_hidden_state
        pooled = self.pool(hidden, batch.ids, batch.mask)
        return nn.functional.normalize(pooled, dim=-1) if self.unit else pooled

    def _tokens(self, batch: TokenBatch) -> dict[str, Tensor]:
        if self.sememes is None or batch.sememes is None:
            return {"input_ids": batch.ids}
        embedded = self.encoder.get_input_embeddings()(batch.ids)  # type: ignore[operator]  # (batch, seq, width)
        means = self.sememes(batch.sememes, batch.bags)  # (batch * seq, width); an empty bag gives zeros
        return {"inputs_embeds": embedded + self.alpha * means.view_as(embedded)}


class TwoTowers(nn.Module):
    """Both encoders under one `forward`, which is where several processes meet. They may be one network."""

    def __init__(self, context: TrainedTower, quote: TrainedTower) -> None:
        super().__init__()
        self.context = context
        self.quote = quote

    def set_trained(self) -> None:
        """Let both towers be trained."""
        self.context.set_trained()
        self.quote.set_trained()

    def forward(self, contexts: TokenBatch, quotes: TokenBatch | None = None) -> tuple[Tensor, Tensor | None]:
        """Return the vectors of contexts and, where some are given, of quotations."""
        return self.context.encode(contexts), None if quotes is None else self.quote.encode(quotes)


def _lowest(encoder: nn.Module, layers: int) -> tuple[nn.Module, ...]:
    """Return the embeddings and the first layers of an encoder, nothing for 0 layers."""
    if not layers:
        return ()
    try:
        stack = encoder.get_submodule("encoder.layer")
        return (encoder.get_submodule("embeddings"), *stack[:layers])  # type: ignore[index]
    except AttributeError as error:
        kind = type(encoder).__name__
        raise ModelError(f"{kind} has no embeddings and encoder.layer to freeze; set frozen_layers = 0") from error
