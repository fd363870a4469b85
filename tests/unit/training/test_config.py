"""The configuration of a run: what is unknown or of a wrong type is told in one line."""

from dataclasses import fields
from pathlib import Path

import pytest

from epigraph.errors import SettingsError
from epigraph_training.corpus.config import Config, Corpus, Rules, read_config

ROOT = Path(__file__).parents[3]


def write(folder: Path, text: str) -> Path:
    """Write a configuration."""
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_paths_start_at_the_file(tmp_path: Path) -> None:
    """A configuration can be moved together with its corpora."""
    text = 'language = "en"\nout = "data"\n[[corpora]]\nname = "books"\npath = "../books"\n'
    config = read_config(write(tmp_path, text))
    assert (config.out, config.corpora[0].path) == (tmp_path / "data", tmp_path / "../books")


@pytest.mark.parametrize(("language", "limits"), [("en", (5, 200)), ("zh", (3, 150))])
def test_limits_are_the_papers_unless_set(tmp_path: Path, language: str, limits: tuple[int, int]) -> None:
    """Minimum and maximum follow the language, and the rules win."""
    config = read_config(write(tmp_path, f'language = "{language}"\nout = "data"\n'))
    assert (config.minimum, config.maximum) == limits
    config = read_config(write(tmp_path, f'language = "{language}"\nout = "data"\n[rules]\nminimum = 0\nmaximum = 7\n'))
    assert (config.minimum, config.maximum) == (0, 7)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('language = "en"\nout = "data"\nseeds = 1\n', "seeds"),
        ('language = "fr"\nout = "data"\n', "fr"),
        ('language = "en"\nout = 3\n', "expected str"),
        ('language = "en"\nout = "data"\n[[corpora]]\nname = "a"\npath = "a"\nformat = "pdf"\n', "pdf"),
        ('language = "en"\nout = "data"\n[[corpora]]\nname="a"\npath="a"\n[[corpora]]\nname="a"\npath="b"\n', "own"),
        ("language = ", "TOML"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    """An unknown key, a wrong value, a name twice and broken TOML are errors of one line that name the file."""
    with pytest.raises(SettingsError, match=told) as caught:
        read_config(write(tmp_path, text))
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_every_key_is_documented() -> None:
    """docs/corpus.md names each key of a configuration."""
    text = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")
    keys = [field.name for values in (Config, Corpus, Rules) for field in fields(values)]
    assert [key for key in keys if f"`{key}`" not in text and f"`[[{key}]]`" not in text] == ["rules"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_configurations_are_right(language: str) -> None:
    """What the repository shows can be read."""
    assert read_config(ROOT / "training" / "configs" / f"{language}.toml").language == language
