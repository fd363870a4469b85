"""Networks of two encoders: fitted by the cross-entropy of the right quotation among all, saved, loaded.

What is kept of a fitted network is its context encoder and the vectors of the quotations: the quote encoder has then
done its work.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from epigraph_training.baselines.method import Method, NetworkOptions, Options, Progress, Task
from epigraph_training.baselines.vocabulary import Vocabulary
from epigraph_training.encoders.examples import Example, epoch_batches
from epigraph_training.encoders.losses import against_all
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

Tokens = tuple[list[int], list[int]]  # numbers of the words left and right of the gap
Loss = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]  # contexts, quotes, rows of the right ones, sayings
MakeContexts = Callable[[int, NetworkOptions], nn.Module]  # from the number of words; Sequence[Tokens] -> (n, d)

_FACTS, _WEIGHTS, _QUOTES = "network.json", "network.safetensors", "quotes"
_SCORED = 256  # contexts at a time
_VALIDATION = 1000  # contexts by which the best epoch is chosen
_CLIP = 5.0


def cross_entropy(contexts: Tensor, quotes: Tensor, gold: Tensor, sayings: Tensor) -> Tensor:
    """Return the cross-entropy of the right quotations among all; other wordings do not compete."""
    return against_all(contexts, quotes, gold, sayings, 1.0)


class TwoEncoders(nn.Module):
    """A network in training: `context` takes Tokens, `quote` takes nothing and gives all quotations, (n_quotes, d)."""

    def __init__(self, context: nn.Module, quote: nn.Module, loss: Loss = cross_entropy) -> None:
        super().__init__()
        self.context = context
        self.quote = quote
        self.loss = loss


Build = Callable[[Task, Vocabulary, Options], TwoEncoders]


@dataclass(frozen=True, slots=True)
class NetworkSystem:
    """A fitted network."""

    name: str
    quote_ids: Sequence[str]
    parameters: int
    vocabulary: Vocabulary
    options: NetworkOptions
    context: nn.Module
    quotes: Tensor  # (n_quotes, d)

    @torch.no_grad()
    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the products of vectors, (n_contexts, n_quotes)."""
        self.context.eval()
        tokens = [_tokens(left, right, self.vocabulary) for left, right in contexts]
        parts = [tokens[start : start + _SCORED] for start in range(0, len(tokens), _SCORED)]
        scores: Scores = torch.cat([self.context(part) @ self.quotes.T for part in parts]).cpu().numpy()
        return scores

    def save(self, folder: Path) -> None:
        """Write weights and words."""
        folder.mkdir(parents=True, exist_ok=True)
        weights = {f"context.{name}": tensor.contiguous() for name, tensor in self.context.state_dict().items()}
        save_file({**weights, _QUOTES: self.quotes.contiguous()}, folder / _WEIGHTS)
        facts = {
            "quote_ids": list(self.quote_ids),
            "parameters": self.parameters,
            "words": self.vocabulary.words,
            "options": asdict(self.options),
        }
        (folder / _FACTS).write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")


def load_network(name: str, make: MakeContexts, folder: Path) -> NetworkSystem:
    """Read a saved network, whose context encoder `make` makes."""
    facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
    vocabulary, options = Vocabulary.of(facts["words"]), NetworkOptions(**facts["options"])
    weights = load_file(folder / _WEIGHTS, device=str(device()))
    quotes = weights.pop(_QUOTES)
    context = make(len(vocabulary), options).to(device())
    context.load_state_dict({name.removeprefix("context."): tensor for name, tensor in weights.items()})
    return NetworkSystem(name, facts["quote_ids"], facts["parameters"], vocabulary, options, context.eval(), quotes)


def fit_network(  # noqa: PLR0917 - a method's own two, then those of Fit
    name: str,
    build: Build,
    task: Task,
    options: Options,
    work: Path,  # noqa: ARG001 - minutes of training need no progress on disk
    progress: Progress,
) -> NetworkSystem:
    """Train a network and keep its best epoch on validation."""
    vocabulary = Vocabulary.learned(_texts(task))
    torch.manual_seed(options.seed)
    network = build(task, vocabulary, options).to(device())
    _train(network, task, vocabulary, options, lambda told: progress(f"{name}: {told}"))
    network.eval()
    with torch.no_grad():
        quotes = network.quote().detach().clone()
    size = sum(parameter.numel() for parameter in network.parameters())
    return NetworkSystem(name, task.quote_ids, size, vocabulary, options.networks, network.context, quotes)


def network_method(name: str, build: Build, make: MakeContexts) -> Method:
    """Return the row of a network."""
    fit, load = partial(fit_network, name, build), partial(load_network, name, make)
    return Method(name, fit, load, reads=("base", "networks", "seed"))


def device() -> torch.device:
    """Return where networks run."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _texts(task: Task) -> list[str]:
    contexts = [text for one in task.training for text in (one.left, one.right)]
    return contexts + [quote.text for quote in task.quotes]


def _tokens(left: str, right: str, vocabulary: Vocabulary) -> Tokens:
    return vocabulary.numbers(left), vocabulary.numbers(right)


def _train(network: TwoEncoders, task: Task, vocabulary: Vocabulary, options: Options, progress: Progress) -> None:
    """Train until validation gets no better; leave the network as it was at its best."""
    chosen = options.networks
    contexts = [_tokens(one.left, one.right, vocabulary) for one in task.training]
    rows = [one.row for one in task.training]
    gold = torch.tensor(rows, device=device())
    sayings = torch.tensor(task.sayings, device=device())
    held_out = random.Random(options.seed).sample(task.validation, min(_VALIDATION, len(task.validation)))  # noqa: S311
    optimizer = torch.optim.Adam(network.parameters(), lr=chosen.rate)
    best, best_epoch, kept = -1.0, 0, network.state_dict()
    lengths = [len(left) + len(right) for left, right in contexts]
    for epoch in range(chosen.epochs):
        network.train()
        draw = random.Random(f"{options.seed} {epoch}")  # noqa: S311
        # all contexts, which an encoder that starts from nothing but words needs; an epoch takes half a minute
        for places in epoch_batches(lengths, rows, size=chosen.batch, contexts=0, draw=draw):
            vectors, quotes = network.context([contexts[place] for place in places]), network.quote()
            loss = network.loss(vectors, quotes, gold[places], sayings)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
            optimizer.step()
        mrr = _mrr(network, held_out, vocabulary)
        progress(f"epoch {epoch + 1}, MRR on validation {mrr:.3f}")
        if mrr >= best:  # without validation the last epoch is kept
            best, best_epoch = mrr, epoch
            kept = {key: tensor.detach().clone() for key, tensor in network.state_dict().items()}
        if epoch - best_epoch >= chosen.patience:
            break
    network.load_state_dict(kept)


@torch.no_grad()
def _mrr(network: TwoEncoders, examples: Sequence[Example], vocabulary: Vocabulary) -> float:
    """Return the mean reciprocal rank of the right wording: to choose an epoch, not a result."""
    if not examples:
        return 0.0
    network.eval()
    quotes = network.quote()
    parts = [examples[start : start + _SCORED] for start in range(0, len(examples), _SCORED)]
    tokens = [[_tokens(one.left, one.right, vocabulary) for one in part] for part in parts]
    scores = torch.cat([network.context(part) @ quotes.T for part in tokens])
    gold = scores.gather(1, torch.tensor([[example.row] for example in examples], device=scores.device))
    return float((1 / (scores < gold).logical_not().sum(dim=1)).mean())  # what is not a number is before the right one
