"""Where `epigraph serve --tcp` listens."""

import pytest

from epigraph.commands.serve import address
from epigraph.errors import SettingsError


@pytest.mark.parametrize(
    ("given", "expected"),
    [("127.0.0.1:2087", ("127.0.0.1", 2087)), ("[::1]:0", ("::1", 0)), ("2087", ("127.0.0.1", 2087))],
)
def test_an_address_has_a_host_and_a_port(given: str, expected: tuple[str, int]) -> None:
    """IPv6 hosts stand in brackets; without a host it is this machine."""
    assert address(given, anywhere=False) == expected


@pytest.mark.parametrize("given", ["localhost:x", "localhost:", "localhost:70000"])
def test_a_wrong_port_is_told(given: str) -> None:
    """The error says what was found and expected."""
    with pytest.raises(SettingsError, match=r"expected HOST:PORT"):
        address(given, anywhere=False)


def test_other_machines_are_kept_out_unless_forced() -> None:
    """What a person writes stays on their machine."""
    with pytest.raises(SettingsError, match="other machines could read"):
        address("192.0.2.1:2087", anywhere=False)
    assert address("192.0.2.1:2087", anywhere=True) == ("192.0.2.1", 2087)
