"""Systems of two pretrained encoders, trained by `encoders/`: the paper's model, its ablations, BERT-Sim.

What is kept is the checkpoint that the export reads, and the vectors of the quotations that are ranked.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from epigraph.quotes.collection import Collection
from epigraph_export.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from epigraph_training.baselines.method import Method, Options, Progress, Task
from epigraph_training.baselines.network import device
from epigraph_training.encoders.config import TrainConfig
from epigraph_training.encoders.curve import seconds_taken
from epigraph_training.encoders.trained import FINAL, checkpoint_of, quote_vectors
from epigraph_training.encoders.trainer import make_accelerator, open_run, train, validation_mrr
from epigraph_training.evaluation.systems import Scores
from epigraph_training.evaluation.trial import Context

Configure = Callable[[Task, Options, Path], TrainConfig]

_FACTS, _QUOTES = "towers.json", "quotes.safetensors"
_AT_A_TIME = 64


@dataclass(frozen=True, slots=True)
class TowersSystem:
    """A trained model over some quotations."""

    name: str
    quote_ids: Sequence[str]
    quotes: Tensor  # (n_quotes, d)
    trained: Checkpoint
    parameters: int
    training_seconds: float  # by the log: perhaps of other processes than this one

    @torch.no_grad()
    def scores(self, contexts: Sequence[Context]) -> Scores:
        """Return the products of vectors, (n_contexts, n_quotes)."""
        tower, tokens = self.trained.context.eval(), self.trained.tokens
        vectors = []
        for start in range(0, len(contexts), _AT_A_TIME):
            ids, mask = tokens.batch([tokens.context(*words) for words in contexts[start : start + _AT_A_TIME]])
            vectors.append(tower(*(torch.from_numpy(part).to(self.quotes.device) for part in (ids, mask))))
        scores: Scores = (torch.cat(vectors) @ self.quotes.T).cpu().numpy()
        return scores

    def save(self, folder: Path) -> None:
        """Write checkpoint and vectors."""
        write_checkpoint(folder / FINAL, self.trained)
        save_file({"vectors": self.quotes.contiguous()}, folder / _QUOTES)
        facts = {name: getattr(self, name) for name in ("quote_ids", "parameters", "training_seconds")}
        (folder / _FACTS).write_text(json.dumps(facts), encoding="utf-8")


def fit_towers(  # noqa: PLR0917 - a method's own two, then those of Fit
    name: str, configure: Configure, task: Task, options: Options, work: Path, progress: Progress
) -> TowersSystem:
    """Train two encoders, going on where an earlier process was."""
    config = configure(task, options, work)
    accelerator = make_accelerator(config)
    run = open_run(config, accelerator.device)

    def step(done: int, total: int, loss: float) -> None:
        progress(f"{name}: step {done} of {total}, loss {loss:.3f}")

    train(run, accelerator, step)
    run.towers.eval()
    return TowersSystem(
        name=name,
        quote_ids=task.quote_ids,
        quotes=quote_vectors(run, Collection(task.quotes)),
        trained=checkpoint_of(run, {"encoder_mrr": validation_mrr(run)}),
        parameters=sum(parameter.numel() for parameter in run.towers.parameters()),
        training_seconds=seconds_taken(run.config),
    )


def load_towers(name: str, folder: Path) -> TowersSystem:
    """Read a saved model."""
    facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
    trained, quotes = read_checkpoint(folder / FINAL), load_file(folder / _QUOTES, device=str(device()))["vectors"]
    trained.context.to(device())
    return TowersSystem(name, quotes=quotes, trained=trained, **facts)


def towers_method(name: str, configure: Configure) -> Method:
    """Return the row of two encoders."""
    return Method(name, partial(fit_towers, name, configure), partial(load_towers, name), reads=("paper",))
