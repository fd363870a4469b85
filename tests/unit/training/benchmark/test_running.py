"""A benchmark from datasets to result files: what is done is not done again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from epigraph.errors import SettingsError
from epigraph.quotes.collection import shipped
from epigraph_training.baselines.crm import CRM
from epigraph_training.baselines.method import NetworkOptions
from epigraph_training.baselines.methods import METHODS
from epigraph_training.benchmark.cases import case_table, kept_cases, run_cases
from epigraph_training.benchmark.cells import Place, present_negatives, present_results
from epigraph_training.benchmark.config import (
    BenchmarkConfig,
    CaseConfig,
    DatasetConfig,
    NegativesConfig,
    part_of,
    read_benchmark_config,
)
from epigraph_training.benchmark.running import run_benchmark
from epigraph_training.cli import main
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.pair import WRITTEN
from epigraph_training.encoders.config import read_train_config
from epigraph_training.evaluation.results import EvaluationError, Result, read_results
from epigraph_training.evaluation.systems import judge, run
from unit.training.baselines.conftest import make_pairs
from unit.training.encoders.conftest import TOPICS
from unit.training.evaluation.trials import copy_bundle

CONFIGS = Path(__file__).parents[4] / "training" / "configs"
PAPER = CONFIGS / "en-paper.toml"


def run_all(config: BenchmarkConfig) -> list[Result]:
    """Run a benchmark and return what it had to run."""
    return list(run_benchmark(config, "by a test", lambda _: None))


def with_paper(config: BenchmarkConfig, old: str, new: str) -> BenchmarkConfig:
    """Return a benchmark whose paper's training has something changed in its file."""
    text = PAPER.read_text(encoding="utf-8")
    assert old in text
    path = config.out.parent / "paper.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return replace(config, datasets=(replace(config.datasets[0], paper=path),))


@pytest.fixture
def config(tmp_path: Path) -> BenchmarkConfig:
    """Two systems that need no training, one of them as if it were slow."""
    write_dataset(make_pairs(), tmp_path / "data", {"language": "en"})
    dataset = DatasetConfig("en", tmp_path / "data", PAPER)
    return BenchmarkConfig(tmp_path / "out", tmp_path / "page.md", (dataset,), systems=("crm", "mga"))


def test_every_cell_has_a_file_and_is_filled_once(config: BenchmarkConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two systems in two settings are four results with their costs; a second run neither fits nor ranks."""
    found = run_all(config)
    assert sorted(read_results(config.out / "results"), key=str) == sorted(found, key=str)
    assert {(one.system, one.setting) for one in found} == {(s, t) for s in ("CRM", "MGA") for t in ("both", "left")}
    assert all(one.candidates == "dataset" and one.training_seconds is not None for one in found)
    assert all(one.sayings_ranked == 8 and len(one.ranks) == 16 for one in found)
    monkeypatch.setattr("epigraph_training.benchmark.running._fitted", None)
    assert not run_all(config)


def test_a_slow_system_ranks_a_sample(config: BenchmarkConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample is drawn by content: of another system it is the same."""
    monkeypatch.setattr("epigraph_training.benchmark.cells.SAMPLED", ("crm", "mga"))
    keys = {one.keys for one in run_all(replace(config, sample=5))}
    assert [len(sample) for sample in keys] == [5]


def test_another_sample_is_ranked_anew(config: BenchmarkConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many contexts are not the same contexts."""
    monkeypatch.setattr("epigraph_training.benchmark.cells.SAMPLED", ("crm",))
    one = replace(config, sample=5, systems=("crm",), settings=("both",))
    (first,), (second,) = run_all(one), run_all(replace(one, seed=2))
    assert len(first.keys) == len(second.keys)
    assert first.keys != second.keys
    assert not run_all(replace(one, seed=2))


def test_a_cell_of_other_options_is_not_done(config: BenchmarkConfig) -> None:
    """Who reads the option must be fitted again, and the error says how; who does not read it is done."""
    run_all(config)
    assert not run_all(replace(config, systems=("crm",), seed=2, networks=NetworkOptions(hidden=7)))
    with pytest.raises(EvaluationError, match="mga/en: fitted on other data or with other options; delete it"):
        run_all(replace(config, seed=2))
    written = with_paper(config, "written = false", "written = true")
    with pytest.raises(EvaluationError, match="crm/en: fitted on other data or with other options; delete it"):
        run_all(written)


def test_a_system_that_joins_others_takes_those_of_their_rows(
    config: BenchmarkConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """top-k RM of rankers that were fitted fits none, costs what they did, and ranks as when it fits them itself."""
    networks = NetworkOptions(16, 16, epochs=1)
    joined = replace(config, systems=("top-k-rm",), settings=("both",), networks=networks)
    members = run_all(replace(joined, systems=("lstm", "mga", "forest", "cnn")))
    place = Place.open(config.datasets[0], joined)
    alone = METHODS["top-k-rm"].fit(place.task("both"), place.options, config.out / "alone", lambda _: None)
    for name in METHODS["top-k-rm"].members:
        monkeypatch.setitem(METHODS, name, replace(METHODS[name], fit=None))  # type: ignore[arg-type]
    (result,) = run_all(joined)
    assert result.training_seconds == pytest.approx(sum(one.training_seconds or 0 for one in members), abs=0.5)
    (expected,) = judge(run(alone, place.trial, "both", command=""), place.trial, ("dataset",))
    assert result.ranks == expected.ranks


def test_left_contexts_are_ranked_anew_by_models_of_their_own(config: BenchmarkConfig) -> None:
    """What models of both sides made of them is not what those would."""
    one = replace(config, systems=("crm",), left_trained=False)
    run_all(one)
    assert [result.setting for result in run_all(replace(one, left_trained=True))] == ["left"]


def test_a_fitted_system_is_known_by_any_path(config: BenchmarkConfig) -> None:
    """The same dataset under another name, and other networks, leave a relevance model what it is."""
    run_all(config)
    shutil.rmtree(config.out / "results")
    dataset = replace(config.datasets[0], path=config.datasets[0].path / ".." / "data")
    other = replace(config, systems=("crm",), datasets=(dataset,), networks=NetworkOptions(hidden=7))
    assert len(run_all(other)) == 2


def test_a_bundle_of_another_fusion_is_ranked_anew(config: BenchmarkConfig, tmp_path: Path) -> None:
    """The same bundle is done; other weights in its manifest make another row."""
    bundle = copy_bundle(tmp_path / "bundles" / "en", config.datasets[0].path)
    dataset = replace(config.datasets[0], bundle=bundle)
    one = replace(config, datasets=(dataset,), systems=("epigraph",), settings=("both",))
    assert len(run_all(one)) == 1
    assert not run_all(one)
    manifest = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))
    manifest["fusion"]["semantic"] *= 2
    (bundle / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert len(run_all(one)) == 1


def test_pretrained_systems_learn_from_the_same_dataset(config: BenchmarkConfig) -> None:
    """The benchmark's folder counts, not the one in the training's own configuration."""
    dataset = config.datasets[0]
    assert read_train_config(dataset.paper).dataset != dataset.path
    assert Place.open(dataset, config).options.paper.dataset == dataset.path


def test_contexts_are_counted_that_systems_may_learn_from(config: BenchmarkConfig) -> None:
    """Written ones are not, as no system has them; those are that a limit leaves out."""
    pairs = make_pairs()
    pairs = [replace(pair, source=WRITTEN) for pair in pairs[: 2 * 8]] + pairs[2 * 8 :]  # two of each quotation
    write_dataset(pairs, config.datasets[0].path, {"language": "en"})
    few = with_paper(config, "contexts = 3", "contexts = 1")
    assert set(Place.open(few.datasets[0], few).trial.training_contexts.values()) == {10}


def test_a_system_of_other_data_is_never_taken_for_this_one(config: BenchmarkConfig) -> None:
    """A dataset that was mined again needs its systems fitted again, and the error says how."""
    run_all(config)
    write_dataset(make_pairs()[:-1], config.datasets[0].path, {"language": "en"})
    with pytest.raises(EvaluationError, match="fitted on other data or with other options; delete it"):
        run_all(config)


def test_models_of_both_sides_may_serve_left_contexts(config: BenchmarkConfig) -> None:
    """Without models of their own the left setting uses those of the other."""
    assert len(run_all(replace(config, left_trained=False))) == 4
    assert [folder.name for folder in (config.out / "models").iterdir()] == ["both"]


def test_a_fitted_system_is_what_the_server_reads(config: BenchmarkConfig) -> None:
    """The folder of a relevance model has a folder for each language, as `--ranker` expects."""
    run_all(replace(config, systems=("crm",), settings=("both",)))
    folder = config.out / "models" / "both" / "crm" / "en"
    assert CRM.load(folder).quote_ids


def test_only_what_the_benchmark_would_make_now_is_shown(config: BenchmarkConfig) -> None:
    """Results of other options, of another split or of a dataset that is not here are on no page of this one."""
    found = run_all(config)
    assert sorted(present_results(config), key=str) == sorted(found, key=str)
    assert {one.system for one in present_results(replace(config, seed=2))} == {"CRM"}
    assert not present_results(replace(config, split="validation"))
    assert {one.setting for one in present_results(replace(config, left_trained=False))} == {"both"}
    elsewhere = DatasetConfig("zh", config.out / "nowhere", PAPER)
    assert len(present_results(replace(config, datasets=(*config.datasets, elsewhere)))) == len(found)
    assert not present_negatives(replace(config, negatives=NegativesConfig("zh"), datasets=(elsewhere,)))


def test_a_saying_that_took_in_another_is_ranked_anew(config: BenchmarkConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the collection folds two sayings into one, fewer are ranked, and results of before are not of these."""
    one = replace(config, systems=("crm",), settings=("both",))
    run_all(one)
    quotes = shipped("en")
    folded = [replace(quote, variant_of=quotes[0].id) if quote is quotes[1] else quote for quote in quotes]
    monkeypatch.setattr("epigraph_training.evaluation.trial.shipped", lambda _: folded)
    assert not present_results(one)
    (result,) = run_all(one)
    assert result.sayings_ranked == 7


def test_more_written_contexts_are_other_data_where_they_are_learned_from(config: BenchmarkConfig) -> None:
    """The data hash is the same, as they are never ranked; who learns from them must be fitted again."""
    learning = with_paper(config, "written = false", "written = true")
    learning = replace(learning, systems=("crm",), settings=("both",))
    run_all(learning)
    more = replace(make_pairs()[0], source=WRITTEN, document="more", left="a river")
    write_dataset([*make_pairs(), more], config.datasets[0].path, {"language": "en"})
    with pytest.raises(EvaluationError, match="crm/en: fitted on other data"):
        run_all(learning)


def test_two_datasets_of_one_part_are_told(config: BenchmarkConfig) -> None:
    """Their results would be written into the same files."""
    twice = replace(config, datasets=(config.datasets[0], replace(config.datasets[0], name="other")))
    with pytest.raises(SettingsError, match="datasets 'en' and 'other' both have the part 'en'"):
        run_all(twice)


def test_a_case_shows_the_best_quotations(config: BenchmarkConfig) -> None:
    """For a context about rivers the first quotation leads, bold, as it is the right one."""
    case = CaseConfig("en", "the river and", "of river too", shipped("en")[0].text, "crm")
    shown = case_table(config, case, lambda _: None)
    assert shown.rows[0][:2] == ("1", shipped("en")[0].text)
    assert shown.best == {(0, 1)}
    assert len(shown.rows) == 5


@pytest.mark.parametrize(("right", "rank"), [(1, "8"), (40, "–")])
def test_a_right_quotation_that_is_not_among_the_best_is_shown_below_them(
    config: BenchmarkConfig, right: int, rank: str
) -> None:
    """In a context that has every word but its own it is the last of eight; one that is not in use has no rank."""
    words, gold = " ".join(set(TOPICS) - {TOPICS[1]}), shipped("en")[right].text
    shown = case_table(config, CaseConfig("en", words, words, gold, "crm"), lambda _: None)
    assert shown.rows[5][:2] == (rank, gold)
    assert shown.best == {(5, 1)}
    assert len(shown.rows) == 6


def test_a_case_is_kept_without_its_system(config: BenchmarkConfig) -> None:
    """Once made it stays when the system is gone; another context is another case."""
    case = CaseConfig("en", "the river and", "of river too", shipped("en")[0].text, "crm")
    one = replace(config, cases=(case,))
    assert not kept_cases(one)
    run_cases(one, lambda _: None)
    assert kept_cases(one) == [(case, case_table(one, case, lambda _: None))]
    shutil.rmtree(config.out / "models")
    run_cases(one, lambda _: None)
    assert not (config.out / "models").exists()
    assert not kept_cases(replace(one, cases=(replace(case, left="the road"),)))


@pytest.mark.parametrize("name", ["benchmark.toml", "benchmark-quoter.toml"])
def test_the_configurations_that_ship_are_right(name: str) -> None:
    """They read, run all systems, and their trainings are the paper's."""
    config = read_benchmark_config(CONFIGS / name)
    assert {"crm", "bert-cls", "ours"} <= set(config.systems)
    trainings = [read_train_config(dataset.paper) for dataset in config.datasets]
    assert {(tuple(s.kind for s in one.stages), one.written) for one in trainings} == {(("sampled", "frozen"), False)}
    assert [one.dataset.resolve() for one in trainings] == [dataset.path.resolve() for dataset in config.datasets]


def test_another_training_than_the_papers_is_told(config: BenchmarkConfig) -> None:
    """Its ablations would make no sense."""
    with pytest.raises(SettingsError, match=r"en-ranker\.toml: stages \['bank'\], expected"):
        Place.open(replace(config.datasets[0], paper=CONFIGS / "en-ranker.toml"), config)


def test_cells_can_be_run_apart(config: BenchmarkConfig) -> None:
    """Some datasets, systems and settings are named, or all are taken; the table of negatives goes with its own."""
    cases = tuple(CaseConfig("en", "left", right, system="mga") for right in ("", "right"))
    whole = replace(config, negatives=NegativesConfig("en"), cases=cases)
    assert part_of(whole, (), (), ()) == whole
    some = part_of(whole, ["en"], ["mga"], ["left"])
    assert (some.systems, some.settings, some.negatives) == (("mga",), ("left",), None)
    assert some.cases == cases[:1]
    assert [(one.system, one.setting) for one in run_all(some)] == [("MGA", "left")]
    table = part_of(whole, (), ["negatives"], ())
    assert (table.systems, table.negatives) == ((), whole.negatives)
    with pytest.raises(SettingsError, match="dataset 'zh', expected one of en"):
        part_of(whole, ["zh"], (), ())
    with pytest.raises(SettingsError, match="system 'lstm', expected some of crm, mga, negatives"):
        part_of(whole, (), ["lstm"], ())


@pytest.mark.parametrize(
    ("contexts", "fitted"), [(0, ["ours", "ours-2-negatives"]), (1, ["ours-2-negatives", "ours-4-negatives"])]
)
def test_negatives_have_a_model_for_each_number(
    config: BenchmarkConfig, lively_base: str, contexts: int, fitted: list[str]
) -> None:
    """Validation is ranked; the paper's own number is not trained again, unless fewer contexts are asked for."""
    path, text = config.out.parent / "paper.toml", PAPER.read_text(encoding="utf-8")
    before, after = text.index("[sememes]"), text.index("[[stages]]")
    text = (text[:before] + text[after:]).replace("negatives = 19", "negatives = 4").replace("minilm", lively_base)
    text = text.replace("../../runs/models/en-paper", "paper")
    path.write_text(text, encoding="utf-8")
    table = replace(
        config,
        systems=(),
        datasets=(replace(config.datasets[0], paper=path),),
        negatives=NegativesConfig("en", (2, 4), contexts=contexts),
    )
    assert [(one.system, one.split) for one in run_all(table)] == [(f"{n} negatives", "validation") for n in (2, 4)]
    models = config.out / "models" / "both"
    assert sorted(folder.name for folder in models.iterdir()) == fitted
    log = (models / "ours-2-negatives" / "en" / "log.jsonl").read_text(encoding="utf-8")
    batches = 1 if contexts else 2  # of 16 contexts, of the 8 or 24 of an epoch
    assert json.loads(log.splitlines()[0])["of"] == 2 * batches
    assert not run_all(table)


def test_an_unknown_system_or_dataset_is_told(tmp_path: Path) -> None:
    """The error names what was found and what is known."""
    text = 'out = "o"\npage = "p.md"\nsystems = ["gpt"]\n[[datasets]]\nname = "en"\npath = "d"\npaper = "p.toml"\n'
    (tmp_path / "one.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match="system 'gpt', expected some of crm"):
        read_benchmark_config(tmp_path / "one.toml")
    other = text.replace('systems = ["gpt"]\n', "") + '[[cases]]\ndataset = "zh"\nleft = "a"\n'
    (tmp_path / "two.toml").write_text(other, encoding="utf-8")
    with pytest.raises(SettingsError, match="dataset 'zh', expected one of en"):
        read_benchmark_config(tmp_path / "two.toml")


@pytest.mark.parametrize("system", ["epigraph", "our"])
def test_a_case_of_a_system_that_is_not_fitted_is_told(config: BenchmarkConfig, tmp_path: Path, system: str) -> None:
    """A bundle has none, nor has a name that is mistyped: in a file and on the command line."""
    one = f'[[datasets]]\nname = "en"\npath = "{config.datasets[0].path}"\npaper = "{PAPER}"\n'
    case = f'[[cases]]\ndataset = "en"\nleft = "a"\nsystem = "{system}"\n'
    (tmp_path / "one.toml").write_text(f'out = "o"\npage = "p.md"\n{one}{case}', encoding="utf-8")
    told = f"case of system '{system}', expected one of crm, lstm"
    with pytest.raises(SettingsError, match=told):
        read_benchmark_config(tmp_path / "one.toml")
    with pytest.raises(SettingsError, match=told):
        case_table(config, CaseConfig("en", "the river", system=system), lambda _: None)


def test_the_command_makes_the_page(
    config: BenchmarkConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a configuration to the page, in one command; a part of it leaves a page of that part."""
    one = f'name = "en"\npath = "{config.datasets[0].path}"\npaper = "{PAPER}"\n'
    case = 'dataset = "en"\nleft = "the river"\nright = "of"\nsystem = "mga"\n'
    text = f'out = "o"\npage = "page.md"\nsystems = ["crm", "mga"]\n[[datasets]]\n{one}[[cases]]\n{case}'
    (tmp_path / "b.toml").write_text(text, encoding="utf-8")
    assert main(["benchmark", str(tmp_path / "b.toml"), "--systems", "crm", "--settings", "both"]) == 0
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert ("| CRM |" in page, "| MGA |" in page, "## Case" in page) == (True, False, False)
    assert "CRM.en.both.dataset.test.json: MRR 1.000" in capsys.readouterr().out
    assert main(["benchmark", str(tmp_path / "b.toml")]) == 0
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert ("| CRM |" in page, "| MGA |" in page, "## Case: MGA" in page) == (True, True, True)
