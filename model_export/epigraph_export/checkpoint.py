"""A trained model as a plain folder: training writes it, the export reads it.

    checkpoint.json       what was trained, and the SHA-256 of every other file
    config.json           the Hugging Face configuration of the encoder
    context.safetensors   weights of the context tower: encoder.*, and pooler.* where it has one
    quote.safetensors     those of the quote tower; left out where the two share one network
    tokenizer.json
    known.jsonl.gz        the contexts that were learned from, with the id of their quotation

No pickle. A file that is not the one that was written is refused.
"""

import gzip
import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cattrs
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from epigraph.errors import ModelError
from epigraph.model.manifest import ContextTower, Pooling, QuoteField, QuoteTower
from epigraph.model.tokens import Tokens
from epigraph.structure import strict_converter
from epigraph.text.query import Language
from epigraph_export.towers import Tower

SCHEMA = 1
FACTS = "checkpoint.json"
_CONFIG, _TOKENIZER, _KNOWN = "config.json", "tokenizer.json", "known.jsonl.gz"
_CONTEXT, _QUOTE = "context.safetensors", "quote.safetensors"


@dataclass(frozen=True, slots=True)
class Facts:
    """What was trained; `unit` and `alpha` tell whether vectors have length 1 and how much sememes weigh."""

    language: Language
    name: str
    base_model: str
    licence: str
    data: str
    data_hash: str
    step: int
    shared: bool
    context_pooling: Pooling
    quote_pooling: Pooling
    gap: bool
    fields: tuple[QuoteField, ...]
    window: int
    context_tokens: int
    quote_tokens: int
    unit: bool
    alpha: float
    metrics: dict[str, float]


@dataclass(frozen=True, slots=True)
class KnownUse:
    """A context in which a quotation stood, and where that was found; `written` for those made for this project."""

    quote_id: str
    left: str
    right: str
    source: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A trained model; where it shares one network, the towers share their modules."""

    facts: Facts
    context: Tower
    quote: Tower
    tokenizer: Tokenizer
    known: Sequence[KnownUse]


@dataclass(frozen=True, slots=True)
class _Contents:
    """checkpoint.json."""

    schema: int
    facts: Facts
    files: dict[str, str]  # name -> SHA-256


def write_checkpoint(folder: Path, trained: Checkpoint) -> None:
    """Write a trained model in place of what is at `folder`; a kill leaves no half of it there."""
    partial = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    save_file(_weights(trained.context), partial / _CONTEXT)
    if not trained.facts.shared:
        save_file(_weights(trained.quote), partial / _QUOTE)
    config: Any = trained.context.encoder.config
    (partial / _CONFIG).write_text(config.to_json_string(use_diff=False), encoding="utf-8")
    (partial / _TOKENIZER).write_text(trained.tokenizer.to_str(), encoding="utf-8")
    lines = "".join(json.dumps(asdict(use), ensure_ascii=False) + "\n" for use in trained.known)
    (partial / _KNOWN).write_bytes(gzip.compress(lines.encode(), mtime=0))
    files = {file.name: _digest(file) for file in sorted(partial.iterdir())}
    contents = _strict.unstructure(_Contents(SCHEMA, trained.facts, files))
    (partial / FACTS).write_text(json.dumps(contents, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a trained model; one that is damaged, foreign or not exportable is a ModelError."""
    facts = _verified_facts(folder)
    if facts.alpha or not facts.unit:
        raise ModelError(
            f"{folder}: alpha {facts.alpha}, unit {facts.unit}, expected 0 and true: sememes and vectors of other "
            "lengths than 1 are for experiments; train without them to export"
        )
    tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
    tokens = Tokens.over(
        tokenizer,
        ContextTower("", facts.context_pooling, facts.gap, facts.window, facts.context_tokens),
        QuoteTower("", facts.quote_pooling, facts.fields, facts.quote_tokens),
        folder / _TOKENIZER,
    )
    mask_id = tokens.gap[0] if tokens.gap else -1
    context = _tower(folder, _CONTEXT, facts.context_pooling, mask_id)
    if facts.shared:
        quote = Tower(context.encoder, facts.quote_pooling, context.pooler)
    else:
        quote = _tower(folder, _QUOTE, facts.quote_pooling)
    with gzip.open(folder / _KNOWN, "rt", encoding="utf-8") as lines:
        known = [KnownUse(**json.loads(line)) for line in lines]
    return Checkpoint(facts, context, quote, tokenizer, known)


def _verified_facts(folder: Path) -> Facts:
    path = folder / FACTS
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: {error}; expected the checkpoint of a finished training") from error
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise ModelError(f"{path}: schema {schema!r}, expected {SCHEMA}; train again with this version of Epigraph")
    try:
        contents = _strict.structure(found, _Contents)
    except cattrs.BaseValidationError as error:
        raise ModelError(f"{path}: {cattrs.transform_error(error, path='checkpoint')[0]}; train again") from error
    weights = {_CONTEXT} if contents.facts.shared else {_CONTEXT, _QUOTE}
    for name in {_CONFIG, _TOKENIZER, _KNOWN} | weights:
        file = folder / name
        if not file.is_file() or _digest(file) != contents.files.get(name):
            raise ModelError(f"{file}: missing, or not the bytes that were written; copy the checkpoint again")
    return contents.facts


def _weights(tower: Tower) -> dict[str, Tensor]:
    # clones: safetensors refuses two names for one tensor
    return {name: tensor.detach().cpu().contiguous().clone() for name, tensor in tower.state_dict().items()}


def _tower(folder: Path, name: str, pooling: Pooling, mask_id: int = -1) -> Tower:
    """Build a tower of the checkpoint's configuration and load its weights, all of them and no others."""
    config = AutoConfig.from_pretrained(folder)
    encoder = AutoModel.from_config(config, attn_implementation="eager")  # type: ignore[no-untyped-call]
    try:
        weights = load_file(folder / name)
        size = weights.get("pooler.weight")
        pooler = None if size is None else nn.Linear(size.shape[1], size.shape[0])
        tower = Tower(encoder, pooling, pooler, mask_id)
        tower.load_state_dict(weights)
    except (SafetensorError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise ModelError(f"{folder / name}: {reason} Expected the weights of {_CONFIG}; train again") from error
    return tower.eval()


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


_strict = strict_converter()
