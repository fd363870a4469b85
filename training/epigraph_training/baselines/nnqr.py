"""NNQR (Tan et al. 2016): LSTM whose quote encoder knows topics and author, and reads words a little otherwise.

Known from the papers: topic and author go into the quote's vector; words of quotations have perturbed embeddings, as a
word means something else in a saying. Chosen here: both encoders share their words, and those of quotations add an
offset that is learned for each word from 0; topic and author embeddings are joined to the LSTM's vector and mapped.
A quotation without topics or author, as those of QuoteR's that our collection does not have, has zeros there.
"""

import torch
from torch import Tensor, nn

from epigraph.quotes.quote import Quote
from epigraph_training.baselines.lstm import LstmContexts, LstmReader, quote_ids_of
from epigraph_training.baselines.method import NetworkOptions, Options, Task
from epigraph_training.baselines.network import TwoEncoders, network_method
from epigraph_training.baselines.vocabulary import PAD, Vocabulary, in_groups, padded, start_from_pretrained

NAME = "NNQR"


class InformedQuotes(nn.Module):
    """All quotations with their topics and authors to vectors; words are the context encoder's, with offsets."""

    ids: Tensor
    topics: Tensor
    authors: Tensor

    def __init__(self, words: nn.Embedding, options: NetworkOptions, ids: Tensor, quotes: tuple[Quote, ...]) -> None:
        super().__init__()
        topics, authors = _numbered([quote.topics for quote in quotes]), _numbered([(q.author,) for q in quotes])
        self.words = words
        self.offsets = nn.Embedding(words.num_embeddings, words.embedding_dim, padding_idx=PAD)
        nn.init.zeros_(self.offsets.weight)
        self.topic = nn.EmbeddingBag(int(topics.max()) + 1, options.hidden, mode="mean", padding_idx=PAD)
        self.author = nn.Embedding(int(authors.max()) + 1, options.hidden, padding_idx=PAD)
        self.reader = LstmReader(options)
        self.joined = nn.Linear(3 * options.hidden, options.hidden)
        self.register_buffer("ids", ids, persistent=False)
        self.register_buffer("topics", topics, persistent=False)
        self.register_buffer("authors", authors[:, 0], persistent=False)

    def forward(self) -> Tensor:
        """Return the vectors, (n_quotes, hidden)."""
        read = in_groups(lambda ids: self.reader(self.words(ids) + self.offsets(ids), ids), self.ids)
        vectors: Tensor = self.joined(torch.cat([read, self.topic(self.topics), self.author(self.authors)], dim=1))
        return vectors


def _numbered(names: list[tuple[str, ...]]) -> Tensor:
    """Return numbers from 1 for names, a row a quotation; an empty name is nothing."""
    number: dict[str, int] = {}
    return padded([[number.setdefault(name, len(number) + 1) for name in some if name] for some in names])


def build(task: Task, vocabulary: Vocabulary, options: Options) -> TwoEncoders:
    """Make the two encoders over the same words."""
    chosen = options.networks
    context = LstmContexts(len(vocabulary), chosen)
    start_from_pretrained(vocabulary, options.paper.towers.base, context.words)
    quote = InformedQuotes(context.words, chosen, quote_ids_of(task, vocabulary), task.quotes)
    return TwoEncoders(context, quote)


NNQR = network_method(NAME, build, LstmContexts)
