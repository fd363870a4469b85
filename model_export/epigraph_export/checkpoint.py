"""A trained model as a plain folder: training writes it, the export reads it.

    checkpoint.json       what was trained, and the SHA-256 of every other file
    config.json           the Hugging Face configuration of the encoder
    context.safetensors   weights of the context tower: encoder.*, and pooler.* where it has one
    quote.safetensors     those of the quote tower; left out where the two share one network
    tokenizer.json
    known.jsonl.gz        the contexts that were learned from, with the id of their quotation
    quotes.npy            with sememes: the vectors of quotations, which depend on words that no tokenizer knows
    quotes.txt            and for each its id and the SHA-256 of what was encoded

No pickle. A file that is not the one that was written is refused.
"""

import gzip
import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import cattrs
import numpy as np
import numpy.typing as npt
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
_VECTORS, _ROWS = "quotes.npy", "quotes.txt"


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


QuoteVectors = dict[tuple[str, str], npt.NDArray[np.float32]]  # (quote id, hash of its encoder input) -> vector


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A trained model; where it shares one network, the towers share their modules.

    `vectors` are those of quotations, by id and hash of the encoder's input, where the quote tower alone cannot make
    them: it has no sememes.
    """

    facts: Facts
    context: Tower
    quote: Tower
    tokenizer: Tokenizer
    known: Sequence[KnownUse]
    vectors: QuoteVectors = field(default_factory=dict)

    @property
    def tokens(self) -> Tokens:
        """The tokenizer as the towers use it."""
        return _tokens(self.facts, self.tokenizer, Path(_TOKENIZER))


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
    if trained.vectors:
        np.save(partial / _VECTORS, np.stack(list(trained.vectors.values())), allow_pickle=False)
        rows = "".join(f"{quote_id} {content}\n" for quote_id, content in trained.vectors)
        (partial / _ROWS).write_text(rows, encoding="utf-8")
    files = {file.name: _digest(file) for file in sorted(partial.iterdir())}
    contents = _strict.unstructure(_Contents(SCHEMA, trained.facts, files))
    (partial / FACTS).write_text(json.dumps(contents, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a trained model; one that is damaged, foreign or not exportable is a ModelError."""
    facts = _verified_facts(folder)
    tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
    tokens = _tokens(facts, tokenizer, folder / _TOKENIZER)
    context = _tower(folder, _CONTEXT, facts.context_pooling, tokens.gap[0] if tokens.gap else -1, unit=facts.unit)
    if facts.shared:
        quote = Tower(context.encoder, facts.quote_pooling, context.pooler, unit=facts.unit)
    else:
        quote = _tower(folder, _QUOTE, facts.quote_pooling, unit=facts.unit)
    with gzip.open(folder / _KNOWN, "rt", encoding="utf-8") as lines:
        known = [KnownUse(**json.loads(line)) for line in lines]
    return Checkpoint(facts, context, quote, tokenizer, known, _vectors(folder) if facts.alpha else {})


def _tokens(facts: Facts, tokenizer: Tokenizer, path: Path) -> Tokens:
    context = ContextTower("", facts.context_pooling, facts.gap, facts.window, facts.context_tokens)
    return Tokens.over(tokenizer, context, QuoteTower("", facts.quote_pooling, facts.fields, facts.quote_tokens), path)


def _vectors(folder: Path) -> QuoteVectors:
    rows = (folder / _ROWS).read_text(encoding="utf-8").splitlines()
    keys = [(quote_id, content) for quote_id, _, content in (row.partition(" ") for row in rows)]
    return dict(zip(keys, np.load(folder / _VECTORS, allow_pickle=False), strict=True))


def _verified_facts(folder: Path) -> Facts:
    path = folder / FACTS
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        wanted = "expected the checkpoint of a finished training; run `epigraph-train encoders`"
        raise ModelError(f"{path}: {error}, {wanted}") from error
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise ModelError(f"{path}: schema {schema!r}, expected {SCHEMA}; train again with this version of Epigraph")
    try:
        contents = _strict.structure(found, _Contents)
    except cattrs.BaseValidationError as error:
        raise ModelError(f"{path}: {cattrs.transform_error(error, path='checkpoint')[0]}; train again") from error
    parts = {_CONTEXT} if contents.facts.shared else {_CONTEXT, _QUOTE}
    if contents.facts.alpha:
        parts |= {_VECTORS, _ROWS}
    for name in {_CONFIG, _TOKENIZER, _KNOWN} | parts:
        file = folder / name
        if not file.is_file() or _digest(file) != contents.files.get(name):
            raise ModelError(f"{file}: missing, or not the bytes that were written; copy the checkpoint again")
    return contents.facts


def _weights(tower: Tower) -> dict[str, Tensor]:
    """Return the weights of encoder and pooler, of which a tower in training has more."""
    # clones: safetensors refuses two names for one tensor
    return {
        name: tensor.detach().cpu().contiguous().clone()
        for name, tensor in tower.state_dict().items()
        if name.startswith(("encoder.", "pooler."))
    }


def _tower(folder: Path, name: str, pooling: Pooling, mask_id: int = -1, *, unit: bool) -> Tower:
    """Build a tower of the checkpoint's configuration and load its weights, all of them and no others."""
    config = AutoConfig.from_pretrained(folder)
    encoder = AutoModel.from_config(config, attn_implementation="eager")  # type: ignore[no-untyped-call]
    try:
        weights = load_file(folder / name)
        size = weights.get("pooler.weight")
        pooler = None if size is None else nn.Linear(size.shape[1], size.shape[0])
        tower = Tower(encoder, pooling, pooler, mask_id, unit=unit)
        tower.load_state_dict(weights)
    except (SafetensorError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise ModelError(f"{folder / name}: {reason} Expected the weights of {_CONFIG}; train again") from error
    return tower.eval()


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


_strict = strict_converter()
