"""The pages for authors of clients name what the server has."""

import re
from pathlib import Path

from epigraph.lsp.code_actions import KINDS
from epigraph.lsp.commands import COMMANDS
from epigraph.lsp.session import PICKER

DOCS = Path(__file__).parents[2] / "docs"


def named(page: str) -> set[str]:
    """Return all that stands between backticks or quotation marks in a page."""
    return set(re.findall(r'[`"]([^`"\n]+)[`"]', (DOCS / page).read_text(encoding="utf-8")))


def test_every_command_is_told() -> None:
    """Whoever writes a client finds each of them, and nothing that is gone, in docs/language-server.md."""
    told = {name for name in named("language-server.md") if name.startswith("epigraph.")}
    assert told - {PICKER} == set(COMMANDS)


def test_the_recorded_exchange_is_of_this_server() -> None:
    """The page docs/exchange.md has the commands and kinds of actions that there are; else `make exchange`."""
    assert set(COMMANDS) | set(KINDS) <= named("exchange.md")
