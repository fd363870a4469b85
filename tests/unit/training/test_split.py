"""The split's guarantees."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from epigraph_training.corpus.pair import SPLITS, Pair
from epigraph_training.corpus.split import split

SAYINGS = {f"q{row}": f"q{row // 2 * 2}" for row in range(60)}  # two wordings each

pairs_drawn = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 59)), max_size=200, unique=True).map(
    lambda drawn: [Pair("s", f"d{document}", row, f"q{row}", "q", "q", "l", "r") for document, row in drawn]
)


def regular(documents: int, quotes: int, each: int) -> list[Pair]:
    """Make pairs of `each` quotations a document, in turn."""
    return [
        Pair("s", f"d{document:04}", at, f"q{(document * each + at) % quotes}", "q", "q", "l", "r")
        for document in range(documents)
        for at in range(each)
    ]


@given(pairs_drawn, st.integers(0, 3))
def test_no_document_is_on_two_sides(pairs: list[Pair], seed: int) -> None:
    """A book is in training, validation or test."""
    sides = defaultdict(set)
    for pair in split(pairs, SAYINGS, seed).pairs:
        sides[pair.document].add(pair.split)
    assert all(len(found) == 1 for found in sides.values())


@given(pairs_drawn, st.integers(0, 3))
def test_unseen_sayings_are_not_in_training_and_all_others_are(pairs: list[Pair], seed: int) -> None:
    """No wording of an unseen saying is learned, every other saying is."""
    splitting = split(pairs, SAYINGS, seed)
    trained = {SAYINGS[pair.quote_id] for pair in splitting.pairs if pair.split == "train"}
    assert trained == {SAYINGS[pair.quote_id] for pair in pairs} - splitting.unseen


@given(pairs_drawn, st.integers(0, 3))
def test_only_unseen_pairs_of_training_documents_are_left_out(pairs: list[Pair], seed: int) -> None:
    """Nothing else is lost, and sides do not grow beyond a tenth."""
    splitting = split(pairs, SAYINGS, seed)
    kept = {(pair.document, pair.quote_id) for pair in splitting.pairs}
    assert all(SAYINGS[p.quote_id] in splitting.unseen for p in pairs if (p.document, p.quote_id) not in kept)
    for side in SPLITS[1:]:
        assert sum(pair.split == side for pair in splitting.pairs) <= max(1, round(0.1 * len(pairs)))


@given(st.permutations(regular(12, 8, 3)), st.integers(0, 3))
def test_the_order_of_pairs_does_not_matter(shuffled: list[Pair], seed: int) -> None:
    """The split follows from seed and content."""
    assert split(shuffled, SAYINGS, seed) == split(regular(12, 8, 3), SAYINGS, seed)


def test_sides_have_a_tenth_and_show_every_quotation() -> None:
    """With enough documents all sayings are in validation and test, and a tenth of them is unseen."""
    pairs = regular(600, 60, 2)
    splitting = split(pairs, SAYINGS, seed=1)
    shown = {side: [pair for pair in splitting.pairs if pair.split == side] for side in SPLITS}
    assert len(splitting.unseen) == 3
    for side in SPLITS[1:]:
        assert len(shown[side]) == 120
        assert {SAYINGS[pair.quote_id] for pair in shown[side]} == set(SAYINGS.values())
    assert len(shown["train"]) > 0.75 * len(pairs)


def test_at_most_a_hundred_sayings_are_unseen() -> None:
    """As in the paper, where there are many."""
    pairs = regular(6_000, 2_000, 1)
    assert len(split(pairs, {pair.quote_id: pair.quote_id for pair in pairs}, seed=1).unseen) == 100


def test_a_large_document_goes_to_training() -> None:
    """An anthology does not fill a side."""
    pairs = regular(100, 30, 1) + [Pair("s", "anthology", row, f"q{row % 30}", "q", "q", "l", "r") for row in range(50)]
    sides = {pair.split for pair in split(pairs, SAYINGS, seed=1).pairs if pair.document == "anthology"}
    assert sides == {"train"}


def test_another_seed_gives_another_split() -> None:
    """The seed matters."""
    assert split(regular(60, 20, 2), SAYINGS, 1) != split(regular(60, 20, 2), SAYINGS, 2)
