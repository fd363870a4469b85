"""The words of a text as recognition compares them, and where they stand. Knows no quotations.

Case, accents, apostrophes, contractions, British and American spelling, Chinese script and its variant characters
are folded: two texts with the same keys have the same wording.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from epigraph.text.markup.scan import GONE
from epigraph.text.normal import CJK
from epigraph.text.script import to_simplified

_LETTER = rf"[^\W_{CJK[1:-1]}]"
_WORD = re.compile(rf"{CJK}|{_LETTER}(?:['’‘ʼ`´\u00ad\u0300-\u036f{GONE}]*{_LETTER})*")
_CHINESE = re.compile(CJK)
_APOSTROPHE = re.compile(r"['’‘ʼ`´]+")
_SILENT = re.compile(rf"[\u00ad{GONE}]")
_MARK = re.compile(r"[\u0300-\u036f]")

# characters that printings of one sentence exchange, each for the first of its group
_SAME_CHARACTERS = (
    "唯惟维", "他她它", "的地得底", "做作", "像象", "那哪", "着著", "说悦", "知智", "吧罢", "么吗", "度渡",
    "尊樽", "栏阑", "淡澹",
)  # fmt: skip
_SAME_CHARACTER = {other: group[0] for group in _SAME_CHARACTERS for other in group}

_ENDINGS = {"'s": "is", "'re": "are", "'ll": "will", "'ve": "have", "'m": "am"}
_BEFORE_IS = {"it", "that", "what", "there", "here", "where", "who", "he", "she", "all", "how"}
_NEGATED = {"ca": "can", "wo": "will", "sha": "shall"} | {
    verb: verb for verb in ("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "could", "would")
}
_CONTRACTED = re.compile(r"(\w+)('(?:s|re|ll|ve|m|d))|(\w+)n'?t")
_NO_CONTRACTION = {"wont", "cant"}  # words of their own
_ALSO_WRITTEN = {
    "tis": "it is", "twas": "it was", "twere": "it were", "twill": "it will", "twould": "it would",
    "oer": "over", "neer": "never", "eer": "ever", "een": "even", "thro": "through", "tho": "though", "o": "oh",
    "cannot": "can not", "today": "to day", "tomorrow": "to morrow", "tonight": "to night", "forever": "for ever",
    "everyone": "every one", "anyone": "any one", "someone": "some one", "everyday": "every day", "an": "a",
    "whilst": "while", "amongst": "among", "towards": "toward", "learnt": "learned", "burnt": "burned",
    "dreamt": "dreamed", "spoilt": "spoiled", "grey": "gray", "plough": "plow", "practise": "practice",
    "programme": "program", "sceptic": "skeptic", "shew": "show",
}  # fmt: skip
# British endings and their American ones
_AMERICAN = {"our": "or", "is": "iz", "re": "er", "ll": "l", "se": "ce", "e": "", "ould": "old"}
_BRITISH = re.compile(
    r"(?<=\w\w)our(?=(?:s|ed|er|ing|ite|able|ful|less|ly)?$)"
    r"|(?<=\w\w\w)is(?=(?:e|es|ed|er|ing|ation)$)"
    r"|(?<=[bcpt])re(?=s?$)"
    r"|(?<=e)ll(?=(?:ed|er|ing|ous)$)"
    r"|(?<=en)se(?=s?$)"
    r"|(?<=dg)e(?=ment)"
    r"|(?<=m)ould"
)


@dataclass(frozen=True, slots=True)
class Words:
    """The keys of a text in order; key i comes from text[starts[i]:ends[i]], "it's" gives two for one place."""

    text: str
    keys: list[str]
    starts: list[int]
    ends: list[int]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return where in the text the words first..last stand, the last one not included."""
        return self.starts[first], self.ends[last - 1]


def words(text: str) -> Words:
    """Return the words of a text: a run of letters and digits, or one Chinese character."""
    found = Words(text, [], [], [])
    for match in _WORD.finditer(text):
        for key in _keys(match[0]):
            found.keys.append(key)
            found.starts.append(match.start())
            found.ends.append(match.end())
    return found


def wording(text: str) -> list[str]:
    """Return the keys of a text alone."""
    return [key for word in _WORD.findall(text) for key in _keys(word)]


@lru_cache(maxsize=1 << 16)
def _keys(word: str) -> tuple[str, ...]:
    if not word.isascii():
        word = unicodedata.normalize("NFKC", _MARK.sub("", unicodedata.normalize("NFKD", _SILENT.sub("", word))))
        if _CHINESE.fullmatch(word):
            character = to_simplified(word)
            return (_SAME_CHARACTER.get(character, character),)
    word = _APOSTROPHE.sub("'", word).casefold()
    plain = word.replace("'", "")
    return _expanded(word) or tuple(_ALSO_WRITTEN.get(plain, _american(plain)).split())


def _expanded(word: str) -> tuple[str, ...]:
    """Return the words that a contraction stands for; of any other word none."""
    match = _CONTRACTED.fullmatch(word)
    if not match or word in _NO_CONTRACTION:
        return ()
    stem, ending, negated = match.groups()
    if negated:
        return (_NEGATED[negated], "not") if negated in _NEGATED else ()
    if ending == "'d":
        return (stem + "ed",)  # mov'd
    return (stem, _ENDINGS[ending]) if ending != "'s" or stem in _BEFORE_IS else ()


def _american(word: str) -> str:
    return _BRITISH.sub(lambda found: _AMERICAN[found[0]], word)
