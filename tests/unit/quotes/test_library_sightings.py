"""What a library finds in a text."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from builders import make_quote
from epigraph.quotes.collection import Collection
from epigraph.quotes.library import Library
from epigraph.quotes.sightings import Recogniser, verbatim


def test_a_quotation_in_use_takes_its_other_wordings_along() -> None:
    """A saying that stands in the text is in use in every wording, with slips too."""
    one = make_quote("The purple walrus never sings before breakfast on Monday")
    other = make_quote("No purple walrus sings before breakfast", variant_of=one.id)
    library = Library([one, other])
    assert library.used_in("en", "“The purple walrus never sings before lunch on Monday.”") == {one.id, other.id}
    assert library.used_in("en", "Nothing of the kind.") == set()


def test_own_authors_are_people() -> None:
    """The authors of a person's own quotes are known by name."""
    assert Library([make_quote(author="Wilhelmina Quux")]).people("en").named("W. Quux") == {"Wilhelmina Quux"}


def test_threads_that_ask_at_once_share_one_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long to make and much memory; meanwhile the collection itself can be used."""
    library, go, begun = Library(), threading.Event(), threading.Event()

    def slowly(collection: Collection) -> Recogniser:
        begun.set()
        assert go.wait(10)
        return Recogniser(collection.quotes[:10])

    monkeypatch.setattr("epigraph.quotes.library.Recogniser", slowly)
    with ThreadPoolExecutor(3) as threads:
        asked = [threads.submit(library.recogniser, "en") for _ in range(2)]
        assert begun.wait(10)
        try:
            assert threads.submit(library.collection, "en").result(10)
        finally:
            go.set()
        assert len({id(one.result(10)) for one in asked}) == 1


@pytest.mark.parametrize(
    ("prose", "found"),
    [
        (
            "He said: “THE walrus doesn’t sing — before breakfast!” And left.",
            {"The walrus does not sing before breakfast"},
        ),
        ("The walrus does not sing before breakfasting.", set()),
        ("老師說，學而時習之，不亦說乎？", {"学而时习之，不亦说乎"}),
    ],
)
def test_some_quotations_are_found_word_for_word(prose: str, found: set[str]) -> None:
    """Case, punctuation, contractions and script do not count; whole words do."""
    texts = ("The walrus does not sing before breakfast", "学而时习之，不亦说乎")
    quotes = [make_quote(text) for text in texts]
    assert {quote.text for quote in quotes if quote.id in verbatim(quotes, prose)} == found
