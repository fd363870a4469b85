"""Everything Epigraph knows: the shipped collections, a person's own quotes over them, and what they hid."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from epigraph.errors import QuoteFileError
from epigraph.quotes.collection import Collection, shipped
from epigraph.quotes.files import Import, read_quotes
from epigraph.quotes.hidden import hidden
from epigraph.quotes.own import FOLDER, USER, WORKSPACE, load
from epigraph.quotes.people import People
from epigraph.quotes.quote import Quote
from epigraph.quotes.sightings import Recogniser, Sighting
from epigraph.text.query import LANGUAGES, Language


class Library:
    """A collection a language, read when first asked for; own quotes lie over shipped ones."""

    def __init__(
        self, own: Sequence[Quote] = (), hidden: frozenset[str] = frozenset(), problems: Sequence[str] = ()
    ) -> None:
        self.own = tuple(own)
        self.hidden = hidden
        self.problems = tuple(problems)
        # one a language: what one thread makes, another must not make too
        self._locks = {language: threading.Lock() for language in LANGUAGES}
        self._collections: dict[Language, Collection] = {}
        self._recognisers: dict[Language, Recogniser] = {}

    @classmethod
    def open(cls, user: Path, workspaces: Sequence[Path] = (), files: Sequence[Path] = ()) -> "Library":
        """Read a person's own files: those of the user directory, further ones, and those of workspaces."""
        quotes: list[Quote] = []
        problems: list[str] = []
        readings: list[Callable[[], Import]] = [
            partial(load, user, USER),
            *(partial(read_quotes, file, USER) for file in files),
            *(partial(load, folder / FOLDER, WORKSPACE) for folder in workspaces),
        ]
        for read in readings:
            try:
                found = read()
            except QuoteFileError as error:
                problems.append(str(error))
            else:
                quotes += found.quotes
                problems += map(str, found.problems)
        try:
            unwanted = hidden(user)
        except QuoteFileError as error:
            unwanted = frozenset()
            problems.append(str(error))
        return cls(quotes, unwanted, problems)

    def collection(self, language: Language) -> Collection:
        """Return all quotations of a language."""
        if language in self._collections:
            return self._collections[language]  # without the lock: a recogniser may be in the making
        with self._locks[language]:
            if language not in self._collections:
                own = (quote for quote in self.own if quote.language == language)
                self._collections[language] = Collection([*shipped(language), *own])
            return self._collections[language]

    def recogniser(self, language: Language) -> Recogniser:
        """Return what recognises the quotations of a language; the first call takes long where there are many."""
        collection = self.collection(language)
        with self._locks[language]:
            if language not in self._recognisers:
                self._recognisers[language] = Recogniser(collection)
            return self._recognisers[language]

    def sightings(self, language: Language, prose: str) -> list[Sighting]:
        """Return the quotations of a language that stand in a text, in the text's order."""
        return self.recogniser(language).find(prose)

    def people(self, language: Language) -> People:
        """Return whom names mean in a language."""
        return self.recogniser(language).people

    def used_in(self, language: Language, prose: str) -> set[str]:
        """Return the ids of the quotations that stand in a text, and of other wordings of the same sayings."""
        collection = self.collection(language)
        found = {sighting.quote for sighting in self.sightings(language, prose)}
        return {quote.id for one in found for quote in (one, *collection.variants_of(one))}

    def starting(self, prefix: str) -> list[Quote]:
        """Return the quotations of all languages whose id starts with prefix."""
        return [quote for language in LANGUAGES for quote in self.collection(language).starting(prefix)]
