"""`epigraph doctor`: what is installed, what really runs, which settings hold and where they come from."""

import argparse
import json
import platform
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.text import Text

from epigraph import __version__
from epigraph.commands.listing import rows, write
from epigraph.engine import Engine
from epigraph.errors import ModelError
from epigraph.home import Home, workspace_of
from epigraph.model.providers import runtime_packages
from epigraph.quotes.library import Library
from epigraph.settings import Resolved
from epigraph.text.query import LANGUAGES, Language, Query

_PACKAGES = ("numpy", "tokenizers", "pygls", "lsprotocol", "opencc")
_STYLES = {"ok": "green", "info": "", "bad": "bold red"}
_TRIAL = {"en": Query("en", "Keep trying, he said,", ""), "zh": Query("zh", "他说，要坚持下去：", "")}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    area: str
    state: Literal["ok", "info", "bad"]
    text: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="as a JSON array")


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the report; return 1 where something is wrong."""
    findings = list(_findings(args.home))
    if args.json:
        write(
            console,
            json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2) + "\n",
        )
    else:
        rows(console, [(Text(f.area, "bold"), Text(f.state, _STYLES[f.state]), Text(f.text)) for f in findings])
    return 1 if any(finding.state == "bad" for finding in findings) else 0


def _findings(home: Home) -> Iterator[Finding]:
    workspace = workspace_of(Path.cwd())
    resolved = home.settings(workspace)
    library = home.library(resolved.settings, [workspace])
    engine = home.engine(resolved.settings, library)
    yield from _versions()
    for language in LANGUAGES:
        yield _language(engine, language)
    yield from _own_quotes(home, library)
    yield _cache(home)
    yield from _settings(resolved)


def _versions() -> Iterator[Finding]:
    system = f"{platform.system()} {platform.machine()}"
    yield Finding("epigraph", "ok", f"{__version__}, Python {platform.python_version()}, {system}")
    packages = runtime_packages()
    named = ", ".join(f"{name} {number}" for name, number in packages.items())
    if len(packages) > 1:
        advice = f"pip uninstall -y {' '.join(packages)}, then pip install the one you want"
        yield Finding("runtime", "bad", f"{named}: they overwrite each other; {advice}")
    elif not packages:
        yield Finding("runtime", "bad", "ONNX Runtime is not installed; run: pip install 'epigraph-ls[cpu]'")
    else:
        yield Finding("runtime", "ok", named)
    found = []
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            found.append(f"{package} {version(package)}")
    yield Finding("packages", "info", ", ".join(found))


def _language(engine: Engine, language: Language) -> Finding:
    try:
        loaded = engine.load(language)
        engine.recommend(_TRIAL[language], k=1)
    except ModelError as error:
        return Finding(language, "bad", str(error))
    manifest = loaded.bundle.manifest
    text = f"{manifest.name} {manifest.version}, {len(loaded.ranker.collection):,} quotations, on {loaded.providers[0]}"
    if loaded.fallback_reason:
        return Finding(language, "bad", f"{text}, because {loaded.fallback_reason}")
    return Finding(language, "ok", f"{text}, {loaded.bundle.path}")


def _own_quotes(home: Home, library: Library) -> Iterator[Finding]:
    yield Finding("own quotes", "info", f"{len(library.own):,}, and {len(library.hidden):,} hidden, {home.data}")
    for problem in library.problems:
        yield Finding("own quotes", "bad", problem)


def _cache(home: Home) -> Finding:
    size = sum(file.stat().st_size for file in home.cache.rglob("*") if file.is_file())
    return Finding("cache", "info", f"{size / 1e6:.1f} MB, {home.cache}")


def _settings(resolved: Resolved) -> Iterator[Finding]:
    for problem in resolved.problems:
        yield Finding("settings", "bad", problem)
    for name, source in sorted(resolved.sources.items()):
        yield Finding("settings", "info", f"{name}, from {source}")
    yield Finding("settings", "info", f"{'the rest' if resolved.sources else 'all'} at their defaults")
