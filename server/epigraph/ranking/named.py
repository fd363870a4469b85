"""Named channel: the authors and works that a text names, for who names them means a quotation of theirs. No I/O.

It is soft evidence, a score and not a filter: a wrong name costs little, so everyday surnames count too.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from epigraph.quotes.attributions import NAME
from epigraph.quotes.people import People, is_book, is_person, other_names, plain
from epigraph.quotes.quote import Quote
from epigraph.quotes.verses import means_book, verses_in
from epigraph.text.normal import CJK
from epigraph.text.script import to_simplified

_NAME = re.compile(NAME)
_NEXT_NAME = re.compile(r",\s*|['’][sS]\b\s*")  # where another name begins in a run of them
_OPENING = re.compile(r"(?:\A|[.!?…:;—])[\s\"'“‘(]*\Z")  # the first word of a sentence is no first name: Even Milton
_WORD = re.compile(r"[^\W_]+")
_CHINESE = re.compile(CJK)
_DOT = re.compile("[•・‧∙⋅]")
_IN_BRACKETS = re.compile(r"《([^《》]+)》")
_BETWEEN_PARTS = re.compile(r"[·.（）()《》〈〉\d:：]+")
_SECTION = re.compile(r"(?:第.+[回章篇节]|[其卷][一二三四五六七八九十]+)")

_ADDITION = re.compile(r"\s*[,(].*", re.DOTALL)
_NUMBER = re.compile(r"(?<!Henry)(?<!Richard)(?<!Edward)(?<!Louis)\s(?:[IVXLC]+|(?!\d{4}$)\d[\d.]*\w*)$")
_ARTICLES = ("The ", "A ", "An ")
_SHORTEST = 5  # letters of a title that is one word
_SHORTEST_PART = 2  # characters of a Chinese name or work
# titles that are words of genre, or mostly mean something else
_EVERYDAY = """
    address ambassadors aphorisms apophthegms autobiography birthday break brook capital captive characters circles
    conversation conversations defendant diary discourse discourses dream easter education elegies elegy england
    epigram epigrams epistles epitaph essay essays ethics examiner experience fable fables fragment fragments
    friendship garden grandmother grief histories history human hymn interview jerusalem journal journals lecture
    lectures leisure letter letters liberator london maxims memoirs mistress motto music notebook notebooks poems
    politics prince princess problem prudence remark remarks remember republic resignation satire satires sentences
    sermon sermons soldier solitude sonnet sonnets speech speeches statement sympathy temple thoughts tommy traveller
    trees walking winners
"""
_EVERYDAY_TITLES = frozenset(_EVERYDAY.split()) | {"good bye", "i am", "i remember", "note books"}

Rows = NDArray[np.intp]
Scores = NDArray[np.float32]
_Entry = tuple[str, Rows, float]


@dataclass(frozen=True, slots=True)
class Named:
    """What a text names: for each name the quotations it speaks for, and how telling it is, the most telling first."""

    found: tuple[_Entry, ...]  # the author's name or the work, rows ascending, rarity

    def scores(self, rows: Rows) -> Scores:
        """Return the rarity of the most telling name of each row, 0 without any, (n_rows,)."""
        scores = np.zeros(len(rows), dtype=np.float32)
        for _, having, rarity in reversed(self.found):
            scores[np.isin(rows, having)] = rarity
        return scores

    def rows(self) -> Rows:
        """Return all rows that a name speaks for, ascending."""
        return np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *(having for _, having, _ in self.found)]))

    def names(self, row: int) -> tuple[str, ...]:
        """Return the names that speak for a row, the most telling first."""
        return tuple(dict.fromkeys(name for name, having, _ in self.found if row in having))


@dataclass(frozen=True, slots=True)
class NamedIndex:
    """The authors and works of quotations by what people call them; to read a text costs by the text, not by them."""

    authors: dict[str, _Entry]
    works: dict[str, _Entry]  # by a Chinese work or a part of it, or by the words of an English title
    people: People
    called: dict[str, list[str]]  # a name in Chinese characters to authors
    name_lengths: dict[str, list[int]]  # of these names, by the first character
    title_lengths: dict[str, list[int]]  # in words, by the first word
    verses: dict[tuple[int, int], list[tuple[str, str]]]  # chapter and verse to the book and the key of the work

    @classmethod
    def build(cls, quotes: Sequence[Quote]) -> "NamedIndex":
        """Group the quotations by author and work."""
        by_author: dict[str, list[int]] = defaultdict(list)
        by_work: dict[str, list[int]] = defaultdict(list)
        for row, quote in enumerate(quotes):
            by_author[quote.author].append(row)
            by_work[quote.work].append(row)
        people = People(quotes[rows[0]] for rows in by_author.values())
        persons = {author: (author, rows) for author, rows in by_author.items() if is_person(author)}
        books = ((author, rows) for author, rows in by_author.items() if is_book(author))
        works = _works([*by_work.items(), *books], people)
        called = _called(persons)
        return cls(
            authors=_entries(persons, len(quotes)),
            works=_entries(works, len(quotes)),
            people=people,
            called=called,
            name_lengths=_lengths(called),
            title_lengths=_lengths(work.split(" ") for work in works if not _CHINESE.search(work)),
            verses=_verses(works),
        )

    def read(self, text: str) -> Named:
        """Return what a text names."""
        authors, works = set(self._people(text)), {*self._titles(text), *self._verses(text)}
        if _CHINESE.search(text):
            chinese = _simplified(text)
            authors.update(self._chinese_people(chinese))
            works.update(self.works.keys() & _bracketed(chinese))
        found = [*(self.authors[name] for name in authors & self.authors.keys()), *(self.works[key] for key in works)]
        return Named(tuple(sorted(found, key=lambda entry: (-entry[2], entry[0]))))

    def _people(self, text: str) -> Iterator[str]:
        for match in _NAME.finditer(text):
            opens = _OPENING.search(text[: match.start()])
            for run in filter(None, _NEXT_NAME.split(match["name"])):
                names = run.split()
                people = self._meant(names)
                yield from self._meant(names[1:]) if opens and len(names) > 1 and not people else people

    def _meant(self, names: list[str]) -> set[str]:
        """Return whom the longest part of a run of names means; one name of several means nobody: Beacon Hill."""
        for length in range(len(names), min(len(names), 2) - 1, -1):
            for start in range(len(names) - length + 1):
                part = names[start : start + length]
                if part[0].islower() or part[-1].islower():  # of, von
                    continue
                if people := self.people.named(" ".join(part)):
                    return people
        return set()

    def _chinese_people(self, text: str) -> Iterator[str]:
        end = 0
        for start, first in enumerate(text):
            if start < end or first not in self.name_lengths:
                continue
            for length in self.name_lengths[first]:
                if authors := self.called.get(text[start : start + length]):
                    end = start + length
                    # another first name stands before the dot
                    yield from (author for author in authors if text[start - 1 : start] != "·" or "·" not in author)
                    break

    def _verses(self, text: str) -> Iterator[str]:
        for written, chapter, verse in verses_in(text):
            yield from (key for book, key in self.verses.get((chapter, verse), ()) if means_book(written, book))

    def _titles(self, text: str) -> Iterator[str]:
        words = _WORD.findall(text)
        end = 0
        for start, first in enumerate(words):
            if start < end or not (first[0].isupper() or first[0].isdigit()):
                continue
            for length in self.title_lengths.get(plain(first), ()):
                part = words[start : start + length]
                key = plain(" ".join(part))
                if key in self.works and _is_capitalised_as(part, self.works[key][0]):
                    end = start + length
                    yield key
                    break


def _entries(named: dict[str, tuple[str, list[int]]], size: int) -> dict[str, _Entry]:
    distinct = ((key, name, np.array(sorted(set(rows)), dtype=np.intp)) for key, (name, rows) in named.items())
    return {key: (name, rows, log(size / len(rows))) for key, name, rows in distinct}


def _lengths(phrases: Iterable[Sequence[str]]) -> dict[str, list[int]]:
    """Return the lengths of phrases by what they begin with, the longest first."""
    lengths: dict[str, set[int]] = defaultdict(set)
    for phrase in phrases:
        lengths[phrase[0]].add(len(phrase))
    return {first: sorted(found, reverse=True) for first, found in lengths.items()}


def _called(authors: Iterable[str]) -> dict[str, list[str]]:
    """Return the authors that each name in Chinese characters means: 托尔斯泰, 列夫·托尔斯泰, 苏东坡."""
    called: dict[str, list[str]] = defaultdict(list)
    for author in filter(_CHINESE.search, authors):
        whole = _simplified(author)
        names = {whole, whole.replace("·", ""), *other_names(author)}
        for name in names.union(part.rpartition("·")[2] for part in whole.split("、")):
            if len(name) >= _SHORTEST_PART:
                called[name].append(author)
    return called


def _verses(works: dict[str, tuple[str, list[int]]]) -> dict[tuple[int, int], list[tuple[str, str]]]:
    """Return by chapter and verse the works that are verses."""
    verses: dict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
    for key, (name, _) in works.items():
        for book, chapter, verse in verses_in(name):
            verses[chapter, verse].append((book, key))
    return verses


def _works(rows_of: Iterable[tuple[str, list[int]]], people: People) -> dict[str, tuple[str, list[int]]]:
    """Return by each key of a work how people write what it means, and its rows."""
    works: dict[str, tuple[str, list[int]]] = {}
    for work, rows in rows_of:
        for key, name in _keys(work, people).items():
            works.setdefault(key, (name, []))[1].extend(rows)
    return works


def _keys(work: str, people: People) -> dict[str, str]:
    """Return how people write a work or its parts, by key; an everyday word or a person's name is no title.

    "Moby-Dick 1" and "Hamlet, Act 3" are parts of a work, "Henry V" is one.
    """
    if _CHINESE.search(work):
        return {part: part for part in _parts(_simplified(work))}
    title = _NUMBER.sub("", _ADDITION.sub("", work))
    words = _WORD.findall(title)
    if title.startswith(_ARTICLES):
        words = words[1:]
    key = plain(" ".join(words))
    tells = len(words) > 1 or (len(key) >= _SHORTEST and not people.named(key))
    return {key: title} if tells and key not in _EVERYDAY_TITLES else {}


def _is_capitalised_as(words: Sequence[str], title: str) -> bool:
    """Return whether words are capitalised where those of a title are, for "I am" is not "I Am"."""
    model = _WORD.findall(title)[-len(words) :]
    # not strict: one letter may be plain as several words, as ﷺ is
    return not any(word[0].islower() and other[0].isupper() for word, other in zip(words, model, strict=False))


def _bracketed(text: str) -> set[str]:
    return {part for work in _IN_BRACKETS.findall(text) for part in _parts(work)}


def _parts(work: str) -> set[str]:
    """Return a Chinese work and its parts: 论语·卫灵公, 论语, 卫灵公; a mere number of a chapter is none."""
    parts = {work, *_BETWEEN_PARTS.split(work)}
    return {part for part in parts if len(part) >= _SHORTEST_PART and not _SECTION.fullmatch(part)}


def _simplified(text: str) -> str:
    return _DOT.sub("·", to_simplified(text))
