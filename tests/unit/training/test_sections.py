"""Documents in overlapping sections."""

from hypothesis import given
from hypothesis import strategies as st

from epigraph_training.corpus.sections import sections


@given(st.lists(st.text(alphabet="ab\n三😀", max_size=30)), st.integers(1, 20), st.integers(0, 8))
def test_each_character_belongs_to_one_section_with_its_surroundings(blocks: list[str], size: int, margin: int) -> None:
    """The cores of the sections make the document, at the right offsets, with a margin wherever there is one."""
    document, done = "".join(blocks), 0
    for section in sections(blocks, size, margin):
        assert document.startswith(section.text, section.offset)
        assert section.offset + section.first == done
        done = section.offset + section.last
        assert section.first >= min(margin, section.offset + section.first)
        assert len(section.text) - section.last >= min(margin, len(document) - done)
    assert done == len(document)


def test_a_section_is_bounded_whatever_the_document() -> None:
    """Of a long document only a section and its margins are held at a time."""
    found = list(sections(("x" * 7 for _ in range(1_000)), size=50, margin=5))
    assert len(found) == 140
    assert max(len(section.text) for section in found) == 60
