"""The packages' one direction, and what must never be loaded beside an editor."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "epigraph"

# what each part of the server may import of the others; cli, commands and home stand above all of them
ALLOWED = {
    "errors": set(),
    "structure": set(),
    "replacing": set(),
    "belonging": set(),
    "text": {"text"},
    "quotes": {"quotes", "text", "errors", "replacing", "belonging"},
    "model": {"model", "text", "errors", "structure"},
    "ranking": {"ranking", "model", "quotes", "text", "errors"},
    "engine": {"ranking", "model", "quotes", "text", "errors"},
    "settings": {"ranking", "model", "text", "structure", "belonging"},
    "documents": {"text", "errors", "replacing"},
    "lsp": {"lsp", "home", "settings", "engine", "ranking", "model", "quotes", "text", "errors", "structure"},
}
HEAVY = {"torch", "transformers", "sentence_transformers", "onnx", "sklearn", "pandas", "scipy"}


def imports(file: Path) -> Iterator[str]:
    """Yield the full names of what a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""


def part(file: Path) -> str:
    """Return the part of the server that a file belongs to."""
    return file.relative_to(SERVER).parts[0].removesuffix(".py")


@pytest.mark.parametrize("file", sorted(SERVER.rglob("*.py")), ids=lambda file: str(file.relative_to(SERVER)))
def test_imports_go_one_way(file: Path) -> None:
    """A part imports only what lies below it, and nothing of training or export."""
    names = set(imports(file))
    tops = {name.partition(".")[0] for name in names}
    assert not tops & (HEAVY | {"epigraph_training", "epigraph_export", "pickle", "shelve", "marshal"})
    if part(file) in ALLOWED:
        used = {name.split(".")[1] for name in names if name.startswith("epigraph.")}
        assert used <= ALLOWED[part(file)]


def test_only_the_serve_command_knows_the_language_server() -> None:
    """The command line, and everything below, works without a word of LSP."""
    knowing = {
        str(file.relative_to(SERVER))
        for file in SERVER.rglob("*.py")
        if part(file) != "lsp"
        and any(name.startswith(("epigraph.lsp", "pygls", "lsprotocol")) for name in imports(file))
    }
    assert knowing == {"commands/serve.py"}


def test_every_part_has_its_place_in_the_order() -> None:
    """A new part of the server must be given its direction here."""
    above = {"__init__", "__main__", "cli", "commands", "home", "bundles"}
    found = {part(file) for file in SERVER.rglob("*.py")}
    assert found - above == set(ALLOWED)


def test_training_and_export_do_not_reach_into_the_upper_server() -> None:
    """They share what reads, ranks and writes; the engine is for evaluation, commands and editors' side for nobody."""
    shared = {"text", "quotes", "model", "ranking", "errors", "structure", "replacing"}
    for folder in ("training", "model_export"):
        for file in (ROOT / folder).rglob("*.py"):
            used = {name.split(".")[1] for name in imports(file) if name.startswith("epigraph.")}
            assert used <= (shared | {"engine"} if file.parent.name == "evaluation" else shared), file


def test_a_running_command_line_has_no_training_package_loaded() -> None:
    """After a real recommendation neither torch nor transformers nor our training packages are in memory."""
    program = (
        "import sys; from epigraph.cli import main;"
        "code = main(['recommend', '--left', 'Keep trying, she said, for', '-k', '1']);"
        f"heavy = {sorted(HEAVY | {'epigraph_training', 'epigraph_export'})!r};"
        "loaded = [name for name in heavy if name in sys.modules];"
        "sys.exit(f'{code} {loaded}' if code or loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "—" in done.stdout
