"""BERT-Cls: context and candidate as one input of a pretrained encoder, and a yes or no from its `[CLS]`.

Every context must be read with every candidate, so ranking takes thousands of times as long as with two encoders.
Known from the paper: binary classification of the two joined. Chosen here: `[SEP]` stands in the context's gap too, and
each context is learned with its quotation and with some drawn ones, weighed so that yes and no count the same. Base,
batch and rate are the paper's model's.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel

from epigraph.model.tokens import Tokens
from epigraph_export.bases import load_base
from epigraph_training.baselines.method import Method, Options, Progress, Task
from epigraph_training.baselines.network import device
from epigraph_training.encoders.config import TowersConfig
from epigraph_training.encoders.examples import epoch_batches, tokens_of
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

NAME = "BERT-Cls"
_FACTS, _HEAD, _TOKENIZER = "classifier.json", "head.safetensors", "tokenizer.json"
_AT_A_TIME = 64
_TOWERS = TowersConfig("", False, "cls", "cls", False, ("text",), False)


class Classifier(nn.Module):
    """An encoder and one number from its first state."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(encoder.config.hidden_size, 1)  # type: ignore[union-attr,arg-type]

    def forward(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> Tensor:
        """Return how much a candidate belongs, (batch,)."""
        states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=kinds).last_hidden_state
        with torch.autocast(ids.device.type, enabled=False):  # bfloat16 would give many candidates the same number
            belongs: Tensor = self.head(states[:, 0].float()).squeeze(-1)
        return belongs


@dataclass(frozen=True, slots=True)
class ClassifierSystem:
    """A trained classifier over some quotations; it computes in bfloat16 if `mixed`, in training and in ranking."""

    quote_ids: Sequence[str]
    texts: Sequence[str]
    model: Classifier
    tokens: Tokens
    mixed: bool
    name: str = NAME

    @property
    def parameters(self) -> int:
        """Those of encoder and head."""
        return sum(parameter.numel() for parameter in self.model.parameters())

    @torch.no_grad()
    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return how much every quotation belongs into every context, (n_contexts, n_quotes)."""
        self.model.eval()
        quotes = [self.tokens.quote(text)[1:] for text in self.texts]
        order = sorted(range(len(quotes)), key=lambda row: len(quotes[row]))  # alike lengths, little padding
        scores = torch.empty(len(contexts), len(quotes))
        for place, words in enumerate(contexts):
            context = self.tokens.context(*words)
            for start in range(0, len(order), _AT_A_TIME):
                rows = order[start : start + _AT_A_TIME]
                batch = _joined([(context, quotes[row]) for row in rows], self.tokens)
                scores[place, rows] = self.logits(*batch).cpu()
        result: Scores = scores.numpy()
        return result

    def logits(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> Tensor:
        """Return how much candidates belong, (batch,)."""
        with torch.autocast(device().type, torch.bfloat16, enabled=self.mixed):
            belongs: Tensor = self.model(ids, mask, kinds)
        return belongs

    def save(self, folder: Path) -> None:
        """Write encoder, head, tokenizer and quotations."""
        folder.mkdir(parents=True, exist_ok=True)
        self.model.encoder.save_pretrained(folder)  # type: ignore[operator]
        save_file(self.model.head.state_dict(), folder / _HEAD)
        self.tokens.tokenizer.save(str(folder / _TOKENIZER))
        facts = {"quote_ids": list(self.quote_ids), "texts": list(self.texts), "mixed": self.mixed}
        (folder / _FACTS).write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")


def fit(task: Task, options: Options, work: Path, progress: Progress) -> ClassifierSystem:  # noqa: ARG001
    """Train encoder and head."""
    base = load_base(options.paper.towers.base)
    torch.manual_seed(options.seed)
    system = ClassifierSystem(
        task.quote_ids,
        [quote.text for quote in task.quotes],
        Classifier(base.encoder).to(device()),
        _tokens(base.tokenizer),
        options.paper.mixed_precision == "bf16",
    )
    model, negatives = system.model, options.classifier.negatives
    total = len(_epoch(task, options, 0)) * options.classifier.epochs
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.paper.stages[-1].rate, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(1 - step / total, 0.0))
    weight = torch.tensor(float(negatives), device=device())
    model.train()
    for step, (batch, belongs) in enumerate(_batches(task, options, system.tokens), 1):
        loss = nn.functional.binary_cross_entropy_with_logits(system.logits(*batch), belongs, pos_weight=weight)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        progress(f"{NAME}: step {step} of {total}, loss {loss.item():.3f}")
    return system


def _batches(task: Task, options: Options, tokens: Tokens) -> Iterator[tuple[tuple[Tensor, ...], Tensor]]:
    """Yield contexts, each with its own quotation and some drawn ones, and which of these belong."""
    draw, sayings = random.Random(options.seed), task.sayings  # noqa: S311
    quotes = [tokens.quote(quote.text)[1:] for quote in task.quotes]
    for epoch in range(options.classifier.epochs):
        for places in _epoch(task, options, epoch):
            some = [task.training[place] for place in places]
            rows = [[one.row, *_others(one.row, sayings, options.classifier.negatives, draw)] for one in some]
            pairs = [
                (tokens.context(one.left, one.right), quotes[row])
                for one, drawn in zip(some, rows, strict=True)
                for row in drawn
            ]
            belongs = [float(place == 0) for drawn in rows for place in range(len(drawn))]
            yield _joined(pairs, tokens), torch.tensor(belongs, device=device())


def _epoch(task: Task, options: Options, epoch: int) -> list[list[int]]:
    """Return the contexts of each batch of an epoch."""
    return epoch_batches(
        [len(one.left) + len(one.right) for one in task.training],
        [one.row for one in task.training],
        size=_many(options),
        contexts=options.paper.contexts,
        draw=random.Random(f"{options.seed} {epoch}"),  # noqa: S311
    )


def _many(options: Options) -> int:
    """Return how many contexts, each with all its candidates, make a batch."""
    return max(options.paper.stages[-1].batch // (1 + options.classifier.negatives), 1)


def _others(row: int, sayings: Sequence[int], count: int, draw: random.Random) -> list[int]:
    """Draw quotations of other sayings."""
    others = [other for other in range(len(sayings)) if sayings[other] != sayings[row]]
    return draw.sample(others, min(count, len(others)))


def _joined(pairs: Sequence[tuple[list[int], list[int]]], tokens: Tokens) -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, mask and kinds of contexts followed by candidates, which are of kind 1; each (batch, longest)."""
    ids, mask = tokens.batch([context + quote for context, quote in pairs])
    kinds = torch.zeros(ids.shape, dtype=torch.long)
    for row, (context, quote) in enumerate(pairs):
        kinds[row, len(context) : len(context) + len(quote)] = 1
    return torch.from_numpy(ids).to(device()), torch.from_numpy(mask).to(device()), kinds.to(device())


def load(folder: Path) -> ClassifierSystem:
    """Read a saved classifier."""
    facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
    model = Classifier(AutoModel.from_pretrained(folder, attn_implementation="eager")).to(device())
    model.head.load_state_dict(load_file(folder / _HEAD))
    tokens = _tokens(Tokenizer.from_file(str(folder / _TOKENIZER)))
    return ClassifierSystem(facts["quote_ids"], facts["texts"], model.eval(), tokens, facts["mixed"])


def _tokens(tokenizer: Tokenizer) -> Tokens:
    """Return the tokens of contexts with a separator in their gap."""
    tokens = tokens_of(tokenizer, _TOWERS)
    return replace(tokens, gap=(tokens.end,))


BERT_CLS = Method(NAME, fit, load, reads=("paper", "classifier", "seed"))
