"""A finished run: the checkpoint that the export reads, and the encoders as a system that ranks."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from torch import Tensor

from epigraph.errors import ModelError
from epigraph.model.matrix import input_hash, quote_input
from epigraph.quotes.collection import Collection, shipped
from epigraph.text.windows import WINDOW_CHARACTERS, WINDOW_WORDS
from epigraph_export.checkpoint import Checkpoint, Facts, QuoteVectors, write_checkpoint
from epigraph_export.memory import told
from epigraph_training.corpus.quotations import all_quotations
from epigraph_training.encoders.config import SememesConfig
from epigraph_training.encoders.examples import Example, Quotations
from epigraph_training.encoders.progress import load_progress
from epigraph_training.encoders.remembering import known_uses
from epigraph_training.encoders.sememes import load_sememes
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
    write_checkpoint(run.config.out / FINAL, checkpoint_of(run, metrics))


def checkpoint_of(run: Run, metrics: dict[str, float]) -> Checkpoint:
    """Return the trained towers with all that the export needs."""
    config, towers = run.config, run.config.towers
    known = known_uses(run.training)
    facts = Facts(
        language=config.language,
        name=f"epigraph-{config.language}",
        base_model=run.base.name,
        licence=run.base.licence,
        data=told(known),
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
    vectors = _vectors(run) if config.sememes else {}
    return Checkpoint(facts, run.towers.context, run.towers.quote, tokenizer, known, vectors)


def _vectors(run: Run) -> QuoteVectors:
    """Encode the shipped collection with sememes, which no tokenizer knows: the server could not."""
    collection, fields = Collection(shipped(run.config.language)), run.config.towers.fields
    inputs = (quote_input(fields, text=q.text, gloss=q.gloss, topics=q.topics) for q in collection)
    keys = [(quote.id, input_hash(text)) for quote, text in zip(collection, inputs, strict=True)]
    return dict(zip(keys, quote_vectors(run, collection).cpu().numpy(), strict=True))


def quote_vectors(run: Run, collection: Collection) -> Tensor:
    """Return the vectors of any quotations, (n_quotes, dimension), whether the run has learned from them or not."""
    config, tokens = run.config, run.material.quotations.tokens
    sememes = load_sememes(config.language, config.sememes.file) if config.sememes else None
    quotations = Quotations.of(collection, tokens, config.towers, sememes)
    return encode_quotes(run.towers.quote, quotations, run.material.device)


def as_system(run: Run, name: str) -> VectorSystem:
    """Return the encoders as a system that ranks all quotations."""
    run.towers.eval()
    collection = all_quotations(shipped(run.config.language), run.pairs, run.config.language)
    quotes = quote_vectors(run, collection)

    def encode(contexts: Sequence[Context]) -> npt.NDArray[np.float32]:
        examples = [Example(left, right, 0) for left, right in contexts]
        return encode_contexts(run.towers.context, examples, run.material).cpu().numpy()

    return VectorSystem(name, [quote.id for quote in collection], quotes.cpu().numpy(), encode)
