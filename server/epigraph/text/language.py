"""Which language a piece of text is in, by its main script."""

import re

from epigraph.text.normal import CJK
from epigraph.text.query import Language

_CJK_CHARACTER = re.compile(CJK)
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’-][A-Za-zÀ-ɏ]+)*")


def language_of(text: str, default: Language = "en") -> Language:
    """Return the language of the main script: Chinese characters weighed against Latin words."""
    characters = len(_CJK_CHARACTER.findall(text))
    words = len(_LATIN_WORD.findall(text))
    if characters == words == 0:
        return default
    # a Chinese word has about one and a half characters
    return "zh" if characters > 1.5 * words else "en"
