"""The command line as a person uses it, on documents in a folder of their own."""

import io
import json
import sys
from pathlib import Path

import pytest

from epigraph.cli import main

ESSAY = 'We failed again. [Quote] So we tried once more.\n\nTrue friends stayed. "[Quote: friendship]", as they say.\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with a home of its own."""
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home" / name.lower()))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def test_recommend_ranks_for_every_placeholder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each placeholder gets its place and numbered quotations with score and author; nothing is styled in a pipe."""
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    assert main(["recommend", "essay.md", "-k", "5"]) == 0
    printed = capsys.readouterr().out
    assert "essay.md:1:18" in printed
    assert "essay.md:3:23" in printed
    lines = [line for line in printed.splitlines() if line.startswith((" 1  0.", " 5  0."))]
    assert len(lines) == 4
    assert all("  — " in line for line in lines)
    assert "\x1b" not in printed


def test_recommend_finds_placeholders_at_the_end_of_a_very_long_document(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every placeholder means every one, also after a million characters."""
    (folder / "book.txt").write_text("Rain fell on the roofs.\n" * 45_000 + ESSAY, encoding="utf-8")
    assert main(["recommend", "book.txt", "-k", "1"]) == 0
    printed = capsys.readouterr().out
    assert "book.txt:45001:18" in printed
    assert "book.txt:45003:23" in printed


def test_recommend_as_json_tells_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object a gap, with windows, suggestions, ids, scores and reasons."""
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    assert main(["recommend", "essay.md:1:3", "--json", "-k", "2", "--author", "Shakespeare"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert (answer["line"], answer["column"], answer["gap"], answer["language"]) == (1, 3, "", "en")
    assert answer["left"] == "We"
    assert answer["right"].startswith("failed again. So we tried")
    assert [found["author"] for found in answer["suggestions"]] == ["William Shakespeare"] * 2
    assert {"id", "text", "score", "reasons", "topics", "gloss"} <= answer["suggestions"][0].keys()


def test_recommend_reads_standard_input_and_bare_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-` is a document; --left and --right are a context without one."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("友谊长存，[引用]。".encode())))
    assert main(["recommend", "-", "-k", "1"]) == 0
    assert "standard input:1:6" in capsys.readouterr().out
    assert main(["recommend", "--left", "All roads lead", "--right", "as they say", "-k", "1"]) == 0
    assert capsys.readouterr().out.count("  — ") == 1


def test_a_quotation_that_the_text_has_already_is_not_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in the document is left out of its suggestions."""
    assert main(["recommend", "--left", "Rome was not built", "-k", "1"]) == 0
    best = capsys.readouterr().out.splitlines()[1].split("  ")[2]
    assert main(["recommend", "--left", f"Rome was not built. “{best}!”", "-k", "5"]) == 0
    assert best not in capsys.readouterr().out.partition("\n")[2]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["recommend", "nowhere.md"], 2, "epigraph: nowhere.md: no such file"),
        (["recommend", "binary.md"], 2, "epigraph: binary.md: byte 0xff at offset 0, expected utf-8"),
        (["recommend", "plain.md:9:1"], 2, "epigraph: plain.md: line 9, expected 1 to 1"),
        (["recommend", "plain.md", "-k", "0"], 2, "epigraph: command line: results: found 0, expected 1 to 100"),
        (["recommend", "plain.md", "--period", "old"], 2, "epigraph: command line: filter.period: period 'old'"),
        (["fill", "plain.md:1:1"], 2, "epigraph: plain.md:1:1: found a place, expected a document"),
        (["explain", "zzzz"], 2, "epigraph: 'zzzz': no quotation has this id"),
        (["explain", "0"], 2, "ids start so, expected one"),
    ],
)
def test_unusable_input_is_one_line_on_stderr(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    """The line says what and where; nothing is printed and nothing is raised."""
    (folder / "plain.md").write_text("no placeholder here", encoding="utf-8")
    (folder / "binary.md").write_bytes(b"\xff\xd8\xff")
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_document_without_placeholders_is_exit_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scripts can tell that there was nothing to do."""
    (folder / "plain.md").write_text("no placeholder here", encoding="utf-8")
    assert main(["recommend", "plain.md"]) == 1
    assert main(["fill", "plain.md", "--best"]) == 1
    assert capsys.readouterr().out == "no placeholder here"


def test_fill_best_writes_the_document_to_stdout(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every placeholder is filled, each with another quotation, in marks; the file is left alone."""
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    assert main(["fill", "essay.md", "--best"]) == 0
    filled = capsys.readouterr().out
    assert "[Quote" not in filled
    assert filled.startswith("We failed again. “")
    assert '""' not in filled
    assert (folder / "essay.md").read_text(encoding="utf-8") == ESSAY


def test_fill_in_place_keeps_a_backup(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file changes, the old one lies beside it."""
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    assert main(["fill", "essay.md", "--best", "--in-place"]) == 0
    assert capsys.readouterr().err == "essay.md: 2 filled, the old text is in essay.md.bak\n"
    assert (folder / "essay.md.bak").read_text(encoding="utf-8") == ESSAY
    assert "[Quote" not in (folder / "essay.md").read_text(encoding="utf-8")


def test_fill_asks_for_each_placeholder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number takes a quotation, s skips, q stops, and wrong answers are asked again."""
    (folder / "essay.md").write_text(ESSAY, encoding="utf-8")
    main(["recommend", "essay.md:1:18", "-k", "3", "--json"])
    second = json.loads(capsys.readouterr().out)[0]["suggestions"][1]["text"]
    inserted = second.removesuffix(".").replace("'", "’")  # as the essay has its marks
    for typed, filled in (("x\n99\n2\nq\n", 1), ("s\ns\n", 0), ("s\n1\n", 1), ("", 0)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["fill", "essay.md", "-k", "3"]) == (0 if filled else 1)
        out = capsys.readouterr().out
        assert out.count("[Quote") == 2 - filled
        assert (inserted in out) == typed.startswith("x")


def test_settings_of_the_workspace_are_used_and_wrong_ones_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A `.epigraph/settings.toml` beside the document counts; its faults do not stop the work."""
    (folder / ".epigraph").mkdir()
    (folder / ".epigraph" / "settings.toml").write_text('results = 2\nlanguage = "xx"\n', encoding="utf-8")
    assert main(["recommend", "--left", "Never give up"]) == 0
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.out.splitlines() if line[:2].strip().isdigit()] == ["1", "2"]
    assert "language: found 'xx', expected one of auto, en, zh" in printed.err


def test_own_quotes_of_the_workspace_are_suggested(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Markdown file of quotations in `.epigraph` is read, and a bad entry in it is told with its line."""
    (folder / ".epigraph").mkdir()
    (folder / ".epigraph" / "quotes.md").write_text("> The kettle knows the cook\n\n— Aunt May\n", encoding="utf-8")
    (folder / ".epigraph" / "quotes.jsonl").write_text('{"text": 5}\n', encoding="utf-8")
    assert main(["recommend", "--left", "The cook looked at the kettle", "-k", "3"]) == 0
    printed = capsys.readouterr()
    assert "The kettle knows the cook  — Aunt May" in printed.out
    assert "quotes.jsonl:1: text 5, expected a string" in printed.err


def test_explain_tells_source_meaning_doubt_and_variants(capsys: pytest.CaptureFixture[str]) -> None:
    """A doubtful attribution is said to be one."""
    assert main(["quotes", "search", "if at first you don't succeed", "--json"]) == 0
    (quote,) = [q for q in json.loads(capsys.readouterr().out) if q["text"].startswith("If at first")]
    assert main(["explain", quote["id"][:10]]) == 0
    told = capsys.readouterr().out
    assert quote["text"] in told
    assert "(attributed)" in told
    assert quote["gloss"] in told
    assert main(["explain", quote["id"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == quote["id"]


def test_explain_shows_no_dash_without_an_author_and_tells_wrong_settings(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a quotation without author and work only the words are there; what could not be read goes to stderr."""
    (folder / ".epigraph").mkdir()
    (folder / ".epigraph" / "settings.toml").write_text("results = 0\n", encoding="utf-8")
    (folder / ".epigraph" / "quotes.jsonl").write_text('{"text": "The kettle knows the cook"}\n5\n', encoding="utf-8")
    main(["quotes", "search", "kettle knows the cook", "--json"])
    (quote,) = json.loads(capsys.readouterr().out)
    assert main(["explain", quote["id"]]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("The kettle knows the cook\n")
    assert "—" not in printed.out
    settings, quotes = printed.err.splitlines()
    assert settings.endswith("settings.toml: results: found 0, expected 1 to 100")
    assert "quotes.jsonl:2: found 5" in quotes


def test_doctor_reports_both_languages_and_the_provider_in_use(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All is well on a fresh machine; a broken bundle is bad, said in one line, and the exit code is 1."""
    assert main(["doctor", "--json"]) == 0
    findings = json.loads(capsys.readouterr().out)
    languages = {finding["area"]: finding for finding in findings if finding["area"] in ("en", "zh")}
    assert [languages[name]["state"] for name in ("en", "zh")] == ["ok", "ok"]
    assert "CPUExecutionProvider" in languages["en"]["text"]
    (folder.parent / "home" / "config" / "epigraph").mkdir(parents=True)
    settings = folder.parent / "home" / "config" / "epigraph" / "settings.toml"
    settings.write_text('bundles = "/nowhere"\nresults = 3\n', encoding="utf-8")
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "/nowhere/en/manifest.json: No such file or directory" in told
    assert f"results, from {settings}" in told


def test_a_missing_model_is_exit_3(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scripts can tell a broken installation from wrong input."""
    config = folder.parent / "home" / "config" / "epigraph"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text('bundles = "/nowhere"\n', encoding="utf-8")
    assert main(["recommend", "--left", "x"]) == 3
    assert capsys.readouterr().err.startswith("epigraph: /nowhere/en/manifest.json")


@pytest.mark.parametrize("arguments", [[], ["recommend"], ["recommend", "a.md", "--left", "b"], ["nonsense"]])
def test_wrong_use_is_exit_2_with_usage(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """How it is used is told on stderr."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: epigraph" in capsys.readouterr().err
