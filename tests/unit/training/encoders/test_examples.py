"""Batches of contexts."""

import random
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epigraph.errors import SettingsError
from epigraph_training.encoders.config import read_train_config
from epigraph_training.encoders.examples import Example, epoch_batches, one_sided

CONFIG = """
language = "en"
dataset = "data"
out = "out"
[towers]
base = "minilm"
shared = true
context_pooling = "mean"
quote_pooling = "mean"
gap = true
fields = ["text", "gloss"]
unit = true
[[stages]]
kind = "bank"
epochs = 1
"""


@given(st.lists(st.integers(0, 500), max_size=300), st.integers(1, 40), st.integers())
def test_every_context_is_in_one_batch(lengths: list[int], size: int, seed: int) -> None:
    """Batches hold each place once and are never too large, whatever the lengths."""
    rows = [length % 7 for length in lengths]
    batches = epoch_batches(lengths, rows, size=size, contexts=0, draw=random.Random(seed))  # noqa: S311
    assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
    assert all(0 < len(batch) <= size for batch in batches)


def test_an_epoch_has_no_more_contexts_of_a_quotation_than_asked() -> None:
    """Of the eight contexts of each of five quotations three are drawn, for another epoch others."""
    rows = [place % 5 for place in range(40)]
    first, again, other = (
        sorted(chain(*epoch_batches([1] * 40, rows, size=4, contexts=3, draw=random.Random(seed))))  # noqa: S311
        for seed in (1, 1, 2)
    )
    assert Counter(rows[place] for place in first) == dict.fromkeys(range(5), 3)
    assert first == again != other


def test_shares_of_one_sided_contexts_are_as_asked() -> None:
    """Of 10,000 contexts about 20 % lose their right and 5 % their left side."""
    draw = random.Random(1)  # noqa: S311
    drawn = [one_sided(Example("a", "b", 0), 0.2, 0.05, draw) for _ in range(10_000)]
    assert sum(not example.right for example in drawn) == pytest.approx(2_000, rel=0.1)
    assert sum(not example.left for example in drawn) == pytest.approx(500, rel=0.2)


def test_the_only_side_stays() -> None:
    """A context that has no left side keeps its right one when a share loses theirs, not when all do."""
    assert one_sided(Example("", "b", 0), 1.0, 0.0, random.Random(1)) == Example("", "", 0)  # noqa: S311
    assert one_sided(Example("", "b", 0), 0.9, 0.0, random.Random(1)) == Example("", "b", 0)  # noqa: S311


def test_a_configuration_is_read_relative_to_its_file(tmp_path: Path) -> None:
    """Paths start at the folder of the file."""
    file = tmp_path / "train.toml"
    file.write_text(CONFIG, encoding="utf-8")
    assert read_train_config(file).dataset == tmp_path / "data"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("epochs = 1", "epochs = 1\nspeed = 3"), "speed"),
        (("epochs = 1", 'epochs = "1"'), "expected int"),
        (('kind = "bank"', 'kind = "frozen"'), "shared = false"),
        (
            (
                'context_pooling = "mean"\nquote_pooling = "mean"\ngap = true',
                'context_pooling = "mask"\nquote_pooling = "mean"\ngap = false',
            ),
            "gap = true",
        ),
    ],
)
def test_a_wrong_configuration_is_refused(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    """Unknown keys, values of another type and stages that cannot be are errors that name what is wrong."""
    file = tmp_path / "train.toml"
    file.write_text(CONFIG.replace(*change), encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        read_train_config(file)
