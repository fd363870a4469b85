"""Terms: words cut short, Chinese in pairs, and what stands right beside a gap."""

import pytest

from epigraph.text.terms import terms_beside, terms_of


def test_words_of_one_stem_meet() -> None:
    """Words are cut to six letters, without case and marks; Chinese has no words, so its pairs of characters count."""
    assert list(terms_of("Forgiving, FORGIVENESS!")) == ["forgiv", "forgiv"]
    assert list(terms_of("学而时习 ok")) == ["学而", "而时", "时习", "ok"]


@pytest.mark.parametrize(
    ("left", "right", "terms"),
    [
        ("and I was advised to", "!", ["to _", "advised to _", "was advised to _", "i was advised to _", "_ !"]),
        ("He wrote:", "And left.", [": _", "wrote : _", "he wrote : _", "_ and", "_ and left", "_ and left ."]),
        ("正如古人所说，", "可见", ["， _", "说 ， _", "所 说 ， _", "人 所 说 ， _", "_ 可", "_ 可 见"]),
        ("All was over.", ". Then", [". _", "_ ."]),
        ("都完了。", "！然后", ["。 _", "_ !"]),
        ("", "", []),
    ],
)
def test_terms_beside_a_gap(left: str, right: str, terms: list[str]) -> None:
    """The last one to four pieces before it, the first one to three after it; nothing beyond the end of a sentence."""
    normal = [term.replace("，", ",") for term in terms]  # full width is no other mark
    assert list(terms_beside(left, right)) == normal


@pytest.mark.parametrize("marks", ['""', "“”", "「」", "«»"])
def test_quotation_marks_around_a_gap_are_nothing(marks: str) -> None:
    """A gap that has its marks is the place that one without has."""
    assert list(terms_beside(f"she said {marks[0]}", f"{marks[1]} then")) == list(terms_beside("she said", "then"))
