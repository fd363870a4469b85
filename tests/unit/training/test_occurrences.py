"""Quotations in a text: spelling, sentences, joins, overlaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import make_quote
from epigraph.quotes.collection import shipped
from epigraph.quotes.quote import Quote
from epigraph.text.query import LANGUAGES, Language
from epigraph_training.corpus.occurrences import Searcher

MOON = make_quote("We choose to go to the moon. Not because it is easy; but because it is hard! So we go.")
STUFF = "We are such stuff as dreams are made on"
SPRING = Quote("关关雎鸠，在河之洲；窈窕淑女，君子好逑。", "zh")


def found(text: str, *quotes: Quote) -> list[str]:
    """Return the words of a text that are quotations."""
    return [text[one.start : one.end] for one in Searcher(quotes, quotes[0].language).find(text)]


@pytest.mark.parametrize(
    ("quote", "written"),
    [
        ("It is not the honour that you take with you", "it isn't the\n   honor, that you take with you"),
        ("The theatre is a centre of defence", "THE THEATER is a center of defense"),
        ("Beggars can't be choosers", "beggars cannot be choosers"),
        ("Beggars cannot be choosers", "Beggars can’t be choosers"),
        ("I will not take it", "I won’t take it"),
        ("I have seen them and I will go", "I’ve seen them and I’ll go"),
        ("Tomorrow is another day", "To-morrow is another day"),
        ("O Romeo, Romeo! Wherefore art thou Romeo?", "O Romeo Romeo wherefore art thou Romeo"),
        ("A naïve café is realised", "a naive cafe is realized"),
        ("It is a far, far better thing that I do", "Tis a far far better thing that I do"),
        ("The labour we delight in physics pain", "the labor we _delight_ in physics pain"),
    ],
)
def test_spelling_is_no_obstacle(quote: str, written: str) -> None:
    """Case, marks, apostrophes, contractions and British spelling do not hide a quotation."""
    assert found(f"And so {written}, he said.", make_quote(quote)) == [written]


@pytest.mark.parametrize("written", ["關關雎鳩，在河之洲。窈窕淑女，君子好逑", "关关雎鸠 在河之洲\n窈窕淑女 君子好逑"])
def test_chinese_is_compared_by_characters(written: str) -> None:
    """Script, marks and line breaks do not hide a Chinese quotation."""
    assert found(f"书上说：{written}。他笑了。", SPRING) == [written]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Not because it is easy", ["Not because it is easy"]),
        ("x. Because it is easy, but because it is hard.", ["but because it is hard"]),
        ("Not because it is easy; but because it is hard", ["Not because it is easy; but because it is hard"]),
        ("because it is hard! So we go.", []),
        ("but because it is hard! So we go.", ["but because it is hard! So we go"]),
        ("but because it is hard! And so we go.", ["but because it is hard"]),
        (MOON.text, [MOON.text[:-1]]),
        (
            "We choose to go to the moon. But because it is hard!",
            ["We choose to go to the moon", "But because it is hard"],
        ),
        ("So we go.", []),
    ],
)
def test_sentences_that_follow_each_other_are_one_occurrence(text: str, expected: list[str]) -> None:
    """A sentence is found alone if it is long enough, and takes its neighbours with it."""
    assert found(f"He said it again and again: {text} That was all.", MOON) == expected


def test_a_half_of_a_couplet_is_found() -> None:
    """A Chinese semicolon parts what may be quoted alone."""
    assert found("人人都说窈窕淑女，君子好逑，可他不信。", SPRING) == ["窈窕淑女，君子好逑"]


@pytest.mark.parametrize(
    ("quote", "written"),
    [
        (Quote("桃花潭水深千尺，不及汪伦送我情", "zh", period="classical"), "不及汪伦送我情"),
        (Quote("我寄愁心与明月，随君直到夜郎西", "zh", period="classical"), "我寄愁心与明月，随风直到夜郎西"),
        (make_quote("We are such stuff as dreams are made on, and our little life is rounded with a sleep"), STUFF),
        (
            make_quote("The days of our years are threescore years and ten"),
            "the days of our years are threescore and ten",
        ),
        (
            make_quote("But soft, what light through yonder window breaks"),
            "But soft! what light from yonder window breaks",
        ),
    ],
)
def test_lines_slips_and_first_clauses_are_found(quote: Quote, written: str) -> None:
    """A line of a classical text, a quotation with a slip, and the beginning of one are occurrences, if not whole."""
    text = f"他说 he said: {written}. 然后 and then"
    (occurrence,) = Searcher([quote], quote.language).find(text)
    assert (text[occurrence.start : occurrence.end], occurrence.whole) == (written, False)


def test_a_play_on_the_beginning_is_no_occurrence() -> None:
    """Words that only begin alike are somebody's own."""
    quote = make_quote("The love of money is the root of all evil in this world")
    assert found("The love of money was never what made my brother go to sea.", quote) == []


def test_the_longest_of_overlapping_quotations_stays() -> None:
    """A short saying inside of a longer one is not found apart, but is found elsewhere."""
    short, long = make_quote("All the world's a stage"), make_quote("All the world's a stage and all the men players")
    text = "All the world's a stage and all the men players. Yes, all the world's a stage, indeed."
    assert [one.quote for one in Searcher([short, long], "en").find(text)] == [long, short]


def test_words_must_be_whole() -> None:
    """Letters inside of other words are no quotation."""
    assert found("The seat here is a seam", make_quote("These at here is as eam")) == []
    assert found("This is a warishell of a thing", make_quote("War is hell")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_quotation_is_too_short_to_be_sought(language: Language) -> None:
    """All that ship can be found as they are written."""
    quotes = shipped(language)
    assert Searcher(quotes, language).unsought == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_shipped_quotation_is_found_in_a_text(language: Language) -> None:
    """Of a text that holds every tenth quotation, each is found, or a wording of the same words."""
    quotes = shipped(language)
    searcher = Searcher(quotes, language)
    lost = [quote.text for quote in quotes[::10] if not searcher.find(f"Xyz. {quote.text}. 甲")]
    assert lost == []


@given(st.text(alphabet="toberns' \n.,!-不三人😀\u2060\ud800", max_size=60))
def test_any_text_can_be_searched(text: str) -> None:
    """No text raises, and what is found has the quotation's letters."""
    for words in found(text, make_quote("To be or not to be, no tenor")):
        assert words.lower().startswith("to")


WORDS = ["it's", "its", "a", "far", "fur", "better", "thing", "that", "I", "do", "than", "have", "—", "\n\n", "不"]


@given(st.lists(st.sampled_from(WORDS)))
def test_any_slips_can_be_searched(drawn: list[str]) -> None:
    """However the words of a long quotation are mixed, what is found lies in the text and has some of them."""
    quote = make_quote("It is a far, far better thing that I do, than I have ever done")
    text = " ".join(["it's a far far better thing", *drawn])
    for one in Searcher([quote], "en").find(text):
        assert 0 <= one.start < one.end <= len(text)
        assert len(one.keys) >= 5


def test_offsets_hold_after_any_character() -> None:
    """Characters of any width before a quotation do not shift it."""
    text = "😀é“三\u2060” War is hell."
    assert found(text, make_quote("War is hell")) == ["War is hell"]
    assert found("😀𠀀é “三人行，必有我师” abc", Quote("三人行，必有我师", "zh")) == ["三人行，必有我师"]
