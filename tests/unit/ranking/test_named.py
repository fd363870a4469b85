"""Whom and what a text names."""

import math
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import make_quote
from epigraph.quotes.quote import Quote
from epigraph.ranking.named import Named, NamedIndex

AUTHORS = (
    "Oscar Wilde", "Rowland Hill", "Adam Smith", "Sydney Smith", "Plato", "Francis I", "Alfred, Lord Tennyson",
    "Confucius", "Matthew Arnold", "William Shakespeare", "Proverb", "Anonymous", "", "苏轼", "羅貫中", "列夫·托尔斯泰",
    "富兰克林·罗斯福", "西奥多·罗斯福", "罗曼·罗兰", "罗兰夫人", "马克思、恩格斯", "谚语", "佚名",
)  # fmt: skip
WORKS = {
    "Hamlet, Act 3, Scene 1": "", "The Tempest": "", "Romeo and Juliet, Act 2": "", "Henry V, Act 4": "", "If": "",
    "The Republic of Letters VII": "", "Moby-Dick 1": "", "Poor Richard's Almanack": "", "Les Misérables": "",
    "Speech": "", "Letters": "", "I Am": "", "Civil Disobedience": "", "Shakespeare": "Matthew Arnold",
    "Romans 6:23 (King James Version)": "The Bible", "1 John 4:8 (King James Version)": "The Bible",
    "论语·卫灵公": "孔子", "论语·学而": "孔子", "礼记·大学": "", "水调歌头（明月几时有）": "苏轼", "道德经·第二章": "",
    "卫风·氓": "诗经",
}  # fmt: skip


def make_index() -> NamedIndex:
    """Make an index of a quotation by each author, and one of each work."""
    quotes = [make_quote(f"said by {author}", author=author) for author in AUTHORS]
    quotes += [make_quote(f"from {work}", work=work, author=author) for work, author in WORKS.items()]
    return NamedIndex.build(quotes)


INDEX = make_index()


def named(text: str) -> set[str]:
    """Return the names found in a text."""
    return {name for name, _, _ in INDEX.read(text).found}


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("as Wilde put it", {"Oscar Wilde"}),
        ("as Oscar Wilde put it", {"Oscar Wilde"}),
        ("as O. Wilde put it", {"Oscar Wilde"}),
        ("Wilde's wit", {"Oscar Wilde"}),
        ("Wilde’s Salome", {"Oscar Wilde"}),
        ("WILDE'S WIT", {"Oscar Wilde"}),
        ("Then Oscar Wilde Said", {"Oscar Wilde"}),
        ("Dear Oscar Wilde", {"Oscar Wilde"}),
        ("Even Wilde said", {"Oscar Wilde"}),
        ("So it was. “Although Wilde said", {"Oscar Wilde"}),
        ("Wilde, Plato and Lord Tennyson", {"Oscar Wilde", "Plato", "Alfred, Lord Tennyson"}),
        ("what Kongzi taught", {"Confucius"}),
    ],
)
def test_an_author_is_named_by_surname_full_name_or_other_name(text: str, people: set[str]) -> None:
    """A possessive, and capitalised words around it, do not hide a name."""
    assert named(text) == people


@pytest.mark.parametrize("text", ["on Beacon Hill", "and Constance Wilde", "University of Wilde", "a wilde party"])
def test_a_surname_with_another_first_name_is_somebody_else(text: str) -> None:
    """The other names must fit, and a name is capitalised."""
    assert named(text) == set()


def test_an_everyday_surname_counts_for_all_who_bear_it() -> None:
    """A wrong name costs little here; a first name still tells who is meant."""
    assert named("as Smith said") == {"Adam Smith", "Sydney Smith"}
    assert named("as Adam Smith said") == {"Adam Smith"}


@pytest.mark.parametrize("text", ["so am I", "Francis and I. Then", "Proverb, Anonymous", "谚语、佚名", "Einstein", ""])
def test_words_that_name_nobody(text: str) -> None:
    """A king's number, the people, somebody without a quotation, and an empty text."""
    assert INDEX.read(text).found == ()


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("正如苏轼所说", {"苏轼"}),
        ("苏东坡曾说", {"苏轼"}),
        ("蘇東坡曾說", {"苏轼"}),
        ("罗贯中说", {"羅貫中"}),
        ("宋·苏轼", {"苏轼"}),
        ("托尔斯泰写道", {"列夫·托尔斯泰"}),
        ("列夫•托爾斯泰寫道", {"列夫·托尔斯泰"}),
        ("罗斯福说", {"富兰克林·罗斯福", "西奥多·罗斯福"}),
        ("富兰克林·罗斯福说", {"富兰克林·罗斯福"}),
        ("富兰克林罗斯福说", {"富兰克林·罗斯福"}),
        ("安娜·罗斯福说", set()),
        ("罗兰夫人说", {"罗兰夫人"}),
        ("马克思说", {"马克思、恩格斯"}),
    ],
)
def test_a_chinese_author_is_found_within_a_sentence(text: str, people: set[str]) -> None:
    """By the whole name, the last or another, in simplified or traditional characters."""
    assert named(text) == people


@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("《论语》里说", {"论语"}),
        ("《論語》裡說", {"论语"}),
        ("《论语·卫灵公》", {"论语", "卫灵公", "论语·卫灵公"}),
        ("《论语・卫灵公》", {"论语", "卫灵公", "论语·卫灵公"}),
        ("《大学》", {"大学"}),
        ("《诗经》", {"诗经"}),
        ("《水调歌头》", {"水调歌头"}),
        ("《道德经·第二章》", {"道德经", "道德经·第二章"}),
        ("在大学里读论语", set()),
        ("《第二章》", set()),
        ("《氓》", set()),
    ],
)
def test_a_chinese_work_is_found_in_its_brackets(text: str, works: set[str]) -> None:
    """With its parts; a university is not the book, and the number of a chapter or one character tells nothing."""
    assert named(text) == works


@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("in Hamlet we read", {"Hamlet"}),
        ("Hamlet's doubt", {"Hamlet"}),
        ("the Tempest", {"The Tempest"}),
        ("Romeo and Juliet", {"Romeo and Juliet"}),
        ("ROMEO AND JULIET", {"Romeo and Juliet"}),
        ("Henry V", {"Henry V"}),
        ("The Republic of Letters", {"The Republic of Letters"}),
        ("Moby Dick", {"Moby-Dick"}),
        ("Poor Richard’s Almanack", {"Poor Richard's Almanack"}),
        ("Les Miserables", {"Les Misérables"}),
        ("see Romans 6:23", {"Romans 6:23"}),
        ("(Rom. vi. 23)", {"Romans 6:23"}),
        ("as 1 Jn 4:8 has it", {"1 John 4:8"}),
        ("as 2 Jn 4:8 has it", set()),
        ("see 1 John 4:8", {"1 John 4:8"}),
        ("the Bible says", {"The Bible"}),
    ],
)
def test_an_english_title_is_found_as_whole_words(text: str, works: set[str]) -> None:
    """Without its article and what follows a comma, and without the number of a book but a king's."""
    assert named(text) == works


@pytest.mark.parametrize(
    "text",
    ["a tempest", "Hamletism", "Romeo", "Henry", "Romans", "I am", "Civil disobedience", "If so", "Speech, Letters"],
)
def test_words_that_are_no_title(text: str) -> None:
    """Words not capitalised as the title is, parts of it, short words and words of genre."""
    assert named(text) == set()


def test_a_title_that_is_a_persons_name_is_left_to_the_person() -> None:
    """Who names Shakespeare does not mean Arnold's sonnet."""
    assert named("as Shakespeare says") == {"William Shakespeare"}


def test_the_rarer_name_tells_more() -> None:
    """Rarity is the logarithm of how few of the quotations a name speaks for; the most telling of a row counts."""
    hamlet = make_quote("a", author="William Shakespeare", work="Hamlet, Act 1")
    others = [make_quote(text, author="William Shakespeare") for text in ("b", "c")]
    found = NamedIndex.build([*others, hamlet, make_quote("d")]).read("Shakespeare, in Hamlet")
    assert [(name, rows.tolist(), rarity) for name, rows, rarity in found.found] == [
        ("Hamlet", [2], math.log(4)),
        ("William Shakespeare", [0, 1, 2], math.log(4 / 3)),
    ]
    assert found.scores(np.array([3, 2, 0])).tolist() == pytest.approx([0, math.log(4), math.log(4 / 3)])
    assert found.rows().tolist() == [0, 1, 2]
    assert found.names(2) == ("Hamlet", "William Shakespeare")
    assert found.names(3) == ()


def test_an_author_and_a_work_of_one_name_are_told_once() -> None:
    """Who writes 《孟子》 names the man too; one name is shown."""
    found = NamedIndex.build([make_quote("a", author="孟子", work="孟子·告子上"), make_quote("b")]).read("《孟子》")
    assert found.names(0) == ("孟子",)


def test_a_row_counts_once_for_a_book_that_is_author_and_work() -> None:
    """Else a name would seem less rare than it is."""
    found = NamedIndex.build([make_quote("a", author="诗经", work="诗经·卫风"), make_quote("b")]).read("《诗经》")
    assert [(name, rows.tolist(), rarity) for name, rows, rarity in found.found] == [("诗经", [0], math.log(2))]


def test_a_letter_that_is_several_words_is_no_error() -> None:
    """A title may have such a letter, and a text its words."""
    index = NamedIndex.build([make_quote("a", work="Praise ﷺ"), make_quote("b")])
    assert index.read(unicodedata.normalize("NFKD", "Praise ﷺ")).rows().tolist() == [0]


def test_a_name_that_all_quotations_have_tells_nothing() -> None:
    """It is found, and its rarity is 0."""
    found = NamedIndex.build([make_quote("a", author="Plato"), make_quote("b", author="Plato")]).read("Plato")
    assert found.rows().tolist() == [0, 1]
    assert found.scores(np.arange(2)).tolist() == [0, 0]


def test_nothing_named_is_no_rows_and_no_scores() -> None:
    """Also of no quotations at all."""
    found = NamedIndex.build([]).read("Plato")
    assert found == Named(())
    assert found.rows().tolist() == []
    assert found.scores(np.arange(2)).tolist() == [0, 0]


PIECES = st.sampled_from([*AUTHORS, *WORKS, "《", "》", "·", ",", "'s", "’s", " ", "Dear ", "I", "\ud800", "\x00", "ﷺ"])
TEXTS = st.lists(PIECES | st.text(st.characters(), max_size=8), max_size=12).map("".join)  # lone surrogates too


@given(TEXTS)
def test_any_text_is_read_and_scores_what_it_names(text: str) -> None:
    """No text is an error, and exactly the named rows have a score."""
    found = INDEX.read(text)
    scores = found.scores(np.arange(len(AUTHORS) + len(WORKS)))
    assert np.flatnonzero(scores).tolist() == found.rows().tolist()
    assert all(bool(found.names(row)) == (scores[row] > 0) for row in range(len(scores)))


@given(st.lists(st.builds(Quote, TEXTS, st.just("en"), TEXTS, TEXTS), min_size=1, max_size=4))
def test_any_author_and_work_is_indexed(quotes: list[Quote]) -> None:
    """A person's own quotations have anything in place of a name; reading it back is no error."""
    index = NamedIndex.build(quotes)
    for quote in quotes:
        assert set(index.read(f"{quote.author} {quote.work}").rows()) <= set(range(len(quotes)))
