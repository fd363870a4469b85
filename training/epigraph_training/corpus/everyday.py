"""Whether words are everyday speech rather than a quotation: a stated rule, without a model.

The surprise of words is the sum of -log2 p over the distinct ones, p being a word's share of the first contexts that
were written for this project: "What do I know?" surprises by 34 bits, "Every cloud has a silver lining" by 66. (The
first file alone: those that are added must not change what is found, or documents would move between splits.) Speech is
what surprises by less than the limit, or by less than one and a half times the limit where it is but a part of the
quotation ("What are you laughing at?") or the English sentence runs on after it ("I would prefer not to go"), unless

- it is a whole proverb: whoever says one uses it;
- the text treats it as a quotation: credits somebody, announces a saying, or puts it between marks in mid-sentence,
  which speech in a story never is.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from epigraph.quotes.attributions import credited_to
from epigraph.quotes.marked import in_marks
from epigraph.quotes.people import People
from epigraph.quotes.words import wording
from epigraph.text.query import Language
from epigraph_training.corpus.occurrences import Occurrence
from epigraph_training.corpus.sources import read_passages, written_files

_EVERYBODY = {"Proverb", "谚语"}
_OF_LESS = 1.5
_RUNS_ON = re.compile(r"\s+[a-z]")
_REACH = 60  # characters on each side in which a saying is announced
_ANNOUNCED = re.compile(
    r"\b(?:say(?:ing|ings)|proverb\w*|adage|maxim|motto|aphorism|dictum|phrase|expression|quot(?:e|es|ed|ing|ation)|clich[eé]|poet|scripture"
    r"|as they say|so they say|as the \w+ goes|in the words of|immortal words|famous(?:ly)?)\b"
    r"|俗话|俗语|常言|谚语|古人|古语|古诗|名言|名句|诗句|诗云|诗曰|有道是|正所谓|所谓|老话|座右铭|格言|成语|有句话|这句话|那句话",
    re.IGNORECASE,
)
_MID_SENTENCE = re.compile(r"[^\W\d_]\s*[\"“‘'「『]\Z")


@cache
def _word_counts(language: Language) -> Counter[str]:
    texts = (text for passage in read_passages(written_files(language)[0]) for text in (passage.left, passage.right))
    return Counter(key for text in texts for key in wording(text))


class Everyday:
    """How surprising words are, and whether a text treats them as a quotation."""

    def __init__(self, language: Language, people: People, limit: float) -> None:
        self._counts = _word_counts(language)
        self._total = self._counts.total() + 1
        self._people, self._limit = people, limit

    def surprise(self, keys: Iterable[str]) -> float:
        """Return the bits of surprise in words."""
        return sum(math.log2(self._total / (self._counts[key] + 1)) for key in set(keys))

    def is_speech(self, prose: str, found: Occurrence) -> bool:
        """Return whether an occurrence is likely nobody's quotation."""
        is_less = not found.whole or _RUNS_ON.match(prose, found.end)
        limit = self._limit * (_OF_LESS if is_less else 1)
        is_proverb = found.whole and found.quote.author in _EVERYBODY
        if is_proverb or self.surprise(found.keys) >= limit:
            return False
        return not self._is_treated_as_quotation(prose, found)

    def _is_treated_as_quotation(self, prose: str, found: Occurrence) -> bool:
        before, after = prose[max(0, found.start - _REACH) : found.start], prose[found.end : found.end + _REACH]
        if _ANNOUNCED.search(before) or _ANNOUNCED.search(after):
            return True
        if _MID_SENTENCE.search(before) and in_marks(prose, found.start, found.end):
            return True
        return credited_to(prose, found.start, found.end, self._people) is not None
