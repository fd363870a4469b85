"""CNN: filters over three, four and five words of the context (Kim 2014), and a vector learned for each quotation.

One of the four rankers of top-k RM (Ahn et al. 2016), which classifies contexts into quotations. The widths and their
number are Kim's; the words of the quotation itself are not read.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from epigraph_training.baselines.method import NetworkOptions, Options, Task
from epigraph_training.baselines.network import Tokens, TwoEncoders, network_method
from epigraph_training.baselines.vocabulary import PAD, Vocabulary, padded, start_from_pretrained

NAME = "CNN"
_WIDTHS = (3, 4, 5)


class CnnContexts(nn.Module):
    """Words of contexts to vectors."""

    def __init__(self, n_words: int, options: NetworkOptions) -> None:
        super().__init__()
        self.words = nn.Embedding(n_words, options.embedding, padding_idx=PAD)
        self.filters = nn.ModuleList(nn.Conv1d(options.embedding, options.hidden, width) for width in _WIDTHS)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, contexts: Sequence[Tokens]) -> Tensor:
        """Return the strongest answer of each filter, (n, 3 * hidden)."""
        # every context ends in a window of nothing: what a longer one beside it adds then changes no maximum
        end = [PAD] * max(_WIDTHS)
        ids = padded([left + right + end for left, right in contexts]).to(self.words.weight.device)
        embedded = self.words(ids).transpose(1, 2)  # (n, embedding, seq)
        strongest = [torch.relu(convolve(embedded)).amax(dim=2) for convolve in self.filters]
        vectors: Tensor = self.dropout(torch.cat(strongest, dim=1))
        return vectors


class QuoteTable(nn.Module):
    """A vector for each quotation, learned from its contexts alone."""

    def __init__(self, n_quotes: int, width: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(n_quotes, width) * 0.05)

    def forward(self) -> Tensor:
        """Return the vectors, (n_quotes, width)."""
        return self.table


def build(task: Task, vocabulary: Vocabulary, options: Options) -> TwoEncoders:
    """Make the filters and the table."""
    chosen = options.networks
    context = CnnContexts(len(vocabulary), chosen)
    start_from_pretrained(vocabulary, options.paper.towers.base, context.words)
    return TwoEncoders(context, QuoteTable(len(task.quotes), len(_WIDTHS) * chosen.hidden))


CNN = network_method(NAME, build, CnnContexts)
