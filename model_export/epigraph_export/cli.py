"""Build bundles from the command line.

    epigraph-export base en --out server/epigraph/bundles/en
    epigraph-export checkpoint runs/en/final --out server/epigraph/bundles/en

`base` takes a pretrained encoder as it is, one tower for contexts and quotations; `checkpoint` what training left.
"""

import argparse
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np

from epigraph import __version__
from epigraph.errors import EpigraphError, ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import Precision
from epigraph.model.matrix import input_hash, quote_input
from epigraph.quotes.collection import shipped
from epigraph.text.query import LANGUAGES, Language
from epigraph.text.windows import WINDOW_CHARACTERS, WINDOW_WORDS
from epigraph_export.bases import load_base
from epigraph_export.bundle_writer import Recipe, write_bundle
from epigraph_export.checkpoint import Checkpoint, read_checkpoint
from epigraph_export.fusion import BASE_START, SEMANTIC_ONLY
from epigraph_export.memory import MEMORY_DIMENSION, known_by_saying
from epigraph_export.parity import Floats
from epigraph_export.towers import Tower

logger = logging.getLogger(__name__)

_BASES: dict[Language, str] = {"en": "minilm", "zh": "roformer-sim"}
_WINDOWS: dict[Language, int] = {"en": WINDOW_WORDS, "zh": WINDOW_CHARACTERS}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.ERROR, format="%(message)s")  # to stderr, without the exporters' chatter
    logging.getLogger("epigraph_export").setLevel(logging.INFO)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    try:
        bundle: Bundle = options.run(options)
    except EpigraphError as error:
        logger.error("epigraph-export: %s", error)
        return 1
    size = sum(entry.bytes for entry in bundle.manifest.files.values())
    logger.info("%s: %d quotations, %.1f MB, %s", bundle.path, len(bundle.rows), size / 1e6, bundle.manifest.metrics)
    return 0


def export_base(options: argparse.Namespace) -> Bundle:
    """Write the bundle of a base encoder and of the collection that ships."""
    language: Language = options.language
    base = load_base(options.base or _BASES[language])
    recipe = Recipe(
        language=language,
        name=f"epigraph-{language}-base",
        version=__version__,
        base_model=base.name,
        licence=base.licence,
        tokenizer=base.tokenizer,
        context=Tower(base.encoder, base.pooling, base.pooler),
        precision=options.precision,
        window=_WINDOWS[language],
        fusion=BASE_START[language],
    )
    return write_bundle(recipe, _quotes(recipe), options.out, on_progress=_show_progress)


def export_checkpoint(options: argparse.Namespace) -> Bundle:
    """Write the bundle of a trained model and of the collection that ships."""
    trained = read_checkpoint(options.checkpoint)
    facts = trained.facts
    recipe = Recipe(
        language=facts.language,
        name=facts.name,
        version=__version__,
        base_model=facts.base_model,
        licence=facts.licence,
        tokenizer=trained.tokenizer,
        context=trained.context,
        quote=None if facts.shared and facts.context_pooling == facts.quote_pooling else trained.quote,
        gap=facts.gap,
        precision=options.precision,
        window=facts.window,
        context_tokens=facts.context_tokens,
        quote_tokens=facts.quote_tokens,
        fields=facts.fields,
        memory_dimension=options.memory_dimension,
        data=facts.data,
        data_hash=facts.data_hash,
        metrics=facts.metrics,
    )
    quotes = _quotes(recipe)
    vectors = _vectors(trained, quotes)
    if not facts.unit:  # the paper's model: products alone, and nothing beside them
        recipe = replace(recipe, fusion=SEMANTIC_ONLY)
        return write_bundle(recipe, quotes, options.out, vectors=vectors, on_progress=_show_progress)
    found, written = known_by_saying(trained.known, shipped(facts.language))
    return write_bundle(
        recipe, quotes, options.out, vectors=vectors, found=found, written=written, on_progress=_show_progress
    )


def _vectors(trained: Checkpoint, quotes: Sequence[tuple[str, str]]) -> Floats | None:
    """Return the vectors that a model with sememes brings along, None for one without."""
    if not trained.vectors:
        return None
    wanted = [(quote_id, input_hash(text)) for quote_id, text in quotes]
    if missing := [quote_id for quote_id, content in wanted if (quote_id, content) not in trained.vectors]:
        raise ModelError(f"{len(missing)} quotations have no vector, such as {missing[0]}; train again")
    return np.stack([trained.vectors[key] for key in wanted])


def _quotes(recipe: Recipe) -> list[tuple[str, str]]:
    return [
        (q.id, quote_input(recipe.fields, text=q.text, gloss=q.gloss, topics=q.topics))
        for q in shipped(recipe.language)
    ]


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty() and (done == total or done % 100 == 0):
        sys.stderr.write(f"\rencoded {done} of {total} texts" + ("\n" if done == total else ""))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="epigraph-export", description="Build bundles of ONNX encoders.")
    commands = parser.add_subparsers(required=True)
    base = commands.add_parser("base", help="a pretrained encoder as it is")
    base.add_argument("language", choices=LANGUAGES)
    base.add_argument("--base", help="minilm, roformer-sim, or a Hugging Face name or folder")
    base.set_defaults(run=export_base)
    checkpoint = commands.add_parser("checkpoint", help="a model that `epigraph-train` left")
    checkpoint.add_argument("checkpoint", type=Path, help="folder with checkpoint.json")
    checkpoint.add_argument(
        "--memory-dimension",
        type=int,
        default=MEMORY_DIMENSION,
        help=f"of the vectors of known contexts (default: {MEMORY_DIMENSION})",
    )
    checkpoint.set_defaults(run=export_checkpoint)
    for command in (base, checkpoint):
        command.add_argument("--out", type=Path, required=True, help="folder of the bundle; replaced if it is there")
        command.add_argument(
            "--precision", choices=get_args(Precision), default="int8", help="int8 for CPU, fp16 for GPU"
        )
    return parser
