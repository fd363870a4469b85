"""Sememes: dictionaries, words, and their offsets on token embeddings."""

from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from epigraph.errors import ModelError
from epigraph_export.bases import load_base
from epigraph_training.encoders.config import TowersConfig
from epigraph_training.encoders.examples import token_sememes, tokens_of
from epigraph_training.encoders.sememes import Sememes, load_sememes
from epigraph_training.encoders.towers import TokenBatch, TrainedTower


def test_english_forms_find_their_lemma() -> None:
    """Plural, past and -ing forms have the sememes of the lemma; unknown words have none."""
    sememes = Sememes.from_entries({"lady": ["human"], "love": ["feel"], "walk": ["go"], "bus": ["vehicle"]})
    found = {
        "Ladies loved walking xyz bus"[w.start : w.end]: w.sememes
        for w in sememes.words("Ladies loved walking xyz bus")
    }
    assert found == {"Ladies": ("human",), "loved": ("feel",), "walking": ("go",), "bus": ("vehicle",)}


def test_chinese_words_are_the_longest_entries() -> None:
    """河流 is found rather than 河, and a character without entry is passed over."""
    sememes = Sememes.from_entries({"河": ["water"], "河流": ["water", "flow"], "人": ["human"]})
    assert [(word.start, word.end) for word in sememes.words("人在河流河")] == [(0, 1), (2, 4), (4, 5)]


def test_both_kinds_of_file_are_read(tmp_path: Path) -> None:
    """Pairs of lines and a JSON object give the same dictionary."""
    lines, json = tmp_path / "zh.txt", tmp_path / "en.json"
    lines.write_text("人\nhuman \n河流\nwater flow \n", encoding="utf-8")
    json.write_text('{"人": ["human"], "河流": ["water", "flow"]}', encoding="utf-8")
    assert load_sememes("zh", lines).of == load_sememes("en", json).of


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """A list where an object is expected is an error that names the file."""
    file = tmp_path / "en.json"
    file.write_text("[1]", encoding="utf-8")
    with pytest.raises(ModelError, match=r"en\.json"):
        load_sememes("en", file)


def test_open_hownet_without_data_is_told() -> None:
    """Where OpenHowNet's data is not installed the error says what to run."""
    with pytest.raises(ModelError, match=r"OpenHowNet\.download"):
        load_sememes("en", None)


def test_each_token_of_a_word_has_the_words_sememes(tiny_base: str) -> None:
    """A word that the tokenizer cuts into letters carries its sememes on each; start, end and others carry none."""
    towers = TowersConfig(tiny_base, False, "mask", "cls", True, ("text",), True)
    tokens = tokens_of(load_base(tiny_base).tokenizer, towers)
    sememes = Sememes.from_entries({"cat": ["animal"], "river": ["water", "flow"]})
    assert sememes.numbers == {"animal": 0, "flow": 1, "water": 2}
    assert token_sememes("a cat river", tokens, sememes) == [(), (), (0,), (0,), (0,), (2, 1), ()]


def test_the_offset_is_alpha_times_the_mean_of_the_sememes() -> None:
    """By hand: a token with sememes (1, 1) and (3, 5) at alpha 0.5 moves by (1, 1.5), one without stays."""
    config = BertConfig(vocab_size=4, hidden_size=2, num_hidden_layers=1, num_attention_heads=1, intermediate_size=2)
    encoder = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    tower = TrainedTower(encoder, "cls", sememes=2, alpha=0.5)
    assert tower.sememes is not None
    with torch.no_grad():
        tower.sememes.weight.copy_(torch.tensor([[1.0, 1.0], [3.0, 5.0]]))
    ids = torch.tensor([[1, 2]])
    batch = TokenBatch(ids, torch.ones_like(ids), torch.tensor([0, 1]), torch.tensor([0, 2]))
    plain = tower.encoder.get_input_embeddings()(ids)  # type: ignore[operator]
    moved = tower._tokens(batch)["inputs_embeds"] - plain  # the offsets are what the paper defines
    assert torch.allclose(moved, torch.tensor([[[1.0, 1.5], [0.0, 0.0]]]))
