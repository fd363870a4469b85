"""Runs of tiny encoders: they learn, they resume exactly, they refuse what is not theirs."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch

from epigraph.errors import ModelError
from epigraph_export.checkpoint import read_checkpoint
from epigraph_training.encoders.config import SememesConfig, StageConfig, TrainConfig
from epigraph_training.encoders.curve import draw_curve, seconds_taken
from epigraph_training.encoders.stages import SampledStage, encode_quotes
from epigraph_training.encoders.trained import as_system, restore, write_final
from epigraph_training.encoders.trainer import LOG, open_run, validation_mrr

from .conftest import trained

MakeConfig = Callable[..., TrainConfig]

SAMPLED = StageConfig("sampled", epochs=2, batch=8, rate=1e-2, negatives=4, temperature=0.1)
FROZEN = StageConfig("frozen", epochs=2, batch=8, rate=1e-2, temperature=0.1)
BANK = StageConfig("bank", epochs=3, batch=8, rate=3e-3, temperature=0.1, neighbours=0.5, refresh=5, left_only=0.3)


def weights(run: object) -> dict[str, torch.Tensor]:
    """Return the weights of a run's towers."""
    found: dict[str, torch.Tensor] = run.towers.state_dict()  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("stages", [(SAMPLED, FROZEN), (BANK,), (replace(SAMPLED, negatives_for="batch"), FROZEN)])
def test_tiny_encoders_learn_what_tells_quotations_apart(
    make_config: MakeConfig, stages: tuple[StageConfig, ...]
) -> None:
    """Eight quotations with words of their own are found among twenty after a few steps."""
    config = make_config(*(replace(stage, epochs=16 // len(stages)) for stage in stages))
    before = validation_mrr(open_run(config, torch.device("cpu")))
    after = validation_mrr(trained(config))
    assert after > 0.9 > before


def test_a_tie_counts_against_the_right_quotation(make_config: MakeConfig) -> None:
    """Towers that give every text the same vector are last for each context, not first."""
    run = open_run(make_config(SAMPLED), torch.device("cpu"))
    with torch.no_grad():
        for parameter in run.towers.parameters():
            parameter.zero_()
    assert validation_mrr(run) == pytest.approx(1 / 20)


@pytest.mark.parametrize(("drawn_for", "count"), [("pair", 2), ("batch", 1)])
def test_no_more_negatives_are_drawn_than_there_are(
    make_config: MakeConfig, drawn_for: Literal["pair", "batch"], count: int
) -> None:
    """Of four rows in three sayings, one with two wordings, each pair has as many, none of a right saying."""
    run = open_run(make_config(SAMPLED), torch.device("cpu"))
    quotations = replace(run.material.quotations, sayings=torch.tensor([0, 0, 1, 2]))
    material = replace(run.material, quotations=quotations)
    stage = SampledStage(replace(SAMPLED, negatives_for=drawn_for), material, run.towers)
    first, second = stage._negatives([0, 2], random.Random(1))  # noqa: S311
    assert len(first) == len(set(first)) == len(second) == count
    assert not {0, 1} & set(first)
    assert 2 not in second


@pytest.mark.parametrize("killed_after", [3, 16, 19])
def test_a_resumed_run_ends_as_one_that_never_stopped(
    make_config: MakeConfig, killed_after: int, tmp_path: Path
) -> None:
    """Two stages killed within the first, at its end and within the second give the same weights."""
    config = make_config(SAMPLED, FROZEN)
    whole = weights(trained(config))
    broken = replace(config, out=tmp_path / "broken")
    trained(broken, steps=killed_after)
    resumed = weights(trained(broken))
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_resumed_bank_ends_as_one_that_never_stopped(make_config: MakeConfig, tmp_path: Path) -> None:
    """The remembered vectors are part of what a run resumes, between two refreshes too."""
    config = make_config(BANK, shared=True)
    whole = weights(trained(config))
    broken = replace(config, out=tmp_path / "broken")
    trained(broken, steps=7)
    resumed = weights(trained(broken))
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_bank_resumes_where_the_stage_before_it_ended(make_config: MakeConfig, tmp_path: Path) -> None:
    """A run killed between two stages has nothing remembered yet, and ends as one that never stopped."""
    config = make_config(SAMPLED, BANK)
    whole = weights(trained(config))
    broken = replace(config, out=tmp_path / "broken")
    trained(broken, steps=16)
    resumed = weights(trained(broken))
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_steps_after_the_last_save_are_made_again(make_config: MakeConfig, tmp_path: Path) -> None:
    """A run that saves every fourth step and dies at the sixth ends as one that never stopped."""
    config = make_config(SAMPLED, save_every=4)
    whole = weights(trained(config))
    broken = replace(config, out=tmp_path / "broken")
    trained(broken, steps=6)
    resumed = weights(trained(broken))
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_the_second_stage_leaves_the_quote_encoder_alone(make_config: MakeConfig) -> None:
    """Frozen quotations keep their weights while the context encoder moves."""
    config = make_config(FROZEN)
    before = {name: tensor.clone() for name, tensor in weights(open_run(config, torch.device("cpu"))).items()}
    after = weights(trained(config))
    moved = {name.split(".")[0] for name in before if not torch.equal(before[name], after[name])}
    assert moved == {"context"}


@pytest.mark.parametrize(("stage", "shared"), [(BANK, True), (SAMPLED, False), (FROZEN, False)])
def test_frozen_layers_stay_as_they_are(make_config: MakeConfig, stage: StageConfig, shared: bool) -> None:
    """Embeddings and the first layer keep their weights, the second layer moves, in every kind of stage."""
    config = make_config(stage, shared=shared)
    config = replace(config, towers=replace(config.towers, frozen_layers=1))
    before = {name: tensor.clone() for name, tensor in weights(open_run(config, torch.device("cpu"))).items()}
    after = weights(trained(config))
    moved = {name for name in before if not torch.equal(before[name], after[name])}
    assert any("encoder.layer.1." in name for name in moved)
    assert not any("embeddings" in name or "encoder.layer.0." in name for name in moved)


def test_progress_of_another_configuration_is_refused(make_config: MakeConfig) -> None:
    """A run whose rate was changed does not go on with the old one's weights."""
    trained(make_config(SAMPLED), steps=2)
    with pytest.raises(ModelError, match="another configuration"):
        trained(make_config(replace(SAMPLED, rate=1e-3)))


@pytest.mark.parametrize("name", ["towers.safetensors", "stage.safetensors", "optimizer.pt", "progress.json"])
def test_damaged_progress_is_refused(make_config: MakeConfig, name: str) -> None:
    """One changed byte of any file is found before anything is loaded."""
    config = make_config(BANK)
    trained(config, steps=2)
    file = config.out / "last" / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(ModelError, match="delete"):
        trained(config)


def test_an_unfinished_run_is_no_system(make_config: MakeConfig) -> None:
    """Evaluation of a run that was stopped says where it stands."""
    config = make_config(SAMPLED)
    trained(config, steps=2)
    with pytest.raises(ModelError, match="stage 0, epoch 0"):
        restore(open_run(config, torch.device("cpu")))


def test_a_finished_run_exports_the_vectors_it_ranks_with(make_config: MakeConfig) -> None:
    """The checkpoint for the export gives the same context vectors as the trained towers."""
    config = make_config(BANK, shared=True)
    run = trained(config)
    write_final(run, {"encoder_mrr": 1.0})
    checkpoint = read_checkpoint(config.out / "final")
    assert len(checkpoint.known) == 64
    system = as_system(run, "tiny")
    expected = torch.from_numpy(system.encode([("the river", "and bread")])[0])
    tokens = run.material.quotations.tokens
    ids = torch.tensor([tokens.context("the river", "and bread")])
    found = checkpoint.context(ids, torch.ones_like(ids))[0]
    assert torch.allclose(found, expected, atol=1e-5)


def test_sememes_are_trained_with_the_quote_encoder(make_config: MakeConfig, tmp_path: Path) -> None:
    """A run with sememes moves their embeddings, and its checkpoint brings the vectors that they made."""
    file = tmp_path / "sememes.json"
    file.write_text(json.dumps({"life": ["alive|活"], "love": ["love|爱"], "be": ["be|是"], "question": ["ask|问"]}))
    config = make_config(SAMPLED, sememes=SememesConfig(0.5, file))
    name = "quote.sememes.weight"
    before = weights(open_run(config, torch.device("cpu")))[name].clone()
    run = trained(config)
    assert not torch.equal(before, weights(run)[name])
    write_final(run, {})
    found = read_checkpoint(config.out / "final").vectors
    expected = encode_quotes(run.towers.quote, run.material.quotations, torch.device("cpu"))
    assert [quote_id for quote_id, _ in found] == [quote.id for quote in run.collection]
    assert torch.allclose(torch.from_numpy(np.stack(list(found.values()))), expected, atol=1e-5)


def test_without_written_contexts_only_quotations_in_use_are_learned(make_config: MakeConfig) -> None:
    """The paper's candidates; the finished encoders still rank all that there are."""
    run = open_run(make_config(SAMPLED, written=False), torch.device("cpu"))
    assert len(run.collection) == 8
    assert len(as_system(run, "any").quote_ids) == 20


def test_a_limit_of_contexts_makes_epochs_shorter_and_the_known_uses_no_fewer(make_config: MakeConfig) -> None:
    """Two of the eight contexts of each of eight quotations are four batches of four; all eight stay known."""
    config = make_config(SAMPLED, contexts=2)
    run = trained(config)
    steps = [json.loads(line) for line in (config.out / LOG).read_text(encoding="utf-8").splitlines()]
    assert {line["of"] for line in steps} == {SAMPLED.epochs * 8 * 2 // SAMPLED.batch}
    assert set(Counter(pair.quote_id for pair in run.training).values()) == {8}


def test_networks_may_compute_in_half_the_precision(make_config: MakeConfig) -> None:
    """The weights stay as precise as they were, and come out near those of whole precision, not the same."""
    whole, half = (
        trained(replace(make_config(SAMPLED, mixed_precision=kind), out=make_config(SAMPLED).out / kind)).towers
        for kind in ("no", "bf16")
    )
    first, second = (next(iter(towers.parameters())) for towers in (whole, half))
    assert second.dtype == torch.float32
    assert not torch.equal(first, second)
    assert torch.allclose(first, second, atol=0.05)


def test_the_log_becomes_a_curve(make_config: MakeConfig) -> None:
    """Every step has its loss and every epoch its validation; the picture is drawn from them."""
    config = make_config(SAMPLED, FROZEN)
    trained(config)
    lines = [json.loads(line) for line in (config.out / LOG).read_text(encoding="utf-8").splitlines()]
    assert sum("loss" in line and "seconds" in line for line in lines) == 32
    assert sum("validation_mrr" in line for line in lines) == 4
    assert draw_curve(config.out).read_text(encoding="utf-8").startswith("<?xml")


def test_the_time_of_a_training_is_that_of_its_steps(make_config: MakeConfig) -> None:
    """Seconds are added, however many processes shared a step; where an older log has none, its speed tells them."""
    config = make_config(SAMPLED)
    config.out.mkdir()
    lines: list[dict[str, float]] = [
        {"stage": 0, "step": 1, "of": 2, "loss": 1.0, "seconds": 3.0, "samples_per_second": 16.0},
        {"stage": 0, "step": 2, "of": 2, "loss": 1.0, "samples_per_second": 4.0},
        {"stage": 0, "step": 2, "of": 2, "validation_mrr": 0.5},
    ]
    (config.out / LOG).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert seconds_taken(config) == 3.0 + SAMPLED.batch / 4.0
