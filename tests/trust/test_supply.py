"""What the server is made of: few packages, each with its reason, and no way to run what a file says."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "epigraph"
RUNS_CODE = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "subprocess", "ctypes", "code"}
EVALUATES = {"eval", "exec", "compile", "__import__"}


def calls(file: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield the name of each function that a file calls, with the names of its keyword arguments."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), {f"{one.arg}={ast.unparse(one.value)}" for one in node.keywords}


def imported(file: Path) -> set[str]:
    """Return the packages that a file imports, wherever in it."""
    tree = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {alias.name for node in tree if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("file", sorted(SERVER.rglob("*.py")), ids=lambda file: str(file.relative_to(SERVER)))
def test_no_file_can_run_what_data_says(file: Path) -> None:
    """No pickle in any form, no evaluation, no other program; arrays are read without pickle."""
    assert not imported(file) & RUNS_CODE
    found = list(calls(file))
    assert not {name for name, _ in found} & EVALUATES
    assert all("allow_pickle=False" in given for name, given in found if name in ("np.load", "numpy.load"))


def test_every_package_has_its_reason() -> None:
    """docs/trust.md lists the packages that the server needs, and no other."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["cpu"]]
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    table = text.partition("## What it is made of")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)) == {re.split(r"[^\w-]", one)[0] for one in needed}
