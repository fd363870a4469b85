"""A tiny random BERT, exported once for all tests of a session."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from torch import nn
from transformers import AutoModel, BertConfig, RoFormerConfig

from epigraph.model.bundle import Bundle
from epigraph_export.bundle_writer import Recipe, write_bundle
from epigraph_export.towers import Tower

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [f"w{number}" for number in range(95)]
MASK_ID = 4
SIZES: dict[str, Any] = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}
QUOTES = [(f"{number:016x}", f"w{number} w{number + 1} w{2 * number}") for number in range(20)]


def tiny_tokenizer() -> Tokenizer:
    """Return a tokenizer of whole words with the special tokens of BERT."""
    tokenizer = Tokenizer(models.WordLevel({token: i for i, token in enumerate(SPECIAL + WORDS)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def tiny_bert(seed: int) -> nn.Module:
    """Return a random BERT of two layers."""
    torch.manual_seed(seed)
    model: nn.Module = AutoModel.from_config(BertConfig(**SIZES), attn_implementation="eager")  # type: ignore[no-untyped-call]
    return model.eval()


def tiny_roformer(seed: int) -> nn.Module:
    """Return a random RoFormer of two layers."""
    torch.manual_seed(seed)
    config = RoFormerConfig(**SIZES, embedding_size=32, rotary_value=False)
    model: nn.Module = AutoModel.from_config(config)  # type: ignore[no-untyped-call]
    return model.eval()


def tiny_recipe(context: Tower, quote: Tower | None = None) -> Recipe:
    """Return a recipe in fp32, so that vectors can be compared closely."""
    return Recipe(
        language="en",
        name="tiny",
        version="0",
        base_model="random",
        licence="none",
        tokenizer=tiny_tokenizer(),
        context=context,
        quote=quote,
        gap=context.pooling == "mask",
        precision="fp32",
        context_tokens=16,
        quote_tokens=16,
    )


@pytest.fixture
def tokenizer() -> Tokenizer:
    """Return a tokenizer that a test may change."""
    return tiny_tokenizer()


@pytest.fixture(scope="session")
def tiny_encoders() -> dict[str, Callable[[int], nn.Module]]:
    """Return what makes a tiny encoder of each architecture from a seed."""
    return {"bert": tiny_bert, "roformer": tiny_roformer}


@pytest.fixture(scope="session")
def mask_tower() -> Tower:
    """Return a context tower pooled at the mask."""
    return Tower(tiny_bert(1), "mask", mask_id=MASK_ID)


@pytest.fixture(scope="session")
def mean_tower() -> Tower:
    """Return a tower with mean pooling."""
    return Tower(tiny_bert(2), "mean")


@pytest.fixture(scope="session")
def two_towers(tmp_path_factory: pytest.TempPathFactory, mask_tower: Tower, mean_tower: Tower) -> Bundle:
    """Write a bundle with a mask-pooled context tower and a mean-pooled quote tower."""
    return write_bundle(tiny_recipe(mask_tower, mean_tower), QUOTES, tmp_path_factory.mktemp("two") / "bundle")


@pytest.fixture(scope="session")
def one_tower(tmp_path_factory: pytest.TempPathFactory, mean_tower: Tower) -> Bundle:
    """Write a bundle in which one graph serves contexts and quotations."""
    return write_bundle(tiny_recipe(mean_tower), QUOTES, tmp_path_factory.mktemp("one") / "bundle")
