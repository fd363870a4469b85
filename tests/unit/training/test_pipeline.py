"""A whole run: the same dataset from any number of workers, after a kill, and on a cluster that loses a worker."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from epigraph.quotes.collection import shipped
from epigraph_training.cli import main
from epigraph_training.corpus.config import Config, Corpus, Rules
from epigraph_training.corpus.dataset import FACTS, read_dataset
from epigraph_training.corpus.files import Shard
from epigraph_training.corpus.pair import Pair
from epigraph_training.corpus.pipeline import WORK, Workers, mine
from epigraph_training.corpus.running import Done
from epigraph_training.corpus.sources import written_contexts
from epigraph_training.corpus.statistics import PAGE, PLOT
from unit.training.corpora import write_corpus

# what a test gives to another process: a run that ends as the test wants
RUN = """
import os, signal, sys
from pathlib import Path
from epigraph_training.corpus.config import read_config
from epigraph_training.corpus.pipeline import Workers, mine

def progress(total):
    left = [3]
    def done(shard):
        left[0] -= 1
        if left[0] == 0:
            os.kill(victim(), signal.SIGKILL)
    return done

if __name__ == "__main__":
    victim = os.getpid
    scheduler = ""
    if sys.argv[2] == "cluster":
        from distributed import LocalCluster
        cluster = LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None)
        scheduler = cluster.scheduler_address
        victim = lambda: cluster.workers[0].pid
    mine(read_config(Path(sys.argv[1])), Workers(1, scheduler), progress)
"""


def no_progress(_: int) -> Done:
    """Show nothing."""
    return lambda _: None


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Forty documents in which the first quotations that ship are used, in passages of their own."""
    quotes = shipped("en")[100:112]
    used = written_contexts("en")[3000:3480]
    files: dict[str, str | bytes] = {}
    for number in range(40):
        lines = [
            f"{one.left} Then she said: {quotes[(number + row) % 12].text}. {one.right}\n{one.left}\n{one.right}"
            for row, one in enumerate(used[number * 12 : number * 12 + 6])
        ]
        files[f"{number:02}.txt"] = "\n\n".join(lines)
    return write_corpus(tmp_path_factory.mktemp("corpus"), files)


def make_config(out: Path, *corpora: Corpus) -> Config:
    """Make a configuration whose shards hold a few small files."""
    return Config("en", out, corpora=corpora, shard_bytes=6_000, rules=Rules(minimum=3, everyday=0.0))


def write_config(path: Path, corpus: Corpus) -> Path:
    """Write the same configuration as a file; its dataset goes beside it."""
    lines = [
        'language = "en"\nout = "data"\nshard_bytes = 6_000\n[rules]\nminimum = 3\neveryday = 0.0',
        f"[[corpora]]\nname = {json.dumps(corpus.name)}\npath = {json.dumps(str(corpus.path))}",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def data_hash(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hash of the dataset that one worker makes without a break."""
    return mine(make_config(tmp_path_factory.mktemp("plain") / "data", corpus), Workers(1), no_progress)


def mined_only(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that were found in the corpus."""
    return [pair for pair in pairs if pair.source != "written"]


def test_a_run_makes_a_dataset_with_its_statistics(corpus: Corpus, tmp_path: Path, data_hash: str) -> None:
    """The command writes pairs of all splits, facts, a page and a plot, and tells the hash."""
    assert main(["mine", str(write_config(tmp_path / "config.toml", corpus)), "--workers", "1"]) == 0
    pairs = read_dataset(tmp_path / "data")
    assert {pair.split for pair in mined_only(pairs)} == {"train", "validation", "test"}
    facts = json.loads((tmp_path / "data" / FACTS).read_text(encoding="utf-8"))
    assert (facts["data_hash"], facts["documents"]) == (data_hash, 40)
    page = (tmp_path / "data" / PAGE).read_text(encoding="utf-8")
    assert f"| small | {len(mined_only(pairs))} |" in page
    assert (tmp_path / "data" / PLOT).read_text(encoding="utf-8").startswith("<?xml")


def test_written_contexts_are_for_training_and_not_of_unseen_quotations(corpus: Corpus, tmp_path: Path) -> None:
    """What was written for this project never tests, and never shows what must not be learned."""
    mine(make_config(tmp_path, corpus), Workers(1), no_progress)
    pairs = read_dataset(tmp_path)
    unseen = set(json.loads((tmp_path / FACTS).read_text(encoding="utf-8"))["unseen"])
    assert {pair.split for pair in pairs if pair.source == "written"} == {"train"}
    assert unseen
    assert not unseen & {pair.quote_id for pair in pairs if pair.split == "train"}


def test_the_number_of_workers_does_not_matter(corpus: Corpus, tmp_path: Path, data_hash: str) -> None:
    """Two processes make the dataset of one."""
    assert mine(make_config(tmp_path, corpus), Workers(2), no_progress) == data_hash


def test_a_killed_run_goes_on(corpus: Corpus, tmp_path: Path, data_hash: str) -> None:
    """After a kill only what was not done is done, and the dataset is the same."""
    config = write_config(tmp_path / "config.toml", corpus)
    done = subprocess.run([sys.executable, "-c", RUN, config, "kill"], check=False)
    assert done.returncode == -signal.SIGKILL
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "data" / WORK).glob("*.json")}
    assert len(before) == 3
    assert mine(make_config(tmp_path / "data", corpus), Workers(1), no_progress) == data_hash
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_progress_counts_what_was_done_before(corpus: Corpus, tmp_path: Path) -> None:
    """The bar of a second run is full at once."""
    mine(make_config(tmp_path, corpus), Workers(1), no_progress)
    sizes: list[int] = []

    def progress(total: int) -> Done:
        sizes.append(-total)

        def done(shard: Shard) -> None:
            sizes.append(shard.size)

        return done

    mine(make_config(tmp_path, corpus), Workers(1), progress)
    assert len(sizes) > 3
    assert sum(sizes) == 0


def test_a_cluster_that_loses_a_worker_makes_the_same(corpus: Corpus, tmp_path: Path, data_hash: str) -> None:
    """On three worker processes, of which one is killed midway, the dataset is that of the embedded run."""
    config = write_config(tmp_path / "config.toml", corpus)
    script = tmp_path / "run.py"  # workers import the main module, so it must be a file
    script.write_text(RUN, encoding="utf-8")
    subprocess.run([sys.executable, script, config, "cluster"], check=True, capture_output=True)
    assert json.loads((tmp_path / "data" / FACTS).read_text(encoding="utf-8"))["data_hash"] == data_hash


def test_pairs_of_an_earlier_search_count_but_for_corpora_of_this_one(
    corpus: Corpus, tmp_path: Path, data_hash: str
) -> None:
    """What is searched now is not taken from another search too: its documents may have other names there."""
    known = tmp_path / "known.jsonl"
    passage = written_contexts("en")[0]
    record = {"quote": shipped("en")[100].text, "left": passage.left, "right": passage.right}
    for name in ("small", "elsewhere"):
        known.write_text(json.dumps({**record, "source": name, "document": "known"}), encoding="utf-8")
        config = replace(make_config(tmp_path / name, corpus), mined=(known,))
        assert (mine(config, Workers(1), no_progress) == data_hash) is (name == "small")


def test_a_missing_corpus_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends with 2 and says what to correct."""
    config = write_config(tmp_path / "config.toml", Corpus("none", tmp_path / "nowhere"))
    assert main(["mine", str(config)]) == 2
    assert capsys.readouterr().err.strip().splitlines()[-1].startswith(f"epigraph-train: {tmp_path / 'nowhere'}")


def test_the_papers_format_is_written_and_read_by_commands(corpus: Corpus, tmp_path: Path) -> None:
    """A dataset goes to the paper's format and back with its splits."""
    mine(make_config(tmp_path / "data", corpus), Workers(1), no_progress)
    sizes = [
        str(sum(p.split == side for p in read_dataset(tmp_path / "data"))) for side in ("train", "validation", "test")
    ]
    assert main(["to-quoter", str(tmp_path / "data"), str(tmp_path / "ours.txt")]) == 0
    assert (
        main(["from-quoter", str(tmp_path / "ours.txt"), str(tmp_path / "back"), "--sizes", *sizes, "--language=en"])
        == 0
    )
    assert len(read_dataset(tmp_path / "back")) == len(read_dataset(tmp_path / "data"))
