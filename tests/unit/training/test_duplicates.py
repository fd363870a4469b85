"""Contexts that are the same passage."""

from hypothesis import given
from hypothesis import strategies as st

from epigraph.quotes.words import wording
from epigraph_training.corpus.duplicates import without_copies, without_duplicates, without_leaks
from epigraph_training.corpus.pair import SPLITS, Pair, Split

LEFT = "on the first day of the voyage the captain asked every man of the crew to write a letter home"
RIGHT = "and when the letters were read at the end of the year nobody remembered having written a word of them"


def make_pair(document: str, left: str = LEFT, right: str = RIGHT, *, quote: str = "q", split: Split = "") -> Pair:
    """Make a pair."""
    return Pair("s", document, 0, quote, quote, quote, left, right, split)


def documents(pairs: list[Pair]) -> list[str]:
    """Return the documents of pairs."""
    return [pair.document for pair in pairs]


def test_another_edition_is_a_duplicate() -> None:
    """Misprints and cuts do not make a passage another one."""
    printed = make_pair("b", LEFT.replace("captain", "capta1n").upper(), "And, when the letters were reed" + RIGHT[28:])
    assert documents(without_duplicates([printed, make_pair("a")], "en")) == ["a"]


def test_a_common_continuation_is_no_duplicate() -> None:
    """Two people may quote on after the quotation."""
    other = "my uncle never spoke at dinner but once when the lamp went out he said to nobody at all"
    assert documents(without_duplicates([make_pair("a"), make_pair("b", other)], "en")) == ["a", "b"]


def test_a_copy_of_an_original_goes() -> None:
    """A passage of the author's own book is known again in a document without a name, for that quotation only."""
    pairs = [make_pair("a"), make_pair("b", "he said", "and left"), make_pair("c", quote="r")]
    assert documents(without_copies(pairs, [make_pair("own", LEFT.upper())], "en")) == ["b", "c"]


def test_another_quotation_has_its_own_contexts() -> None:
    """Duplicates are of one quotation."""
    assert documents(without_duplicates([make_pair("a"), make_pair("b", quote="r")], "en")) == ["a", "b"]


def test_one_side_decides_where_there_is_no_other() -> None:
    """At the end of a document there is nothing to the right."""
    assert documents(without_duplicates([make_pair("a"), make_pair("b", right="")], "en")) == ["a"]


def test_short_contexts_are_compared_as_they_are() -> None:
    """Contexts without a run are duplicates only if they are equal."""
    pairs = [make_pair("a", "he said", ""), make_pair("b", "he said", ""), make_pair("c", "she said", "")]
    assert documents(without_duplicates(pairs, "en")) == ["a", "c"]


def test_the_one_with_a_place_stays() -> None:
    """A pair of an earlier search, whose offset nobody knows, gives way."""
    unplaced = Pair("a", "a", -1, "q", "q", "q", LEFT, RIGHT)
    assert without_duplicates([unplaced, make_pair("z")], "en") == [make_pair("z")]


def test_chinese_is_compared_by_characters() -> None:
    """Runs of Chinese are of characters, whatever the marks."""
    left = "那一年的冬天特别冷，父亲每天清晨都要到江边去看一看冰面"
    pairs = [make_pair("a", left, ""), make_pair("b", left.replace("，", "。 "), "")]
    assert documents(without_duplicates(pairs, "zh")) == ["a"]


def test_a_passage_is_on_one_side_only() -> None:
    """Test keeps its passage, validation and training give way, whatever the quotation."""
    pairs = [make_pair(split, quote=split, split=split) for split in SPLITS]
    assert documents(without_leaks(pairs, "en")) == ["test"]


texts = st.lists(st.sampled_from("abc"), min_size=4, max_size=14).map(" ".join)


@given(st.lists(st.tuples(texts, texts, st.sampled_from(SPLITS))))
def test_no_run_crosses_a_split(drawn: list[tuple[str, str, Split]]) -> None:
    """After the filter no eight words stand on two sides, and test has lost nothing."""
    pairs = [make_pair(str(number), left, right, split=split) for number, (left, right, split) in enumerate(drawn)]
    kept = without_leaks(pairs, "en")
    runs: dict[Split, set[tuple[str, ...]]] = {split: set() for split in SPLITS}
    for pair in kept:
        for keys in (wording(pair.left), wording(pair.right)):
            runs[pair.split] |= {tuple(keys[at : at + 8]) for at in range(len(keys) - 7)}
    assert not runs["train"] & (runs["validation"] | runs["test"])
    assert not runs["validation"] & runs["test"]
    assert [pair for pair in kept if pair.split == "test"] == sorted(pair for pair in pairs if pair.split == "test")
