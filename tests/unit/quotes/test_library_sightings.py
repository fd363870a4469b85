"""What a library finds in a text."""

from builders import make_quote
from epigraph.quotes.library import Library


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
