"""The semantic channel on the CPU and on a device."""

import pytest

from builders import make_query, make_quote, make_ranker
from epigraph.text.query import Hint


@pytest.mark.parametrize("hint", [Hint(), Hint(words="bb")])
def test_a_device_gives_what_the_cpu_gives(hint: Hint) -> None:
    """The fused graph of a device and the product on the CPU have the same cosines, in the order of the rows."""
    quotes = [make_quote(text) for text in ("abc", "aab", "zzz", "bca")]
    query = make_query("aa", "b", hint)
    on_cpu, on_device = (
        make_ranker(*quotes, has_device=has_device).all_channels(query)["semantic"].tolist()
        for has_device in (False, True)
    )
    assert on_device == pytest.approx(on_cpu)
    assert on_cpu[1] == max(on_cpu)
