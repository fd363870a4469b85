"""LSTM: one LSTM reads the context, left and right joined, another reads the quotation; the product is the score.

Known from the cited papers: two LSTM encoders and the cross-entropy over all quotations. Usual choices: pretrained
words, the mean of the hidden states as the vector, dropout on words and vectors, Adam.
"""

from collections.abc import Sequence

from torch import Tensor, nn

from epigraph_training.baselines.method import NetworkOptions, Options, Task
from epigraph_training.baselines.network import Tokens, TwoEncoders, network_method
from epigraph_training.baselines.vocabulary import PAD, Vocabulary, in_groups, padded, start_from_pretrained

NAME = "LSTM"
_LENGTH = 7.0  # of vectors beside a mean of states, whose products are too small to tell 1,000 quotations apart


class LstmReader(nn.Module):
    """An LSTM over embedded words; the mean of its states, made longer, (n, hidden)."""

    def __init__(self, options: NetworkOptions) -> None:
        super().__init__()
        self.lstm = nn.LSTM(options.embedding, options.hidden, batch_first=True)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, embedded: Tensor, ids: Tensor) -> Tensor:
        """Read words (n, seq, embedding), of which those that are PAD do not count."""
        states, _ = self.lstm(self.dropout(embedded))
        real = ids.ne(PAD).unsqueeze(-1)  # (n, seq, 1)
        mean: Tensor = (states * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)
        vectors: Tensor = self.dropout(_LENGTH * mean)
        return vectors


class LstmContexts(nn.Module):
    """Words of contexts to vectors."""

    def __init__(self, n_words: int, options: NetworkOptions) -> None:
        super().__init__()
        self.words = nn.Embedding(n_words, options.embedding, padding_idx=PAD)
        self.reader = LstmReader(options)

    def forward(self, contexts: Sequence[Tokens]) -> Tensor:
        """Return the vectors, (n, hidden)."""
        ids = padded([left + right for left, right in contexts]).to(self.words.weight.device)
        vectors: Tensor = self.reader(self.words(ids), ids)
        return vectors


class LstmQuotes(nn.Module):
    """All quotations to vectors."""

    ids: Tensor

    def __init__(self, n_words: int, options: NetworkOptions, ids: Tensor) -> None:
        super().__init__()
        self.words = nn.Embedding(n_words, options.embedding, padding_idx=PAD)
        self.reader = LstmReader(options)
        self.register_buffer("ids", ids, persistent=False)

    def forward(self) -> Tensor:
        """Return the vectors, (n_quotes, hidden)."""
        return in_groups(lambda ids: self.reader(self.words(ids), ids), self.ids)


def quote_ids_of(task: Task, vocabulary: Vocabulary, most: int = 50) -> Tensor:
    """Return the first words of all quotations, (n_quotes, longest)."""
    return padded([vocabulary.numbers(quote.text)[:most] for quote in task.quotes])


def build(task: Task, vocabulary: Vocabulary, options: Options) -> TwoEncoders:
    """Make the two encoders; both start with the same words."""
    chosen = options.networks
    context = LstmContexts(len(vocabulary), chosen)
    quote = LstmQuotes(len(vocabulary), chosen, quote_ids_of(task, vocabulary))
    start_from_pretrained(vocabulary, options.paper.towers.base, context.words, quote.words)
    return TwoEncoders(context, quote)


LSTM = network_method(NAME, build, LstmContexts)
