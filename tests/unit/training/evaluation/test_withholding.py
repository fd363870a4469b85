"""What a fusion learns from: to have no known uses must not be a sign of being right."""

import numpy as np

from builders import make_quote
from epigraph.quotes.collection import Collection
from epigraph_training.evaluation.channels import Channels
from epigraph_training.evaluation.withholding import with_withheld

USED, SILENT = 20, 40
COLLECTION = Collection(make_quote(f"Saying number {number}") for number in range(USED + SILENT))
IN_USE = frozenset(quote.id for quote in COLLECTION.quotes[:USED])


def make_channels(held_out: int) -> Channels:
    """Make two contexts' channels in which the first of the quotations in use have no known uses."""
    ones = np.ones((2, len(COLLECTION)), dtype=np.float32)
    known = ones.copy()
    known[:, :held_out] = 0
    lone = 1 - known
    return {
        "semantic": 0.5 * ones,
        "lone_semantic": 0.5 * lone,
        "memory": 0.7 * known,
        "written": 0.6 * known,
        "known": known,
        "lexical": 3 * ones,
        "lone_lexical": 3 * lone,
        "prior": known,
    }


def test_as_many_of_the_others_have_no_known_uses() -> None:
    """A quarter of the quotations in use has none, so a quarter of the others is treated so, in every channel."""
    given = make_channels(held_out=USED // 4)
    found = with_withheld(given, COLLECTION, IN_USE)
    lone = found["known"][0] == 0
    assert (lone[:USED].sum(), lone[USED:].sum()) == (USED // 4, SILENT // 4)
    assert not found["memory"][:, lone].any()
    assert not found["written"][:, lone].any()
    np.testing.assert_allclose(found["lone_semantic"], np.where(lone, 0.5, 0)[None].repeat(2, axis=0))
    np.testing.assert_allclose(found["lone_lexical"], np.where(lone, 3, 0)[None].repeat(2, axis=0))
    assert all(found[name] is given[name] for name in ("semantic", "lexical", "prior"))
    assert given["known"][0, USED:].all()


def test_where_nothing_was_held_out_nothing_is_withheld() -> None:
    """Nor where a bundle knows of no uses at all."""
    given = make_channels(held_out=0)
    assert with_withheld(given, COLLECTION, IN_USE)["known"].all()
    bare: Channels = {"semantic": given["semantic"], "lexical": given["lexical"]}
    assert with_withheld(bare, COLLECTION, IN_USE) is bare
