"""A random BERT of two layers, for tests that train."""

from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import BertWordPieceTokenizer, Tokenizer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast


def save_tiny_bert(folder: Path, words: Sequence[str], **settings: float) -> str:
    """Save it with a tokenizer of letters and a few words; return its folder as a base is named."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{letter}" for letter in letters), *words]
    (folder / "vocab.txt").write_text("\n".join(known), encoding="utf-8")
    tokenizer = Tokenizer.from_str(BertWordPieceTokenizer(str(folder / "vocab.txt")).to_str())
    PreTrainedTokenizerFast(tokenizer_object=tokenizer).save_pretrained(folder)  # type: ignore[no-untyped-call]
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(known),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        **settings,  # type: ignore[arg-type]
    )
    BertModel(config).save_pretrained(folder)  # type: ignore[no-untyped-call]
    return str(folder)
