"""The settings: one name in every client and file, a default for each, and where each value came from.

A layer is a mapping of camelCase names, from a settings file or an editor. Later layers win, value by value. A wrong
value is told as a problem, and what lay below it holds. A layer that came with a folder of documents cannot set
what names files of this machine, or another machine.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from epigraph.belonging import belongs_to
from epigraph.model.providers import Provider
from epigraph.ranking.filters import Filter
from epigraph.structure import strict_converter
from epigraph.text.formats import Format
from epigraph.text.insertion import Form, InsertionStyle
from epigraph.text.marks import Marks
from epigraph.text.placeholders import DEFAULT_NAMES

FILE_NAME = "settings.toml"

# when an editor is offered quotations unasked: at placeholders, also where the writer pauses, never
Trigger = Literal["placeholder", "pause", "manual"]


@dataclass(frozen=True, slots=True)
class StyleOverride:
    """How one document type departs from the general insertion style; None follows it."""

    form: Form | None = None
    marks: Marks | None = None
    attribution: bool | None = None


@dataclass(frozen=True, slots=True)
class InsertionSettings:
    """How a chosen quotation is put into the text."""

    form: Form = "inline"
    marks: Marks = "auto"
    attribution: bool = False
    markdown: StyleOverride = StyleOverride()
    latex: StyleOverride = StyleOverride()
    typst: StyleOverride = StyleOverride()
    restructuredtext: StyleOverride = StyleOverride()
    org: StyleOverride = StyleOverride()
    asciidoc: StyleOverride = StyleOverride()
    html: StyleOverride = StyleOverride()
    plaintext: StyleOverride = StyleOverride()

    def style(self, markup: Format) -> InsertionStyle:
        """Return the style for a document type."""
        own: StyleOverride = getattr(self, markup)
        return InsertionStyle(
            form=own.form or self.form,
            marks=own.marks or self.marks,
            attribution=self.attribution if own.attribution is None else own.attribution,
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can choose. `range` bounds a number; `trusted` keeps it from a workspace."""

    language: Literal["auto", "en", "zh"] = "auto"
    placeholders: tuple[str, ...] = DEFAULT_NAMES
    results: int = field(default=10, metadata={"range": (1, 100)})
    filter: Filter = Filter()
    insertion: InsertionSettings = InsertionSettings()
    trigger: Trigger = "placeholder"
    diagnostics: bool = True
    code_lens: bool = False
    inline_completion: bool = False
    max_document_size: int = field(default=1_000_000, metadata={"range": (10_000, 100_000_000)})
    provider: Provider = "auto"
    threads: int = field(default=0, metadata={"range": (0, 64)})
    bundles: str = field(default="", metadata={"trusted": True})
    quote_files: tuple[str, ...] = field(default=(), metadata={"trusted": True})
    team_url: str = field(default="", metadata={"trusted": True})


@dataclass(frozen=True, slots=True)
class Layer:
    """Values from one source. `trusted` is false for what came with a folder of documents."""

    source: str
    values: Mapping[str, object]
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force, the source of each that is not the default, and what was wrong."""

    settings: Settings = Settings()
    sources: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def resolve(layers: Sequence[Layer]) -> Resolved:
    """Lay the layers over the defaults, the first lowest."""
    result = Resolved()
    settings = result.settings
    for layer in layers:
        settings = _laid_over(settings, layer.values, "", layer, result)
    return replace(result, settings=settings)


def read_layer(path: Path, *, trusted: bool) -> Layer | str | None:
    """Read a settings file; return what is wrong with it as a sentence, and None where there is no file.

    One that is not trusted must be in the workspace around its folder.
    """
    if not trusted and not belongs_to(path, path.parents[1]):
        return f"{path}: leads to {path.resolve()}, expected a file of the workspace; its settings are not used"
    try:
        return Layer(str(path), tomllib.loads(path.read_text(encoding="utf-8-sig")), trusted)
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror or error}; its settings are not used"
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return f"{path}: not TOML: {error}; its settings are not used"


def _laid_over(current: Any, values: Mapping[str, object], path: str, layer: Layer, result: Resolved) -> Any:  # noqa: ANN401
    """Return a dataclass of settings with the values of a layer in it; what is wrong goes into the result."""
    known = {_camel(f.name): f for f in fields(current)}
    for key, value in values.items():
        name = f"{path}{key}"
        try:
            if key not in known:
                raise ValueError(f"unknown setting, expected one of {', '.join(sorted(known))}")
            old = getattr(current, known[key].name)
            if is_dataclass(old):
                if not isinstance(value, Mapping):
                    raise TypeError(f"found {value!r:.60}, expected a table of settings")
                current = replace(current, **{known[key].name: _laid_over(old, value, f"{name}.", layer, result)})
            else:
                new = _checked(known[key], get_type_hints(type(current))[known[key].name], value, layer)
                current = replace(current, **{known[key].name: new})
                result.sources[name] = layer.source
        except (TypeError, ValueError) as error:
            result.problems.append(f"{layer.source}: {name}: {error}")
    return current


def _checked(setting: "Field[Any]", kind: Any, value: object, layer: Layer) -> Any:  # noqa: ANN401
    """Return the value where it is what the setting takes; raise ValueError or TypeError that says what it takes."""
    if setting.metadata.get("trusted") and not layer.trusted:
        raise ValueError("cannot be set by a workspace; set it in your own settings")
    # of a Literal, also where it may be None
    choices = [choice for part in get_args(kind) for choice in get_args(part) or (part,) if isinstance(choice, str)]
    if choices and value not in choices and not (value is None and type(None) in get_args(kind)):
        raise ValueError(f"found {value!r:.60}, expected one of {', '.join(choices)}")
    new = _STRICT.structure(value, kind)
    least, most = setting.metadata.get("range", (None, None))
    if least is not None and not least <= new <= most:
        raise ValueError(f"found {new}, expected {least} to {most}")
    return new


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


_STRICT = strict_converter()
