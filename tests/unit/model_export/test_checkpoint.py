"""A trained model goes to disk and comes back, or is refused; from there it becomes a bundle."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer
from torch import nn

from epigraph.errors import ModelError
from epigraph.model.bundle import Bundle
from epigraph.model.comparison import open_comparison
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.matrix import input_hash
from epigraph.model.tokens import Tokens
from epigraph.quotes.collection import shipped
from epigraph.quotes.quote import Quote
from epigraph_export import cli
from epigraph_export.checkpoint import Checkpoint, Facts, KnownUse, read_checkpoint, write_checkpoint
from epigraph_export.memory import known_by_saying
from epigraph_export.towers import Tower

IDS = torch.tensor([[2, 10, 4, 12, 3], [2, 20, 21, 22, 3]])
FACTS = Facts(
    language="en",
    name="tiny",
    base_model="random",
    licence="none",
    data="nothing at all",
    data_hash="0",
    step=7,
    shared=True,
    context_pooling="mean",
    quote_pooling="mean",
    gap=True,
    fields=("text",),
    window=40,
    context_tokens=16,
    quote_tokens=16,
    unit=True,
    alpha=0.0,
    metrics={"mrr": 0.5},
)
QUOTES = [Quote("w1 w2", "en"), Quote("w3 w4", "en"), Quote("w5", "en", variant_of=Quote("w3 w4", "en").id)]
KNOWN = [
    KnownUse(QUOTES[0].id, "w7 w8", "w9", "books"),
    KnownUse(QUOTES[2].id, "w10", "", "written"),
    KnownUse(QUOTES[2].id, "w11", "w12\u2028w13", "books"),
    KnownUse("f" * 16, "w14", "", "books"),
]
Encoder = Callable[[int], nn.Module]


@pytest.fixture(params=["bert", "roformer"])
def encoder(request: pytest.FixtureRequest, tiny_encoders: dict[str, Encoder]) -> Encoder:
    """Make encoders of each architecture that ships."""
    return tiny_encoders[request.param]


def shared_model(encoder: nn.Module, tokenizer: Tokenizer, known: Sequence[KnownUse] = KNOWN) -> Checkpoint:
    """Make a model in which one network serves contexts and quotations."""
    tower = Tower(encoder, "mean")
    return Checkpoint(FACTS, tower, tower, tokenizer, known)


def test_a_shared_model_comes_back_as_it_was(encoder: Encoder, tokenizer: Tokenizer, tmp_path: Path) -> None:
    """Facts, vectors, tokens and known contexts are those that were written, and one network stays one."""
    made = shared_model(encoder(1), tokenizer)
    write_checkpoint(tmp_path / "final", made)
    found = read_checkpoint(tmp_path / "final")
    assert (found.facts, found.known) == (made.facts, made.known)
    assert found.tokenizer.encode("w5 w6").ids == tokenizer.encode("w5 w6").ids
    assert found.quote.encoder is found.context.encoder
    mask = torch.ones_like(IDS)
    torch.testing.assert_close(found.context(IDS, mask), made.context(IDS, mask))


def test_two_towers_come_back_with_their_poolings(encoder: Encoder, tokenizer: Tokenizer, tmp_path: Path) -> None:
    """Weights, a pooler and the place of the mask are each tower's own."""
    torch.manual_seed(3)
    made = Checkpoint(
        replace(FACTS, shared=False, context_pooling="mask", quote_pooling="pooler"),
        Tower(encoder(1), "mask", mask_id=4),
        Tower(encoder(2), "pooler", nn.Linear(32, 32)).eval(),
        tokenizer,
        KNOWN,
    )
    write_checkpoint(tmp_path / "final", made)
    found = read_checkpoint(tmp_path / "final")
    mask = torch.ones_like(IDS)
    torch.testing.assert_close(found.context(IDS[:1], mask[:1]), made.context(IDS[:1], mask[:1]))
    torch.testing.assert_close(found.quote(IDS, mask), made.quote(IDS, mask))


def test_a_checkpoint_takes_the_place_of_an_older_one(
    tiny_encoders: dict[str, Encoder], tokenizer: Tokenizer, tmp_path: Path
) -> None:
    """Written twice, it is the later one, the same bytes for the same model, and nothing lies beside it."""
    made = shared_model(tiny_encoders["bert"](1), tokenizer)
    write_checkpoint(tmp_path / "final", replace(made, known=[]))
    write_checkpoint(tmp_path / "final", made)
    first = (tmp_path / "final" / "checkpoint.json").read_bytes()
    write_checkpoint(tmp_path / "final", made)
    assert (tmp_path / "final" / "checkpoint.json").read_bytes() == first
    assert len(read_checkpoint(tmp_path / "final").known) == len(KNOWN)
    assert [file.name for file in tmp_path.iterdir()] == ["final"]


def edit(folder: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change checkpoint.json."""
    contents = json.loads((folder / "checkpoint.json").read_text(encoding="utf-8"))
    change(contents)
    (folder / "checkpoint.json").write_text(json.dumps(contents), encoding="utf-8")


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing there": (lambda f: (f / "checkpoint.json").unlink(), "expected the checkpoint of a finished training"),
    "not JSON": (lambda f: (f / "checkpoint.json").write_text("{"), "expected the checkpoint of a finished training"),
    "other schema": (lambda f: edit(f, lambda c: c.update(schema=9)), "schema 9, expected 1"),
    "unknown fact": (lambda f: edit(f, lambda c: c["facts"].update(colour="red")), "colour"),  # type: ignore[attr-defined]
    "weights cut off": (
        lambda f: (f / "context.safetensors").write_bytes((f / "context.safetensors").read_bytes()[:-1]),
        "context.safetensors: missing, or not the bytes",
    ),
    "other tokenizer": (lambda f: (f / "tokenizer.json").write_text("{}"), "tokenizer.json: missing, or not the bytes"),
    "no known contexts": (lambda f: (f / "known.jsonl.gz").unlink(), "known.jsonl.gz: missing, or not the bytes"),
    "second tower missing": (
        lambda f: edit(f, lambda c: c["facts"].update(shared=False)),  # type: ignore[attr-defined]
        "quote.safetensors: missing",
    ),
    "sememes, no vectors": (lambda f: edit(f, lambda c: c["facts"].update(alpha=0.5)), "missing, or not the bytes"),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize(("damage", "message"), DAMAGE.values(), ids=list(DAMAGE))
def test_a_damaged_or_foreign_checkpoint_is_refused(
    tiny_encoders: dict[str, Encoder],
    tokenizer: Tokenizer,
    tmp_path: Path,
    damage: Callable[[Path], object],
    message: str,
) -> None:
    """The error is one line with the path and what was found."""
    write_checkpoint(tmp_path / "final", shared_model(tiny_encoders["bert"](1), tokenizer))
    damage(tmp_path / "final")
    with pytest.raises(ModelError) as caught:
        read_checkpoint(tmp_path / "final")
    assert str(tmp_path / "final") in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_of_another_architecture_are_refused(
    tiny_encoders: dict[str, Encoder], tokenizer: Tokenizer, tmp_path: Path
) -> None:
    """Weights that do not belong to the configuration, with right checksums, are no model."""
    made = shared_model(tiny_encoders["bert"](1), tokenizer)
    other = tiny_encoders["roformer"](1)
    made.context.encoder.config = other.config
    write_checkpoint(tmp_path / "final", made)
    with pytest.raises(ModelError, match=r"context\.safetensors: .* Expected the weights of config\.json"):
        read_checkpoint(tmp_path / "final")


def test_a_checkpoint_becomes_a_bundle(
    encoder: Encoder, tokenizer: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command writes graph, gap, data, metrics and memory; uses count what was found, by saying."""
    monkeypatch.setattr(cli, "shipped", lambda _: QUOTES)
    write_checkpoint(tmp_path / "final", shared_model(encoder(1), tokenizer))
    command = ["checkpoint", str(tmp_path / "final"), "--out", str(tmp_path / "en"), "--memory-dimension", "4"]
    assert cli.main([*command, "--precision", "fp32"]) == 0
    bundle = Bundle.load(tmp_path / "en")
    manifest = bundle.manifest
    assert (manifest.name, manifest.data, manifest.context.gap) == ("tiny", "nothing at all", True)
    assert manifest.quote.graph == "context.onnx"
    assert manifest.metrics["mrr"] == 0.5
    assert manifest.metrics["cosine_export"] > 0.999
    assert bundle.memory.rows.tolist() == [0, 1]  # the variant's at the wording that it is a variant of
    assert bundle.memory.written.tolist() == [1]
    assert bundle.memory.uses.tolist() == [1, 1, 0]
    known = OnnxEncoder.load(bundle, "cpu").encode_contexts([(use.left, use.right) for use in KNOWN[:3]])
    assert [open_comparison(bundle)(vector).max() for vector in known] == pytest.approx([1, 1, 1], abs=0.01)
    assert "Known uses: 2 contexts of 2 quotations that were found" in (tmp_path / "en" / "MODEL_CARD.md").read_text(
        encoding="utf-8"
    )


def test_the_papers_model_becomes_a_bundle(
    encoder: Encoder, tokenizer: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vectors keep their lengths, those of quotations with sememes are taken as they are, and products alone rank."""
    monkeypatch.setattr(cli, "shipped", lambda _: QUOTES)
    facts = replace(FACTS, shared=False, context_pooling="mask", quote_pooling="cls", unit=False, alpha=0.5)
    towers = Tower(encoder(1), "mask", mask_id=4, unit=False), Tower(encoder(2), "cls", unit=False)
    rows = np.arange(3 * 32, dtype=np.float32).reshape(3, 32)
    vectors = {(quote.id, input_hash(quote.text)): row for quote, row in zip(QUOTES, rows, strict=True)}
    write_checkpoint(tmp_path / "final", Checkpoint(facts, *towers, tokenizer, KNOWN, vectors))
    command = ["checkpoint", str(tmp_path / "final"), "--out", str(tmp_path / "en"), "--precision", "fp32"]
    assert cli.main(command) == 0
    bundle = Bundle.load(tmp_path / "en")
    np.testing.assert_array_equal(bundle.vectors, rows)
    assert {name for name, weight in bundle.manifest.fusion.items() if weight > 0} == {"semantic"}
    (found,) = OnnxEncoder.load(bundle, "cpu").encode_contexts([("w7 w8", "w9")])
    ids = torch.tensor([Tokens.load(bundle).context("w7 w8", "w9")])
    np.testing.assert_allclose(found, towers[0].eval()(ids, torch.ones_like(ids))[0].detach().numpy(), rtol=1e-4)


def test_sememes_of_a_model_of_unit_length_are_exported(
    tiny_encoders: dict[str, Encoder], tokenizer: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vectors of quotations that training brought go into the bundle, beside the memory of known contexts."""
    monkeypatch.setattr(cli, "shipped", lambda _: QUOTES)
    made = shared_model(tiny_encoders["bert"](1), tokenizer)
    rows = np.eye(3, 32, dtype=np.float32)
    vectors = {(quote.id, input_hash(quote.text)): row for quote, row in zip(QUOTES, rows, strict=True)}
    write_checkpoint(tmp_path / "final", replace(made, facts=replace(FACTS, alpha=0.5), vectors=vectors))
    command = ["checkpoint", str(tmp_path / "final"), "--out", str(tmp_path / "en"), "--memory-dimension", "4"]
    assert cli.main([*command, "--precision", "fp32"]) == 0
    bundle = Bundle.load(tmp_path / "en")
    np.testing.assert_array_equal(bundle.vectors, rows)
    assert bundle.memory.contexts == 3


def test_a_bad_checkpoint_is_one_line_and_a_status(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The command ends with 1 and says why, without a traceback."""
    assert cli.main(["checkpoint", str(tmp_path / "nothing"), "--out", str(tmp_path / "en")]) == 1
    assert "expected the checkpoint of a finished training; run `epigraph-train encoders`" in caplog.text
    assert not (tmp_path / "en").exists()


def test_uses_are_counted_for_the_collection_that_ships() -> None:
    """A use of a variant counts for its saying, a written context is known but no use, a stranger is neither."""
    variant = next(quote for quote in shipped("en") if quote.variant_of)
    found = [KnownUse(variant.id, "a", "b", "books"), KnownUse(variant.id, "c", "", "written"), KNOWN[-1]]
    assert known_by_saying(found, shipped("en")) == ([(variant.saying, "a", "b")], [(variant.saying, "c", "")])
