"""The ways to train: what a batch is compared with, and what that leaves behind for the next one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import torch
from accelerate import Accelerator
from torch import Tensor, nn

from epigraph_training.encoders.config import StageConfig
from epigraph_training.encoders.examples import Example, Quotations, context_batch, one_sided
from epigraph_training.encoders.losses import against_all, against_neighbours, against_own
from epigraph_training.encoders.towers import TokenBatch, TrainedTower, TwoTowers

_ENCODING_BATCH = 64
_ALIKE = 20  # the nearest quotations, of which one is a hard negative


@dataclass(frozen=True, slots=True)
class Material:
    """What all stages learn from."""

    examples: Sequence[Example]
    quotations: Quotations
    device: torch.device

    def contexts(self, places: Sequence[int], stage: StageConfig, draw: random.Random) -> TokenBatch:
        """Return the tokens of some contexts, some of them with one side only."""
        chosen = [one_sided(self.examples[place], stage.left_only, stage.right_only, draw) for place in places]
        return context_batch(chosen, self.quotations.tokens).to(self.device)

    def rows(self, places: Sequence[int]) -> list[int]:
        """Return the rows of the quotations of some contexts."""
        return [self.examples[place].row for place in places]


class Stage(Protocol):
    """One stretch of training. Its state must be all that a resumed run needs."""

    def begin(self) -> None:
        """Choose what is trained and make what batches are compared with."""
        ...

    def loss(self, model: nn.Module, places: Sequence[int], draw: random.Random) -> Tensor:
        """Return the loss of a batch; `model` is the towers as several processes share them."""
        ...

    def state(self) -> dict[str, Tensor]:
        """Return what later batches depend on besides the towers."""
        ...

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take over the state of an earlier process."""
        ...


@dataclass(slots=True)
class SampledStage:
    """The paper's first stage: both encoders, each pair against drawn quotations."""

    config: StageConfig
    material: Material
    towers: TwoTowers

    def begin(self) -> None:
        """Train both encoders."""
        self.towers.set_trained()

    def loss(self, model: nn.Module, places: Sequence[int], draw: random.Random) -> Tensor:
        """Return the cross-entropy of the pseudo-rank scores."""
        gold = self.material.rows(places)
        wanted = [[row, *negatives] for row, negatives in zip(gold, self._negatives(gold, draw), strict=True)]
        rows = sorted({row for candidates in wanted for row in candidates})
        place_of = {row: place for place, row in enumerate(rows)}
        contexts = self.material.contexts(places, self.config, draw)
        context, quote = model(contexts, self.material.quotations.batch(rows).to(self.material.device))
        chosen = torch.tensor([[place_of[row] for row in candidates] for candidates in wanted], device=quote.device)
        return against_own(context, quote[chosen], self.config.temperature)

    def _negatives(self, gold: Sequence[int], draw: random.Random) -> list[list[int]]:
        """Draw other sayings for each pair, as many for all; those drawn for a batch are of none of its sayings."""
        sayings = self.material.quotations.sayings
        for_pair = self.config.negatives_for == "pair"
        groups = [[row] for row in gold] if for_pair else [list(gold)]
        wrong = [~torch.isin(sayings, sayings[group]) for group in groups]  # (n_quotes,) each
        count = min(self.config.negatives, *(int(mask.sum()) for mask in wrong))
        drawn = [_drawn(mask, count, draw) for mask in wrong]
        return drawn if for_pair else drawn * len(gold)

    def state(self) -> dict[str, Tensor]:
        """Return nothing: each batch stands for itself."""
        return {}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take over nothing."""


@dataclass(slots=True)
class FrozenStage:
    """The paper's second stage: the context encoder against all quotations, whose encoder is frozen."""

    config: StageConfig
    material: Material
    towers: TwoTowers
    matrix: Tensor = field(default_factory=lambda: torch.empty(0))

    def begin(self) -> None:
        """Freeze the quote encoder and encode all quotations, once."""
        self.towers.set_trained()
        self.towers.quote.requires_grad_(requires_grad=False)
        self.matrix = encode_quotes(self.towers.quote, self.material.quotations, self.material.device)

    def loss(self, model: nn.Module, places: Sequence[int], draw: random.Random) -> Tensor:
        """Return the cross-entropy among all quotations."""
        context, _ = model(self.material.contexts(places, self.config, draw))
        gold = torch.tensor(self.material.rows(places), device=context.device)
        sayings = self.material.quotations.sayings.to(context.device)
        return against_all(context, self.matrix, gold, sayings, self.config.temperature)

    def state(self) -> dict[str, Tensor]:
        """Return nothing: the matrix is made again from the frozen encoder."""
        return {}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take over nothing."""


@dataclass(slots=True)
class BankStage:
    """Both encoders against the batch's own quotations; contexts also against all quotations and known contexts.

    All quotations and contexts are there as they were a while ago. The right one must then be as old as the wrong
    ones: were it fresh, the towers would learn to tell fresh from old and nothing else.
    """

    config: StageConfig
    material: Material
    towers: TwoTowers
    accelerator: Accelerator
    quotes: Tensor = field(default_factory=lambda: torch.empty(0))  # (n_quotes, d)
    known: Tensor = field(default_factory=lambda: torch.empty(0))  # (n_examples, d); zeros until first seen
    steps: int = 0

    def begin(self) -> None:
        """Train both encoders, from the quotations as they are and no known contexts."""
        self.towers.set_trained()
        if not len(self.quotes):
            self._refresh()
            self.known = torch.zeros(len(self.material.examples), self.quotes.shape[1], device=self.material.device)

    def loss(self, model: nn.Module, places: Sequence[int], draw: random.Random) -> Tensor:
        """Return the cross-entropies among the batch's quotations and among all, and the neighbours' loss."""
        if self.steps and self.steps % self.config.refresh == 0:
            self._refresh()
        self.steps += 1
        rows = self._with_lookalikes(set(self.material.rows(places)), draw)
        contexts = self.material.contexts(places, self.config, draw)
        context, quote = model(contexts, self.material.quotations.batch(rows).to(self.material.device))
        live = torch.tensor(rows, device=context.device)
        gold = torch.tensor(self.material.rows(places), device=context.device)
        where = torch.tensor(places, device=context.device)
        sayings, temperature = self.material.quotations.sayings.to(context.device), self.config.temperature
        loss = against_all(context, quote, torch.searchsorted(live, gold), sayings[live], temperature)
        loss = loss + against_all(context, self.quotes, gold, sayings, temperature)
        if self.config.neighbours:
            loss = loss + self.config.neighbours * self._neighbours(context, where, gold, sayings)
        self._remember(live, quote, where, context)
        return loss

    def _with_lookalikes(self, gold: set[int], draw: random.Random) -> list[int]:
        """Return the rows and, for some drawn ones, a row drawn from those most like it: the batch's hard negatives."""
        some = draw.sample(sorted(gold), min(self.config.negatives, len(gold)))
        nearest = (self.quotes[some] @ self.quotes.T).topk(min(_ALIKE, len(self.quotes))).indices
        return sorted(gold | {draw.choice(alike) for alike in nearest.tolist()})

    def _neighbours(self, context: Tensor, where: Tensor, gold: Tensor, sayings: Tensor) -> Tensor:
        seen = self.known.any(dim=1).nonzero().squeeze(1)  # (n_seen,)
        every = torch.tensor([example.row for example in self.material.examples], device=context.device)
        alike = sayings[gold].unsqueeze(1) == sayings[every[seen]]
        itself = where.unsqueeze(1) == seen
        return against_neighbours(context, self.known[seen], alike, itself, self.config.temperature)

    def _remember(self, live: Tensor, quote: Tensor, where: Tensor, context: Tensor) -> None:
        """Keep the new vectors of all processes; not in place: the loss still needs the old ones."""
        self.quotes = self.quotes.index_copy(0, *_gathered(self.accelerator, live, quote.detach()))
        self.known = self.known.index_copy(0, *_gathered(self.accelerator, where, context.detach()))

    def _refresh(self) -> None:
        self.quotes = encode_quotes(self.towers.quote, self.material.quotations, self.material.device)

    def state(self) -> dict[str, Tensor]:
        """Return the vectors that later batches are compared with."""
        return {"quotes": self.quotes, "known": self.known, "steps": torch.tensor([self.steps])}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take over the vectors of an earlier process."""
        device = self.material.device
        self.quotes, self.known = state["quotes"].to(device), state["known"].to(device)
        self.steps = int(state["steps"])


def make_stage(config: StageConfig, material: Material, towers: TwoTowers, accelerator: Accelerator) -> Stage:
    """Return the stage that a configuration names."""
    if config.kind == "sampled":
        return SampledStage(config, material, towers)
    if config.kind == "frozen":
        return FrozenStage(config, material, towers)
    return BankStage(config, material, towers, accelerator)


def _drawn(mask: Tensor, count: int, draw: random.Random) -> list[int]:
    """Draw different rows among those of a mask, (n_quotes,), which has as many at least."""
    rows: dict[int, None] = {}
    while len(rows) < count:
        row = draw.randrange(len(mask))
        if mask[row]:
            rows[row] = None
    return list(rows)


def encode_quotes(tower: TrainedTower, quotations: Quotations, device: torch.device) -> Tensor:
    """Return the vectors of all quotations, (n_quotes, dimension), without gradients."""
    order = sorted(range(len(quotations)), key=lambda row: len(quotations.inputs[row]))
    batches = [order[start : start + _ENCODING_BATCH] for start in range(0, len(order), _ENCODING_BATCH)]
    vectors = _encoded(tower, [quotations.batch(batch).to(device) for batch in batches])
    return torch.empty_like(vectors).index_copy(0, torch.tensor(order, device=device), vectors)


def encode_contexts(tower: TrainedTower, examples: Sequence[Example], material: Material) -> Tensor:
    """Return the vectors of contexts, (n, dimension), without gradients."""
    starts = range(0, len(examples), _ENCODING_BATCH)
    parts = (examples[start : start + _ENCODING_BATCH] for start in starts)
    return _encoded(tower, [context_batch(part, material.quotations.tokens).to(material.device) for part in parts])


@torch.no_grad()
def _encoded(tower: TrainedTower, batches: Sequence[TokenBatch]) -> Tensor:
    training = tower.training
    tower.eval()
    vectors = torch.cat([tower.encode(batch) for batch in batches])
    tower.train(training)
    return vectors


def _gathered(accelerator: Accelerator, places: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    """Return places and vectors of all processes, whose numbers may differ."""
    if accelerator.num_processes == 1:
        return places, vectors
    padded_places = accelerator.pad_across_processes(places, pad_index=-1)
    padded = accelerator.pad_across_processes(vectors.contiguous())
    all_places, all_vectors = accelerator.gather(padded_places), accelerator.gather(padded)
    real = all_places >= 0
    return all_places[real], all_vectors[real]
