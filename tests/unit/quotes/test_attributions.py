"""Who a text says said it, and whether that can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import make_quote
from epigraph.quotes.attributions import Credit, credited_to, misattributed
from epigraph.quotes.people import People
from epigraph.quotes.quote import Quote

PEN = make_quote("The pen is mightier than the sword", author="Edward Bulwer-Lytton", work="Richelieu")
WILDE = make_quote("I can resist everything except temptation", author="Oscar Wilde")
SERMON = make_quote("Judge not, that ye be not judged", author="The Bible", work="Matthew 7:1")
MOSS = make_quote("A rolling stone gathers no moss", author="Proverb")
LIES = make_quote(
    "Lies, damned lies",
    author="Anonymous",
    attribution="misattributed",
    note="In the press by 1891, then credited to Oscar Wilde I think.",
)
CAVE = make_quote("Know thyself better", author="Socrates", work="Plato, Apology")
JAMES = make_quote("Live all you can", author="Henry James")
BROTHER = make_quote("A difference must make a difference", author="William James")
MARX = make_quote("Workers of all countries, unite", author="Karl Marx and Friedrich Engels")
PLATO = make_quote("Love is a serious mental disease", author="Plato", attribution="attributed")
KARL = make_quote("Religion is the opium of the people", author="Karl Marx")
CLIMB = Quote("会当凌绝顶，一览众山小", "zh", author="杜甫", work="望岳")
BROW = Quote("横眉冷对千夫指，俯首甘为孺子牛", "zh", author="鲁迅", work="自嘲")
BURDEN = Quote("士不可以不弘毅，任重而道远", "zh", author="曾子", work="论语·泰伯")
FAMILY = Quote("幸福的家庭都是相似的", "zh", author="列夫·托尔斯泰")
MASTER = Quote("过犹不及", "zh", author="孔子", work="论语·先进")
PEOPLE = People(
    [PEN, WILDE, SERMON, MOSS, LIES, CAVE, JAMES, BROTHER, MARX, PLATO, KARL, CLIMB, BROW, BURDEN, FAMILY, MASTER]
)


def credit_in(text: str, quote: Quote) -> Credit | None:
    """Return the credit of the quotation that stands in a text, in whatever case."""
    start = text.casefold().index(quote.text.casefold())
    return credited_to(text, start, start + len(quote.text), PEOPLE)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("“The pen is mightier than the sword.” — Einstein", "Einstein"),
        ("The pen is mightier than the sword\n—Albert Einstein, 1905", "Albert Einstein"),
        ("The pen is mightier than the sword -- Mark Twain", "Mark Twain"),
        ("The pen is mightier than the sword –\u2060 W. B. Yeats", "W. B. Yeats"),
        ("“The pen is mightier than the sword” (Johann Wolfgang von Goethe, 1800)", "Johann Wolfgang von Goethe"),
        ("As Einstein said, “the pen is mightier than the sword.”", "Einstein"),
        ('"The pen is mightier than the sword," said Einstein.', "Einstein"),
        ('Einstein once said: "The pen is mightier than the sword."', "Einstein"),
        ("In the words of Oscar Wilde, the pen is mightier than the sword.", "Oscar Wilde"),
        ("“The pen is mightier than the sword,” as Oscar Wilde put it.", "Oscar Wilde"),
        ("Oscar Wilde tells us that the pen is mightier than the sword.", "Oscar Wilde"),
    ],
)
def test_a_credit_beside_a_quotation_is_found(text: str, name: str) -> None:
    """The usual English forms, before and after; the offsets are the name's."""
    credit = credit_in(text, PEN)
    assert credit is not None
    assert credit.name == name == text[credit.start : credit.end]


@pytest.mark.parametrize(
    "text",
    [
        "“The pen is mightier than the sword,” said James.",
        "The pen is mightier than the sword. Einstein said nothing.",
        "“The pen is mightier than the sword.” Einstein said: “No.”",
        "The pen is mightier than the sword — Captain Smith knew it.",
        "The pen is mightier than the sword, he said.",
        "Einstein was here. “The pen is mightier than the sword.”",
        "“The pen is mightier than the sword” (see above)",
    ],
)
def test_what_only_resembles_a_credit_is_none(text: str) -> None:
    """Names that do other things, and people in stories, are not credited."""
    assert credit_in(text, PEN) is None


@pytest.mark.parametrize(
    ("text", "written", "name"),
    [
        ("“会当凌绝顶，一览众山小。”——鲁迅", "鲁迅", "鲁迅"),
        ("会当凌绝顶，一览众山小（鲁迅）", "鲁迅", "鲁迅"),
        ("会当凌绝顶，一览众山小。——唐·杜甫《望岳》", "杜甫", "杜甫"),
        ("鲁迅说：“会当凌绝顶，一览众山小”", "鲁迅", "鲁迅"),
        ("正如鲁迅所说，会当凌绝顶，一览众山小", "鲁迅", "鲁迅"),
        ("爱因斯坦曾说过：“会当凌绝顶，一览众山小”", "爱因斯坦", "爱因斯坦"),
        ("托尔斯泰在日记里写道：会当凌绝顶，一览众山小", "托尔斯泰", "托尔斯泰"),
        ("魯迅先生曾說：「会当凌绝顶，一览众山小」", "魯迅", "鲁迅"),
    ],
)
def test_a_chinese_credit_is_found(text: str, written: str, name: str) -> None:
    """The usual Chinese forms, for known people; the name comes in simplified script."""
    credit = credit_in(text, CLIMB)
    assert credit is not None
    assert (text[credit.start : credit.end], credit.name) == (written, name)


@pytest.mark.parametrize(
    "text",
    [
        "“会当凌绝顶，一览众山小。”鲁迅说：“不然。”",
        "老师说：会当凌绝顶，一览众山小",
        "他想起会当凌绝顶，一览众山小——鲁迅",
    ],
)
def test_a_chinese_name_beside_is_not_always_a_credit(text: str) -> None:
    """The next speaker, an unknown one, and the end of a longer sentence credit nobody."""
    assert credit_in(text, CLIMB) is None


@pytest.mark.parametrize(
    ("quote", "name", "expected"),
    [
        (PEN, "Einstein", True),
        (PEN, "Oscar Wilde", True),
        (PEN, "Bulwer-Lytton", False),
        (PEN, "E. Bulwer-Lytton", False),
        (PEN, "Richelieu", False),
        (PEN, "Hannah Wilde", False),
        (SERMON, "Oscar Wilde", False),
        (MOSS, "Einstein", False),
        (LIES, "Wilde", True),
        (LIES, "Einstein", False),
        (CAVE, "Plato", False),
        (JAMES, "James", False),
        (JAMES, "William James", False),
        (MARX, "Marx", False),
        (PLATO, "Einstein", False),
        (CLIMB, "鲁迅", True),
        (CLIMB, "杜甫", False),
        (CLIMB, "杜子美", False),
        (BROW, "托尔斯泰", True),
        (FAMILY, "托尔斯泰", False),
        (BURDEN, "孔子", False),
    ],
)
def test_only_a_clear_contradiction_is_a_misattribution(quote: Quote, name: str, expected: bool) -> None:
    """Known other people contradict a sure author; namesakes, unknown names, works, books and doubts never do."""
    assert misattributed(quote, Credit(name, 0, len(name)), PEOPLE) is expected


@given(st.text(st.characters(), max_size=120), st.text(st.characters(), max_size=120))
def test_any_text_is_read(before: str, after: str) -> None:
    """Nothing raises, and a credit lies outside of the quotation."""
    credit = credited_to(before + PEN.text + after, len(before), len(before) + len(PEN.text), PEOPLE)
    if credit:
        assert credit.end <= len(before) or credit.start >= len(before) + len(PEN.text)
        misattributed(PEN, credit, PEOPLE)
