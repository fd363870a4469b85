"""A finished run: the checkpoint that the export reads, and the encoders as a system that ranks."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from epigraph.errors import ModelError
from epigraph.text.windows import WINDOW_CHARACTERS, WINDOW_WORDS
from epigraph_export.checkpoint import Checkpoint, Facts, KnownUse, write_checkpoint
from epigraph_training.encoders.config import SememesConfig
from epigraph_training.encoders.examples import Example
from epigraph_training.encoders.progress import load_progress
from epigraph_training.encoders.stages import encode_contexts, encode_quotes
from epigraph_training.encoders.trainer import LAST, Run
from epigraph_training.evaluation.systems import VectorSystem
from epigraph_training.evaluation.trial import Context

FINAL = "final"


def restore(run: Run) -> None:
    """Load the weights of a finished run into its towers."""
    progress = load_progress(run.config.out / LAST, run.identity)
    if progress is None or progress.position.stage < len(run.config.stages):
        where = "no step" if progress is None else f"stage {progress.position.stage}, epoch {progress.position.epoch}"
        raise ModelError(f"{run.config.out}: training is at {where}, expected its end; run `epigraph-train encoders`")
    run.towers.load_state_dict(progress.towers)


def write_final(run: Run, metrics: dict[str, float]) -> None:
    """Write the trained towers with all that the export needs."""
    config, towers = run.config, run.config.towers
    known = [KnownUse(pair.quote_id, pair.left, pair.right, pair.source) for pair in run.training]
    facts = Facts(
        language=config.language,
        name=f"epigraph-{config.language}",
        base_model=run.base.name,
        licence=run.base.licence,
        data=_told(known),
        data_hash=run.data_hash,
        step=sum(stage.epochs for stage in config.stages) * len(run.material.examples),
        shared=towers.shared,
        context_pooling=towers.context_pooling,
        quote_pooling=towers.quote_pooling,
        gap=towers.gap,
        fields=towers.fields,
        window=WINDOW_WORDS if config.language == "en" else WINDOW_CHARACTERS,
        context_tokens=towers.context_tokens,
        quote_tokens=towers.quote_tokens,
        unit=towers.unit,
        alpha=(config.sememes or SememesConfig(0.0)).alpha,
        metrics=metrics,
    )
    tokenizer = run.material.quotations.tokens.tokenizer
    write_checkpoint(config.out / FINAL, Checkpoint(facts, run.towers.context, run.towers.quote, tokenizer, known))


def as_system(run: Run, name: str) -> VectorSystem:
    """Return the encoders as a system that ranks all quotations."""
    run.towers.eval()
    quotes = encode_quotes(run.towers.quote, run.material.quotations, run.material.device)

    def encode(contexts: Sequence[Context]) -> npt.NDArray[np.float32]:
        examples = [Example(left, right, 0) for left, right in contexts]
        return encode_contexts(run.towers.context, examples, run.material).cpu().numpy()

    return VectorSystem(name, [quote.id for quote in run.collection], quotes.cpu().numpy(), encode)


def _told(known: Sequence[KnownUse]) -> str:
    mined = [use for use in known if use.source != "written"]
    quotes = len({use.quote_id for use in mined})
    written = len(known) - len(mined)
    return f"{len(mined):,} uses of {quotes:,} quotations found in public corpora, {written:,} passages written for it"
