"""The server's text is the editor's after any edits."""

from trust.edits import check_edits


def test_random_edits_make_the_text_that_slicing_makes() -> None:
    """In every encoding, with halves of surrogate pairs, NUL and all line ends, no edit goes astray."""
    assert check_edits(20_000, seed=8) >= 20_000
