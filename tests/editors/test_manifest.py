"""The VS Code extension's manifest says of the settings what the server says."""

import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from epigraph.lsp.commands import COMMANDS
from epigraph.lsp.session import PICKER
from epigraph.settings import Settings, StyleOverride, _camel

MANIFEST = json.loads((Path(__file__).parents[2] / "vscode-extension/package.json").read_text(encoding="utf-8"))
OWN = {"path", "interpreter", "runtime", "pipIndexUrl", "languages"}  # the extension's, not the server's


def contributed() -> dict[str, dict[str, Any]]:
    """Return the settings of the manifest by their names without the prefix."""
    sections = MANIFEST["contributes"]["configuration"]
    found = {name: told for section in sections for name, told in section["properties"].items()}
    return {name.removeprefix("epigraph."): told for name, told in found.items()}


def settings(values: object, prefix: str = "") -> dict[str, tuple[Any, Any, dict[str, Any]]]:
    """Return the default, the type and the metadata of each setting of the server; a style is one setting."""
    found: dict[str, tuple[Any, Any, dict[str, Any]]] = {}
    for field in fields(values):  # type: ignore[arg-type]
        value, name = getattr(values, field.name), f"{prefix}{_camel(field.name)}"
        if is_dataclass(value) and not isinstance(value, StyleOverride):
            found |= settings(value, f"{name}.")
        else:
            found[name] = value, get_type_hints(type(values))[field.name], dict(field.metadata)
    return found


def as_json(default: object) -> object:
    """Return a default as the manifest has it."""
    if isinstance(default, StyleOverride):
        return {}
    return list(default) if isinstance(default, tuple) else default


def test_every_setting_is_contributed_and_nothing_else() -> None:
    """What the server knows can be set in VS Code."""
    assert contributed().keys() - OWN == settings(Settings()).keys()


def test_defaults_choices_and_bounds_are_the_servers() -> None:
    """VS Code shows the default that holds, offers what is accepted, and marks what is not."""
    told = contributed()
    for name, (default, kind, metadata) in settings(Settings()).items():
        assert told[name]["default"] == as_json(default), name
        if choices := [choice for choice in get_args(kind) if isinstance(choice, str)]:
            assert told[name].get("enum", choices) == choices, name
        if "range" in metadata:
            assert (told[name]["minimum"], told[name]["maximum"]) == metadata["range"], name


def test_what_names_programs_and_files_is_of_the_machine_and_restricted() -> None:
    """A folder that is not trusted can set none of them."""
    restricted = MANIFEST["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    of_files = {name for name, (_, _, metadata) in settings(Settings()).items() if metadata.get("trusted")}
    for name in of_files | {"path", "interpreter", "pipIndexUrl", "runtime"}:
        assert contributed()[name]["scope"] == "machine"
        assert f"epigraph.{name}" in restricted


def test_no_command_has_the_name_of_one_of_the_servers() -> None:
    """The client registers the server's commands under their own names; two of a name are an error."""
    names = {command["command"] for command in MANIFEST["contributes"]["commands"]}
    assert PICKER in names
    assert not names & COMMANDS.keys()
