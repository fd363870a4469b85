"""The page and its tables, from results made by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from epigraph_training.benchmark.config import BenchmarkConfig, CaseConfig, DatasetConfig, NegativesConfig
from epigraph_training.benchmark.page import write_page
from epigraph_training.benchmark.published import published
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.pair import Pair
from epigraph_training.evaluation.results import EvaluationError, Part, Result
from epigraph_training.evaluation.tables import Table, latex, main_columns, markdown, marked_table
from unit.training.evaluation.trials import make_result

GOOD, FAIR, BAD = [1, 1, 2, 1, 1, 3, 1, 1], [1, 2, 1, 1, 1, 3, 1, 2], [40, 90, 75, 60, 88, 50, 70, 66]


def test_a_clear_winner_is_bold_and_draws_are_underlined() -> None:
    """Against a bad system the good one wins everywhere; a fair one is as good by the test."""
    won = marked_table([make_result(BAD, "bad"), make_result(GOOD, "good")], main_columns()[:2])
    assert markdown(won).splitlines()[2:] == ["| bad | 0.016 | 0.000 |", "| good | **0.854** | **0.891** |"]
    drawn = marked_table([make_result(GOOD, "good"), make_result(FAIR, "fair")], main_columns()[:1])
    assert drawn.level == {(0, 1), (1, 1)}
    assert not drawn.best
    assert r"good & \underline{0.854}" in latex(drawn, "drawn")
    alone = marked_table([make_result(GOOD, "good")], main_columns())
    assert not alone.best | alone.level


def test_medians_differ_where_they_look_different() -> None:
    """No paired test compares medians: equal ones are underlined, a better one is bold."""
    median = main_columns()[2:3]
    assert len(marked_table([make_result(GOOD, "a"), make_result(FAIR, "b")], median).level) == 2
    assert marked_table([make_result(GOOD, "a"), make_result(BAD, "b")], median).best == {(0, 1)}


def test_published_figures_are_the_papers() -> None:
    """Ours in English is 0.572; what the paper did not publish is nothing."""
    assert published("Ours", "en", "both") == {"MRR": 0.572, "NDCG@5": 0.580, "Recall@10": 69.03}
    assert published("BERT-Cls", "classical", "left")["Recall@10"] == 38.27
    assert published("Ours -Sememe", "en", "left") == {}
    assert published("Epigraph", "en", "both") == {}
    assert published("29 negatives", "modern", "both")["MRR"] == 0.545
    assert published("29 negatives", "classical", "both") == {}


@pytest.fixture
def config(tmp_path: Path) -> BenchmarkConfig:
    """A benchmark whose results are made by hand."""
    return BenchmarkConfig(tmp_path, tmp_path / "page.md", (), negatives=NegativesConfig("en", (4, 9), contexts=3))


def made_results() -> list[Result]:
    """Make results of three systems, one of them on a sample."""
    whole = [make_result(ranks, name, training_seconds=60.0) for name, ranks in (("Ours", GOOD), ("CRM", BAD))]
    return [*whole, make_result(GOOD[:4], "BERT-Cls")]


def made_negatives(part: Part = "en") -> list[Result]:
    """Make two rows of the table of negative samples."""
    return [make_result(FAIR, f"{count} negatives", part=part, split="validation") for count in (9, 4)]


def test_how_systems_were_trained_is_told(config: BenchmarkConfig, tmp_path: Path) -> None:
    """The base, epochs and negatives; fewer contexts than there are, and no models for the left side alone."""
    configs = Path(__file__).parents[4] / "training" / "configs"
    few, every = (DatasetConfig(name, tmp_path, configs / f"{name}.toml") for name in ("en-paper", "quoter-en"))
    write_page(replace(config, datasets=(few, every), left_trained=False), made_results())
    page = config.page.read_text(encoding="utf-8")
    assert (
        "- `en-paper`: *Ours*, its ablations, *BERT-Sim* and *BERT-Cls* start from `minilm`. *Ours* is trained for "
        "2 epochs with 19 negatives drawn a batch, then for 3 epochs against all quotations, the quote encoder frozen; "
        "*BERT-Cls* for 3 epochs with 4 negatives drawn a context. "
        "An epoch has at most 3 contexts of a quotation, drawn anew for each.\n"
    ) in page
    assert "systems are those that learned from both sides" in page
    assert page.count("drawn a context. An epoch has") == 1


def test_a_ranker_on_what_taught_it_is_said_to_be_optimistic(config: BenchmarkConfig) -> None:
    """On validation the shipped one's row says so, on test it does not."""
    write_page(config, [make_result(GOOD, "Epigraph")])
    page = config.page.read_text(encoding="utf-8")
    assert ("| Epigraph |" in page, "optimistic" in page) == (True, False)
    write_page(replace(config, split="validation"), [make_result(GOOD, "Epigraph", split="validation")])
    page = config.page.read_text(encoding="utf-8")
    assert ("| Epigraph, optimistic |" in page, "those rows are optimistic" in page) == (True, True)


def test_quoters_own_files_are_no_other_data(config: BenchmarkConfig, tmp_path: Path) -> None:
    """The page of a dataset that was made of one of them says that the published columns are of the same data."""
    pair = Pair("quoter", "english.txt", 1, "1", "Time flies", "Time flies", "it is late", "they say", "test")
    write_dataset([pair], tmp_path / "data", {"source": "english.txt", "language": "en", "part": "en"})
    paper = Path(__file__).parents[4] / "training" / "configs" / "quoter-en.toml"
    write_page(replace(config, datasets=(DatasetConfig("en", tmp_path / "data", paper),)), made_results())
    assert "It is `english.txt` of QuoteR: columns marked *paper* are of" in config.page.read_text(encoding="utf-8")


def test_the_page_has_every_table(config: BenchmarkConfig) -> None:
    """Systems stand in the paper's order; who ranked a sample is compared on it with all; costs and cases follow."""
    case = CaseConfig("en", "It was late;", "as they say.", "Time flies")
    shown = Table(("Rank", "Quotation", "Score"), (("1", "Time flies", "0.9"),), frozenset())
    write_page(config, made_results(), made_negatives(), [(case, shown)])
    page = config.page.read_text(encoding="utf-8")
    glance, rest = page.split("## English\n")
    assert "| by chance | 0.052 |\n| CRM | 0.016 |\n| BERT-Cls | (0.875) |\n| Ours | 0.854 |" in glance
    main, sample = rest.split("The same on a random sample of 4 contexts, which BERT-Cls ranked too:")
    assert main.index("| CRM |") < main.index("| Ours |")
    assert "| BERT-Cls |" not in main
    assert sample.index("| CRM |") < sample.index("| BERT-Cls |") < sample.index("| Ours |")
    assert "by chance the MRR is 0.052" in main
    assert "| 0.572 | 0.580 | 69.03 |" in main
    assert "| Ours | 1,000 | 60 | 1.5 |" in sample
    assert sample.index("| 4 negatives |") < sample.index("| 9 negatives |")
    assert "in the first stage. An epoch has at most 3 contexts of a quotation, drawn anew for each.\n" in sample
    assert "> It was late; **[Quote]** as they say." in page
    assert (config.page.with_suffix("") / "frequency-en.svg").exists()
    assert config.page.with_suffix(".tex").read_text(encoding="utf-8").count(r"\begin{table}") == 4


def test_published_negatives_stand_beside_those_of_the_same_part(config: BenchmarkConfig) -> None:
    """The paper has them of modern Chinese; the English table has no empty columns."""
    write_page(config, [], made_negatives() + made_negatives("modern"))
    english, chinese = config.page.read_text(encoding="utf-8").split("## Negative samples: ")[1:]
    assert "paper |" not in english
    assert "| 0.534 | 0.541 | 63.97 |" in chinese


def test_a_benchmark_without_results_is_told(tmp_path: Path) -> None:
    """There is nothing to make a page of."""
    with pytest.raises(EvaluationError, match="no results of this benchmark"):
        write_page(BenchmarkConfig(tmp_path, tmp_path / "page.md", ()), [])
