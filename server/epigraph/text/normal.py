"""The one definition of when two wordings are the same text.

Used for quote ids, recognition of quotations and, in training, for finding them in corpora.
"""

import re
import unicodedata

CJK = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # a Chinese character, as a pattern

# letters, digits and marks stay; an apostrophe vanishes so that "don't" and "dont" agree; all else parts words
_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_NOT_WORD = re.compile(r"[\W_]+")
_CJK_GAP = re.compile(rf"(?<={CJK}) (?={CJK})")


def normalise(text: str) -> str:
    """Return text without case, punctuation, width and apostrophes: words parted by one space, Chinese unparted."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = _NOT_WORD.sub(" ", _APOSTROPHES.sub("", folded)).strip()
    return _CJK_GAP.sub("", words)
