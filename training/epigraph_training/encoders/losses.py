"""Losses as functions of vectors: no modules, no state."""

import torch
from torch import Tensor

_NEVER = float("-inf")


def against_own(contexts: Tensor, candidates: Tensor, temperature: float) -> Tensor:
    """Return the cross-entropy of each context's first candidate among its own: (batch, d), (batch, n, d)."""
    scores = torch.einsum("bd,bnd->bn", contexts, candidates) / temperature
    return torch.nn.functional.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long, device=scores.device))


def against_all(contexts: Tensor, quotes: Tensor, gold: Tensor, sayings: Tensor, temperature: float) -> Tensor:
    """Return the cross-entropy of the gold rows among all quotations; other wordings of the saying do not compete."""
    scores = contexts @ quotes.T / temperature  # (batch, n_quotes)
    other_wording = (sayings[gold].unsqueeze(1) == sayings).scatter(1, gold.unsqueeze(1), value=False)
    return torch.nn.functional.cross_entropy(scores.masked_fill(other_wording, _NEVER), gold)


def against_neighbours(contexts: Tensor, known: Tensor, alike: Tensor, itself: Tensor, temperature: float) -> Tensor:
    """Return how badly contexts find the known contexts of their own saying among all known ones.

    `alike` and `itself` are (batch, n_known) masks: of the same saying, and the context as it was. A context whose
    saying has no other known context counts nothing.
    """
    alike = alike & ~itself
    has_any = alike.any(dim=1)
    if not has_any.any():
        return contexts.sum() * 0.0
    scores = (contexts @ known.T / temperature).masked_fill(itself, _NEVER)  # (batch, n_known)
    right = scores.masked_fill(~alike, _NEVER)[has_any].logsumexp(dim=1)
    return (scores[has_any].logsumexp(dim=1) - right).mean()
