"""Transform (Wang et al. 2021): a Transformer and a GRU read the context; a matrix maps it into the quotes' space.

Known from the cited paper and its public code: the turns of a dialogue are each read by a Transformer and joined by a
GRU that reads both ways, quotations are read by another Transformer, and a mapping between the two spaces is learned,
with a loss that draws a mapped context to its quotation beside the cross-entropy. A layer over all quotations predicts
from the context, the mapped context, and the products of this with quotations. In writing, what stands left and right
of the gap are the two turns.

Chosen here: that layer is a vector learned for each quotation beside its own, and an offset from 0 to its own, which is
the same function where the original weighs products by a number for every two quotations. The weight of the distance
in the original's runs is not known to us. Usual choices: two layers, four heads, the mean of the states.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from epigraph_training.baselines.lstm import quote_ids_of
from epigraph_training.baselines.method import NetworkOptions, Options, Task
from epigraph_training.baselines.network import Tokens, TwoEncoders, cross_entropy, network_method
from epigraph_training.baselines.vocabulary import PAD, Vocabulary, in_groups, padded, start_from_pretrained

NAME = "Transform"
_LAYERS, _HEADS = 2, 4
_LONGEST = 256  # words of a side
_DRAWN = 0.1  # weight of the distance between a mapped context and its quotation


class TransformerReader(nn.Module):
    """Words to the mean of a Transformer's states, (n, hidden)."""

    def __init__(self, n_words: int, options: NetworkOptions) -> None:
        super().__init__()
        width = options.hidden
        self.words = nn.Embedding(n_words, width, padding_idx=PAD)
        self.places = nn.Embedding(_LONGEST, width)
        nn.init.normal_(self.places.weight, std=0.1)
        layer = nn.TransformerEncoderLayer(
            width, _HEADS, 2 * width, options.dropout / 2, batch_first=True, norm_first=True
        )
        self.layers = nn.TransformerEncoder(layer, _LAYERS, enable_nested_tensor=False)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, ids: Tensor) -> Tensor:
        """Read words (n, seq), of which those that are PAD do not count."""
        ids = ids[:, :_LONGEST]
        embedded = self.dropout(self.words(ids) + self.places.weight[: ids.shape[1]])
        padding = ids.eq(PAD)
        padding[:, 0] = False  # an empty side: one place must be looked at
        states = self.layers(embedded, src_key_padding_mask=padding)
        real = padding.logical_not().unsqueeze(-1)
        mean: Tensor = (states * real).sum(dim=1) / real.sum(dim=1)
        return mean


class TransformContexts(nn.Module):
    """Both sides of contexts, read and joined, and beside that mapped."""

    def __init__(self, n_words: int, options: NetworkOptions) -> None:
        super().__init__()
        self.reader = TransformerReader(n_words, options)
        self.joined = nn.GRU(options.hidden, options.hidden // 2, batch_first=True, bidirectional=True)
        self.mapped = nn.Linear(options.hidden, options.hidden, bias=False)

    def forward(self, contexts: Sequence[Tokens]) -> Tensor:
        """Return the joined vectors, and the mapped ones in the space of quotations, (n, 2 * hidden)."""
        target = self.mapped.weight.device
        sides = [self.reader(padded([context[side] for context in contexts]).to(target)) for side in (0, 1)]
        _, last = self.joined(torch.stack(sides, dim=1))  # (2, n, hidden / 2)
        joined = torch.cat([last[0], last[1]], dim=1)
        return torch.cat([joined, self.mapped(joined)], dim=1)


class TransformerQuotes(nn.Module):
    """All quotations to what is learned for each, and its own vector."""

    ids: Tensor

    def __init__(self, n_words: int, options: NetworkOptions, ids: Tensor) -> None:
        super().__init__()
        self.reader = TransformerReader(n_words, options)
        self.labels = nn.Parameter(torch.randn(len(ids), options.hidden) * 0.05)
        self.offsets = nn.Parameter(torch.zeros(len(ids), options.hidden))
        self.register_buffer("ids", ids, persistent=False)

    def forward(self) -> Tensor:
        """Return the vectors, (n_quotes, 2 * hidden)."""
        return torch.cat([self.labels, in_groups(self.reader, self.ids) + self.offsets], dim=1)


def transform_loss(contexts: Tensor, quotes: Tensor, gold: Tensor, sayings: Tensor) -> Tensor:
    """Return the cross-entropy and the squared distance of mapped contexts to their quotations."""
    width = contexts.shape[1] // 2
    distance = (contexts[:, width:] - quotes[gold, width:]).square().mean()
    return cross_entropy(contexts, quotes, gold, sayings) + _DRAWN * distance


def build(task: Task, vocabulary: Vocabulary, options: Options) -> TwoEncoders:
    """Make the two encoders; both start with the same words."""
    chosen = options.networks
    context = TransformContexts(len(vocabulary), chosen)
    quote = TransformerQuotes(len(vocabulary), chosen, quote_ids_of(task, vocabulary))
    start_from_pretrained(vocabulary, options.paper.towers.base, context.reader.words, quote.reader.words)
    return TwoEncoders(context, quote, transform_loss)


TRANSFORM = network_method(NAME, build, TransformContexts)
