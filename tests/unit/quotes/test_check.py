"""What the check finds, and what it leaves alone."""

from dataclasses import replace

import pytest

from epigraph.quotes.check import check
from epigraph.quotes.quote import Quote

ENGLISH = Quote("Know thyself: “O wise one” (it isn't easy)", "en", author="Socrates", topics=("wisdom",))
CHINESE = Quote("学而时习之，不亦说乎？", "zh", author="孔子", topics=("education",), period="classical")


def reasons(*quotes: Quote, curated: bool = True) -> list[str]:
    """Return what is wrong with the quotations."""
    return [finding.reason for finding in check(quotes, curated=curated)]


def test_good_quotations_pass() -> None:
    """Nothing is wrong with either language."""
    assert reasons(ENGLISH, CHINESE) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Know *thyself*", "'*' in the text, expected no markup"),
        ("Know <b>thyself</b>", "'<b>' in the text, expected no markup"),
        ("Know &amp; act", "'&amp;' in the text, expected no markup"),
        ("Know _thyself_", "'_' in the text, expected no markup"),
        ("Know thyself [12]", "'[12]' in the text, expected no markup"),
        ("Know “thyself", "1 “ and 0 ”, expected pairs"),
        ("Know (thyself", "1 ( and 0 ), expected pairs"),
        ('Know "thyself', '1 ", expected pairs'),
        ("Know 自己", "'自' in an English text, expected one script"),
        ("Knоw thyself", "'nо' mixes alphabets in a word"),
    ],
)
def test_faults_of_english_texts(text: str, reason: str) -> None:
    """Each fault is found and named."""
    assert reasons(Quote(text, "en", author="Socrates")) == [reason]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("学而时习之,不亦说乎", "'之,', expected Chinese punctuation"),
        ("学而时习之 不亦说乎", "'之 不', expected no space between Chinese characters"),
        ("学而 study 时习之", "'study' in a Chinese text, expected one script"),
        ("“学而时习之", "1 “ and 0 ”, expected pairs"),
    ],
)
def test_faults_of_chinese_texts(text: str, reason: str) -> None:
    """Each fault is found and named."""
    assert reasons(replace(CHINESE, text=text)) == [reason]


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        (replace(ENGLISH, author=""), "no author, expected a name, Proverb or 谚语"),
        (replace(ENGLISH, topics=("love", "cats")), "unknown topic 'cats', expected those of epigraph.quotes.topics"),
        (replace(ENGLISH, text="word " * 101), "505 characters, expected at most 500"),
        (replace(CHINESE, period=""), "no period, expected modern or classical"),
    ],
)
def test_a_person_may_do_what_a_published_collection_may_not(quote: Quote, reason: str) -> None:
    """Some faults count only in curated collections."""
    assert reasons(quote) == [reason]
    assert reasons(quote, curated=False) == []


def test_variants_must_lead_to_the_best_known_wording() -> None:
    """A variant of nothing, of itself and of another variant is a fault."""
    best = Quote("Pride goes before a fall", "en", author="Proverb")
    variant = replace(best, text="Pride comes before a fall", variant_of=best.id)
    chained = replace(best, text="Pride cometh before a fall", variant_of=variant.id)
    lost = replace(best, text="Pride went before a fall", variant_of="0" * 16)
    itself = replace(best, text="Pride before a fall", variant_of=Quote("pride before a fall", "en").id)
    assert [(found.row, found.reason) for found in check([best, variant, chained, lost, itself], curated=True)] == [
        (2, f"variant_of {variant.id} is a variant of {best.id}, expected the best-known wording"),
        (3, f"variant_of {'0' * 16} does not exist"),
        (4, "variant_of names the quotation itself"),
    ]
    assert check([variant], curated=False, others=[best]) == []


def test_a_double_names_the_first() -> None:
    """Rows are told as people count them."""
    assert reasons(ENGLISH, CHINESE, replace(ENGLISH, text=ENGLISH.text.upper())) == [
        "same text as number 1, expected each text once"
    ]
