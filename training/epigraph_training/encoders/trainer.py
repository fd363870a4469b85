"""The training loop: stages, epochs, steps; resumes exactly, on one device or on several through Accelerate.

epigraph-train encoders training/configs/en-ranker.toml
accelerate launch -m epigraph_training encoders training/configs/en-ranker.toml
"""

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator, DistributedDataParallelKwargs
from accelerate.state import AcceleratorState
from torch import Tensor
from torch.optim.lr_scheduler import LambdaLR

from epigraph.errors import ModelError
from epigraph.quotes.collection import Collection, shipped
from epigraph_export.bases import Base, load_base
from epigraph_training.corpus.dataset import content_hash, data_hash, read_dataset
from epigraph_training.corpus.pair import WRITTEN, Pair
from epigraph_training.corpus.quotations import all_quotations, in_use
from epigraph_training.encoders.config import SememesConfig, StageConfig, TrainConfig
from epigraph_training.encoders.examples import Quotations, epoch_batches, examples_of, tokens_of
from epigraph_training.encoders.progress import Position, Progress, load_progress, save_progress
from epigraph_training.encoders.sememes import Sememes, load_sememes
from epigraph_training.encoders.stages import Material, encode_contexts, encode_quotes, make_stage
from epigraph_training.encoders.towers import TrainedTower, TwoTowers
from epigraph_training.evaluation.metrics import metrics, ranks_of

LOG = "log.jsonl"
LAST = "last"
_CLIP = 1.0

Step = Callable[[int, int, float], None]  # steps done, of, loss


@dataclass(frozen=True, slots=True)
class Run:
    """All that a run works with; what it learns is in `towers`. Only a run of the same identity may be resumed."""

    config: TrainConfig
    pairs: list[Pair]
    collection: Collection
    base: Base
    towers: TwoTowers
    material: Material
    validation: list[Pair]
    data_hash: str
    identity: str

    @property
    def training(self) -> list[Pair]:
        """The pairs that are learned from."""
        return training_pairs(self.pairs, with_written=self.config.written)


def open_run(config: TrainConfig, device: torch.device) -> Run:
    """Read dataset and base, and make the towers as they are before the first step.

    The quotations are all that there are; without the written contexts those that the dataset has in use, as in the
    paper: the others, never right, would be told apart by that alone.
    """
    pairs = read_dataset(config.dataset)
    collection = all_quotations(shipped(config.language), pairs, config.language)
    if not config.written:
        collection = in_use(collection, pairs)
    base = load_base(config.towers.base)
    sememes = load_sememes(config.language, config.sememes.file) if config.sememes else None
    quotations = Quotations.of(collection, tokens_of(base.tokenizer, config.towers), config.towers, sememes)
    examples = examples_of(training_pairs(pairs, with_written=config.written), collection)
    if not examples:
        raise ModelError(f"{config.dataset}: no pairs of training; mine the dataset again")
    torch.manual_seed(config.seed)
    towers = make_towers(config, base, quotations, sememes).to(device)
    validation = [pair for pair in pairs if pair.split == "validation"]
    random.Random(config.seed).shuffle(validation)  # noqa: S311 - a sample, not a secret
    used = [pair for pair in pairs if config.written or pair.source != WRITTEN]
    return Run(
        config=config,
        pairs=pairs,
        collection=collection,
        base=base,
        towers=towers,
        material=Material(examples, quotations, device),
        validation=validation[: config.validation],
        data_hash=data_hash(pairs),
        identity=_identity(config, content_hash(used), quotations),
    )


def make_accelerator(config: TrainConfig) -> Accelerator:
    """Return what runs on the devices that there are; bases have weights that no loss reaches, such as a pooler's."""
    AcceleratorState._reset_state()  # noqa: SLF001 - one process may train in one precision after the other
    unused = DistributedDataParallelKwargs(find_unused_parameters=True)
    return Accelerator(mixed_precision=config.mixed_precision, kwargs_handlers=[unused])


def training_pairs(pairs: Sequence[Pair], *, with_written: bool) -> list[Pair]:
    """Return the pairs that a training learns from, in their order."""
    return [pair for pair in pairs if pair.split == "train" and (with_written or pair.source != WRITTEN)]


def _identity(config: TrainConfig, data: str, quotations: Quotations) -> str:
    """Return what a resumed run must agree on: configuration, data and quotations as they are read, wherever from."""
    sememes = replace(config.sememes, file=None) if config.sememes else None
    settings = asdict(replace(config, out=Path(), dataset=Path(), sememes=sememes))
    told = json.dumps([settings, data, quotations.inputs, quotations.sememes], default=str)
    return hashlib.sha256(told.encode()).hexdigest()


def make_towers(config: TrainConfig, base: Base, quotations: Quotations, sememes: Sememes | None) -> TwoTowers:
    """Return the two encoders: one network, or two that start alike."""
    towers = config.towers
    gap = quotations.tokens.gap[0] if quotations.tokens.gap else -1
    pooler = base.pooler
    alike: dict[str, Any] = {"unit": towers.unit, "frozen_layers": towers.frozen_layers}
    context = TrainedTower(base.encoder, towers.context_pooling, pooler, gap, **alike)
    if towers.shared:
        quote = TrainedTower(base.encoder, towers.quote_pooling, pooler, **alike)
        return TwoTowers(context, quote)
    other = load_base(towers.base)
    named, alpha = len(sememes.numbers) if sememes else 0, (config.sememes or SememesConfig()).alpha
    quote = TrainedTower(other.encoder, towers.quote_pooling, other.pooler, sememes=named, alpha=alpha, **alike)
    return TwoTowers(context, quote)


def train(run: Run, accelerator: Accelerator, on_step: Step) -> None:
    """Train from where an earlier process came, or from the start, to the end."""
    progress = load_progress(run.config.out / LAST, run.identity)
    if progress:
        run.towers.load_state_dict(progress.towers)
    start = progress.position if progress else Position()
    for number in range(start.stage, len(run.config.stages)):
        _train_stage(run, accelerator, number, progress if number == start.stage else None, on_step)


def _train_stage(run: Run, accelerator: Accelerator, number: int, resumed: Progress | None, on_step: Step) -> None:
    """Run one stage, from its start or from where it was."""
    config = run.config.stages[number]
    stage = make_stage(config, run.material, run.towers, accelerator)
    if resumed and resumed.stage:  # none between two stages
        stage.restore(resumed.stage)
    stage.begin()
    steps = len(_batches(run, config, 0, accelerator))  # an epoch
    total = config.epochs * steps
    optimizer, schedule = _optimizer(run, config, total)
    if resumed and resumed.optimizer:
        optimizer.load_state_dict(resumed.optimizer["optimizer"])
        schedule.load_state_dict(resumed.optimizer["schedule"])
    model, optimizer = accelerator.prepare(run.towers, optimizer)
    model.train()
    clock = time.monotonic()
    for position, places in _steps(run, resumed.position if resumed else Position(number), accelerator):
        loss = stage.loss(model, places, _draw(run.config.seed, position, accelerator.process_index))
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(run.towers.parameters(), _CLIP)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        done, value = schedule.last_epoch, loss.item()
        if accelerator.is_main_process:
            now = time.monotonic()
            seconds, clock = now - clock, now
            speed = round(len(places) * accelerator.num_processes / seconds, 2)
            took = {"seconds": round(seconds, 4), "samples_per_second": speed}
            _note(run, stage=number, step=done, of=total, loss=value, **took)
            if done == total:
                _save(run, Position(number + 1), {}, {})
            elif done % run.config.save_every == 0:
                states = {"optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
                _save(run, _after(position, steps), stage.state(), states)
            if done % steps == 0:
                _note(run, stage=number, step=done, of=total, validation_mrr=validation_mrr(run))
                clock = time.monotonic()
        on_step(done, total, value)


def validation_mrr(run: Run) -> float:
    """Return the mean reciprocal rank on the sample of validation, among all sayings: the curve, not a result."""
    examples = examples_of(run.validation, run.collection)
    if not examples:
        return 0.0
    quotes = encode_quotes(run.towers.quote, run.material.quotations, run.material.device)
    scores = encode_contexts(run.towers.context, examples, run.material) @ quotes.T  # (n, n_quotes)
    sayings = [quote.saying for quote in run.collection]
    return metrics(ranks_of(scores.cpu().numpy(), sayings, [sayings[example.row] for example in examples])).mrr


def _steps(run: Run, start: Position, accelerator: Accelerator) -> Iterator[tuple[Position, list[int]]]:
    """Yield the batches of a stage from a position on."""
    config = run.config.stages[start.stage]
    for epoch in range(start.epoch, config.epochs):
        first = start.step if epoch == start.epoch else 0
        batches = _batches(run, config, epoch, accelerator)
        for step in range(first, len(batches)):
            yield Position(start.stage, epoch, step), batches[step]


def _batches(run: Run, config: StageConfig, epoch: int, accelerator: Accelerator) -> list[list[int]]:
    """Return this process's batches of an epoch; all processes have the same number."""
    examples = run.material.examples
    batches = epoch_batches(
        [len(example.left) + len(example.right) for example in examples],
        [example.row for example in examples],
        size=config.batch,
        contexts=run.config.contexts,
        draw=random.Random(f"{run.config.seed} {config.kind} {epoch}"),  # noqa: S311
    )
    share = max(len(batches) // accelerator.num_processes, 1)
    return batches[accelerator.process_index :: accelerator.num_processes][:share]


def _after(position: Position, steps: int) -> Position:
    if position.step + 1 < steps:
        return replace(position, step=position.step + 1)
    return replace(position, epoch=position.epoch + 1, step=0)


def _draw(seed: int, position: Position, process: int) -> random.Random:
    """Seed all that a step draws, dropout too, by its position: a resumed run draws the same."""
    told = f"{seed} {position.stage} {position.epoch} {position.step} {process}"
    torch.manual_seed(int.from_bytes(hashlib.sha256(told.encode()).digest()[:7]))
    return random.Random(told)  # noqa: S311


def _optimizer(run: Run, config: StageConfig, total: int) -> tuple[torch.optim.AdamW, LambdaLR]:
    """Return AdamW over what is trained, with a rate that rises for a while and then declines to nothing."""
    trained = [parameter for parameter in run.towers.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=config.rate, weight_decay=run.config.weight_decay, fused=True)
    warmup = max(round(total * run.config.warmup), 1)
    return optimizer, LambdaLR(
        optimizer, lambda step: min((step + 1) / warmup, max(total - step, 0) / max(total - warmup, 1))
    )


def _save(run: Run, position: Position, stage: dict[str, Tensor], optimizer: dict[str, Any]) -> None:
    # clones: safetensors refuses two names for one tensor, which is what a shared network has
    towers = {name: tensor.detach().clone() for name, tensor in run.towers.state_dict().items()}
    save_progress(run.config.out / LAST, Progress(run.identity, position, towers, stage, optimizer))


def _note(run: Run, **facts: float) -> None:
    run.config.out.mkdir(parents=True, exist_ok=True)
    with (run.config.out / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps(facts) + "\n")
