"""What the documentation says of settings, topics and sizes is what the code does."""

import re
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from epigraph.quotes.collection import shipped
from epigraph.settings import Layer, Settings, _camel, resolve
from epigraph.text.formats import FORMATS

ROOT = Path(__file__).parents[2]


def names(values: Any, prefix: str = "") -> set[str]:
    """Return the full names of all settings."""
    found = set()
    for field in fields(values):
        value, name = getattr(values, field.name), f"{prefix}{_camel(field.name)}"
        found |= names(value, f"{name}.") if is_dataclass(value) else {name}
    return found


def test_every_setting_is_documented_and_nothing_else() -> None:
    """docs/settings.md has a row for each setting, and no row for what is not one."""
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    told: set[str] = set()
    for row in re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", row):
            told |= (
                {f"insertion.{m}.{name.rpartition('.')[2]}" for m in FORMATS}
                if "<" in name or name[0] == "."
                else {name}
            )
    assert told == names(Settings())


def test_the_example_settings_are_right() -> None:
    """The TOML example of docs/settings.md resolves without a problem."""
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert example
    assert resolve([Layer("docs", tomllib.loads(example[1]))]).problems == []


def test_the_readme_tells_the_size_of_the_collections() -> None:
    """The numbers of quotations in the README are those that ship."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for language, name in (("en", "English"), ("zh", "Chinese")):
        assert f"{len(shipped(language)):,} {name}" in readme  # type: ignore[arg-type]
