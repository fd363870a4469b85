"""Whom a name means: the authors of a collection, and people to whom sayings are often credited.

An unknown name means nobody: of two names that may be one person nothing is ever said.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from epigraph.quotes.quote import Quote

_BOOKS = {
    "The Bible", "The Koran", "圣经", "三字经", "古诗十九首", "南北朝民歌", "增广贤文", "大学", "孔子家语", "尚书",
    "汉乐府", "礼记", "论语", "诗经", "周易",
}  # fmt: skip
# in place of an author: never contradicted by a name
_NOBODY = {"", "Proverb", "Anonymous", "谚语", "佚名"} | _BOOKS
_ALSO_CREDITED = (
    "Albert Camus", "Albert Einstein", "Bertrand Russell", "Bill Gates", "C. S. Lewis", "Ernest Hemingway",
    "Eleanor Roosevelt", "George Orwell", "Helen Keller", "J. R. R. Tolkien", "Jean-Paul Sartre", "John F. Kennedy",
    "Martin Luther King", "Maya Angelou", "Mother Teresa", "Nelson Mandela", "Robert Frost", "Steve Jobs",
    "T. S. Eliot", "Winston Churchill", "爱因斯坦", "巴金", "冰心", "丘吉尔", "海明威", "胡适", "霍金", "季羡林",
    "老舍", "林徽因", "林语堂", "罗素", "曼德拉", "莫言", "钱钟书", "乔布斯", "三毛", "沈从文", "杨绛", "张爱玲",
    "周恩来",
)  # fmt: skip
_CALLED = {
    "napoleon": "Napoleon Bonaparte", "leonardo": "Leonardo da Vinci", "kongzi": "Confucius", "laozi": "Lao Tzu",
    "孔夫子": "孔子", "仲尼": "孔子", "苏东坡": "苏轼", "东坡": "苏轼", "王阳明": "王守仁", "韩非子": "韩非",
    "孙子": "孙武", "李太白": "李白", "陶潜": "陶渊明", "诸葛孔明": "诸葛亮", "李易安": "李清照", "莎翁": "莎士比亚",
}  # fmt: skip
_OF_MANY_VOICES = {
    "论语", "礼记", "左传", "战国策", "庄子", "孟子", "史记", "汉书", "后汉书", "三国志", "晋书", "世说新语",
    "资治通鉴", "宋史", "六祖坛经",
}  # fmt: skip
# names of authors that alone may be anybody's, or are words too
_EVERYDAY = """
    adams alexander allen ambrose anthony arnold augustine bacon bailey ball bell bernard blake bradford brooke brown
    browne bryan bryant burke burns burton butler campbell carroll cato clare clay collins cook daniel davies douglass
    drake dyer eliot everett ford france franklin frederick fuller gates gay george grant gray grey hale hamilton
    hardy henry herbert hill holmes homer hood hopkins horace howe hunt irving james jerome jobs johnson jones joyce
    julian keller key king lamb lawrence lee lewis locke madison meredith mill moore more morris nelson newman newton
    oates owen paine payne perry phillips pitt pope prior roland rogers rowe russell sand scott shaw
    shirley sidney smith spencer stanley steele stevenson thompson thomson truth vaughan victoria virgil wallace
    warner washington watts webster wells wesley wilson wolfe young 高明 有子 神秀 志南
"""
_EVERYDAY_NAMES = frozenset(_EVERYDAY.split())
_UNNAMING = {"lord", "sir", "saint", "st", "dr", "mr", "mrs", "madame", "lady", "captain", "queen", "emperor", "duke"}
_UNNAMING |= {"jr", "president", "of", "de", "du", "da", "la", "von", "van", "and"}
_ADDITION = re.compile(r"\(.*?\)|(?<=[^\W\d_]) the .*")
_NUMERAL = re.compile(r"[ivx]+")
_BETWEEN = re.compile(r"[\W_]+")


class People:
    """The people of a collection by the last of their names, with all of these and their sayings."""

    def __init__(self, quotes: Iterable[Quote]) -> None:
        self._by_last: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._sayings: dict[str, set[str]] = defaultdict(set)
        for quote in quotes:
            self._sayings[quote.author].add(quote.saying)
        for person in (*self._sayings, *_ALSO_CREDITED):
            if is_person(person):
                names = _names(person)
                self._by_last[names[-1]][person] = names

    def named(self, name: str) -> set[str]:
        """Return the people that a name may mean: the last name is theirs, and so are the others or their initials."""
        given = _names(name)
        if called := _CALLED.get("".join(given)):
            return {called}
        return {person for person, names in self._by_last.get(given[-1], {}).items() if _may_be(given, names)}

    def may_have_said(self, person: str, quote: Quote) -> bool:
        """Return whether the person is the author, is named with the work, or has the saying in another wording."""
        return quote.saying in self._sayings.get(person, ()) or mentions(f"{quote.author} {quote.work}", person)


def is_person(author: str) -> bool:
    """Return whether an author is somebody: not the people, nobody known, or a book."""
    return author not in _NOBODY


def is_book(author: str) -> bool:
    """Return whether a book stands in the place of an author."""
    return author in _BOOKS


def other_names(person: str) -> list[str]:
    """Return by what other names a person is called."""
    return [name for name, called in _CALLED.items() if called == person]


def is_somebodys(quote: Quote) -> bool:
    """Return whether a quotation has one author: not the people, nor a book, nor a book in which many speak."""
    book = quote.work.split("·")[0].strip("《》")
    return is_person(quote.author) and book not in _OF_MANY_VOICES


def is_everyday(name: str) -> bool:
    """Return whether a name is so common that without a first name it tells nothing."""
    names = _names(name)
    return len(names) == 1 and names[0] in _EVERYDAY_NAMES


def mentions(text: str, person: str) -> bool:
    """Return whether a text has a person's last name."""
    last = _names(person)[-1]
    return last in _BETWEEN.split(plain(text)) if last.isascii() else last in text


def _names(name: str) -> list[str]:
    """Return the names in a name, without titles and additions; a king's, or what has none else, as one."""
    whole = plain(name)
    names = [part for part in _BETWEEN.split(_ADDITION.sub("", whole)) if part and part not in _UNNAMING]
    if not names or _NUMERAL.fullmatch(names[-1]):
        return ["".join(_BETWEEN.split(whole))]
    return names


def plain(text: str) -> str:
    """Return a text without case and accents."""
    if text.isascii():
        return text.lower()
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).casefold()


def _may_be(given: list[str], full: list[str]) -> bool:
    """Return whether each given name is one of the full name, either of them perhaps an initial."""
    return all(any(one == other or other[0] == one or one[0] == other for other in full) for one in given)
