"""`epigraph quotes` as a person uses it, on a home and a workspace of its own."""

import argparse
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from epigraph.commands import quotes
from epigraph.errors import QuoteFileError
from epigraph.home import Home
from epigraph.quotes.formats.jsonl import write_lines
from epigraph.quotes.quote import Quote

KNOW = Quote("Know thyself", "en", author="Socrates", work="Charmides", topics=("wisdom",), gloss="Look inside.")
TIME = Quote("Time flies", "en", author="Virgil", year=-29, topics=("time",))
STUDY = Quote("学而时习之", "zh", author="孔子", topics=("education",), period="classical")


class Desk:
    """A person's home, workspace and command line."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder / "config", folder / "data", folder / "cache")
        self.workspace = folder / "workspace"
        (self.workspace / ".epigraph").mkdir(parents=True)

    def run(self, *arguments: object, terminal: bool = False) -> tuple[int, str]:
        """Run `epigraph quotes` and return its exit code and what it printed."""
        parser = argparse.ArgumentParser()
        parser.set_defaults(home=self.home)
        quotes.configure(parser)
        console = Console(file=io.StringIO(), force_terminal=terminal, width=80, color_system=None)
        code = quotes.run(parser.parse_args([str(argument) for argument in arguments]), console)
        assert isinstance(console.file, io.StringIO)
        return code, console.file.getvalue()

    def file(self, name: str, text: str) -> Path:
        """Write a file into the workspace."""
        path = self.workspace / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Give a desk with a small shipped collection, in its workspace."""
    data = tmp_path / "shipped" / "data"
    data.mkdir(parents=True)
    (data / "en.jsonl").write_text(write_lines([KNOW, TIME]), encoding="utf-8")
    (data / "zh.jsonl").write_text(write_lines([STUDY]), encoding="utf-8")
    monkeypatch.setattr("epigraph.quotes.collection.files", lambda _: tmp_path / "shipped")
    desk = Desk(tmp_path)
    monkeypatch.chdir(desk.workspace)
    return desk


def test_import_counts_and_keeps_the_good(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """Problems go to stderr with file and line, the rest is imported, and the code is 1."""
    path = desk.file("mine.jsonl", '{"text": "Less is more"}\n{"text": 5}\n{"text": "More is less"}\n')
    assert desk.run("import", path) == (1, "imported 2, updated 0, unchanged 0, problems 1\n")
    assert capsys.readouterr().err == f"{path}:2: text 5, expected a string\n"
    better = desk.file("better.md", "- Less is more — Mies\n- More is less\n")
    assert desk.run("import", better) == (0, "imported 0, updated 1, unchanged 1, problems 0\n")


def test_a_dry_run_writes_nothing(desk: Desk) -> None:
    """It counts as the import would."""
    path = desk.file("mine.md", "> Less is more\n")
    code, text = desk.run("import", path, "--dry-run")
    assert (code, text) == (0, "imported 1, updated 0, unchanged 0, problems 0 (dry run: nothing was written)\n")
    assert not desk.home.data.exists()


def test_import_into_the_workspace_stays_there(desk: Desk) -> None:
    """The quotation is in the workspace's folder and has its collection."""
    desk.run("import", desk.file("mine.md", "> Less is more\n"), "--workspace")
    assert (desk.workspace / ".epigraph" / "quotes.jsonl").exists()
    assert not desk.home.data.exists()
    assert "Less is more" in desk.run("list", "--collection", "workspace")[1]


def test_nothing_is_imported_when_a_file_cannot_be_opened(desk: Desk) -> None:
    """The error comes before the first change."""
    good = desk.file("mine.md", "> Less is more\n")
    with pytest.raises(QuoteFileError, match=r"missing\.md"):
        desk.run("import", good, "missing.md")
    assert not desk.home.data.exists()


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ([], ["Know thyself", "Time flies", "Less is more", "学而时习之"]),
        (["--own"], ["Less is more"]),
        (["--language", "zh"], ["学而时习之"]),
        (["--author", "socr"], ["Know thyself"]),
        (["--topic", "教育"], ["学而时习之"]),
        (["--period", "classical"], ["学而时习之"]),
        (["--period", "..0"], ["Time flies"]),
        (["--collection", "own"], ["Less is more"]),
        (["--limit", "1"], ["Know thyself"]),
    ],
)
def test_list_shows_what_was_asked_for(desk: Desk, options: list[str], texts: list[str]) -> None:
    """Away from a terminal each quotation is one whole line with tabs."""
    desk.run("import", desk.file("mine.md", "> Less is more\n"))
    code, text = desk.run("list", *options)
    assert code == 0
    assert [line.split("\t")[1] for line in text.splitlines()] == texts


def test_a_line_has_id_text_source_topics_and_collection(desk: Desk) -> None:
    """Fields are parted by tabs and never cut."""
    assert desk.run("search", "thyself")[1] == f"{KNOW.id}\tKnow thyself\tSocrates\tCharmides\t\twisdom\ten\n"


def test_a_terminal_gets_a_table(desk: Desk) -> None:
    """Brackets in a text are text, not markup."""
    desk.run("import", desk.file("mine.jsonl", '{"text": "Less [bold]is[/bold] more"}\n'))
    text = desk.run("list", "--own", terminal=True)[1]
    assert "quotation" in text
    assert "Less [bold]is[/bold] more" in text


def test_json_holds_the_whole_record(desk: Desk) -> None:
    """Programs get every field with id and collection."""
    assert json.loads(desk.run("search", "--json", "virgil")[1]) == [
        {
            "id": TIME.id,
            "text": "Time flies",
            "language": "en",
            "author": "Virgil",
            "year": -29,
            "topics": ["time"],
            "collection": "en",
        }
    ]


def test_search_without_result_is_one(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """The code is 1 and JSON is still JSON."""
    assert desk.run("search", "unicorn", "--json") == (1, "[]\n")
    assert capsys.readouterr().err == "no quotation found\n"


@pytest.mark.parametrize("arguments", [["list", "--period", "soon"], ["list", "--limit", "0"], ["import"], []])
def test_wrong_use_is_two(desk: Desk, arguments: list[str]) -> None:
    """Arguments that make no sense end with the usage."""
    with pytest.raises(SystemExit) as stopped:
        desk.run(*arguments)
    assert stopped.value.code == 2


@pytest.mark.parametrize("name", ["jsonl", "csv", "md", "bib", "fortune"])
def test_what_was_exported_can_be_imported(desk: Desk, name: str) -> None:
    """An export of everything says nothing new to the collection it came from."""
    path = desk.workspace / f"all.{name}"
    assert desk.run("export", "--all", "-o", path) == (0, "")
    assert desk.run("import", path)[1] == "imported 3, updated 0, unchanged 0, problems 0\n"
    assert desk.run("list", "--own", "--author", "Virgil")[1].split("\t")[1:5] == ["Time flies", "Virgil", "", "-29"]


def test_own_quotations_are_exported_to_standard_output(desk: Desk) -> None:
    """Without --all and -o it is the own ones, as JSONL or in the format asked for."""
    assert desk.run("export") == (1, "")
    desk.run("import", desk.file("mine.md", "> Less is more\n> — Mies\n"))
    assert desk.run("export") == (0, '{"text": "Less is more", "language": "en", "author": "Mies"}\n')
    assert desk.run("export", "--format", "md") == (0, "> Less is more\n> — Mies\n")


def test_export_to_an_unknown_suffix_lists_the_formats(desk: Desk) -> None:
    """Nothing is guessed."""
    with pytest.raises(QuoteFileError, match="expected one of jsonl, csv, md, bib, fortune"):
        desk.run("export", "-o", "out.docx")


def test_check_of_everything_sums_up(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """Shipped collections and own files are counted; faults go to stderr with their place."""
    assert desk.run("check") == (0, "en: 2 quotations, zh: 1 quotations, own: 0 quotations; problems 0\n")
    desk.run("import", desk.file("mine.jsonl", '{"text": "Less (is more"}\n'))
    code, text = desk.run("check")
    assert (code, text) == (1, "en: 2 quotations, zh: 1 quotations, own: 1 quotations; problems 1\n")
    assert capsys.readouterr().err == f"{desk.home.data / 'quotes.jsonl'}:1: 1 ( and 0 ), expected pairs\n"


def test_check_of_a_file_looks_at_it_alone(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """Entries that cannot be read and faults of those that can are both told; variants of shipped ones are fine."""
    path = desk.file("mine.jsonl", f'{{"text": "Oh *no*"}}\n{{\n{{"text": "Know!", "variant_of": "{KNOW.id}"}}\n')
    assert desk.run("check", path) == (1, "own: 2 quotations; problems 2\n")
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in told] == [f"{path}:2", f"{path}:1"]


def test_remove_takes_the_start_of_an_id(desk: Desk) -> None:
    """The quotation is gone from the own ones."""
    desk.run("import", desk.file("mine.md", "> Less is more\n"))
    quote_id = Quote("Less is more", "en").id
    assert desk.run("remove", quote_id[:6]) == (0, f"removed {quote_id}  Less is more\n")
    assert desk.run("list", "--own")[0] == 1


def test_remove_of_a_shipped_quotation_names_hide(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """What ships cannot be deleted, but hidden."""
    assert desk.run("remove", KNOW.id) == (1, "")
    assert f"epigraph quotes hide {KNOW.id}" in capsys.readouterr().err


def test_remove_names_the_file_that_epigraph_does_not_change(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """A quotation in a file written by hand is pointed at."""
    path = desk.file(".epigraph/quotes.md", "# Mine\n\n> Less is more\n")
    assert desk.run("remove", Quote("Less is more", "en").id) == (1, "")
    assert capsys.readouterr().err.startswith(f"{path}:3: ")


@pytest.mark.parametrize("action", ["remove", "hide"])
def test_an_id_must_name_one_quotation(desk: Desk, action: str) -> None:
    """An unknown start of an id is an error that says so."""
    with pytest.raises(QuoteFileError, match="no quotation has this id"):
        desk.run(action, "zzz")


def test_hide_and_unhide(desk: Desk) -> None:
    """Hiding twice is told, unhiding what is not hidden is 1."""
    assert desk.run("hide", KNOW.id[:6]) == (0, f"hid {KNOW.id}  Know thyself\n")
    assert desk.run("hide", KNOW.id) == (0, f"hidden already: {KNOW.id}  Know thyself\n")
    assert desk.run("unhide", KNOW.id[:6]) == (0, f"unhid {KNOW.id}\n")
    assert desk.run("unhide", KNOW.id)[0] == 1


def test_own_lines_that_cannot_be_read_are_told_and_stop_nothing(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    """A half-edited line costs itself only."""
    desk.file(".epigraph/quotes.jsonl", '{"text": "half\n{"text": "Less is more"}\n')
    code, text = desk.run("list", "--own")
    assert (code, text.count("\n")) == (0, 1)
    assert "quotes.jsonl:1: not JSON" in capsys.readouterr().err
