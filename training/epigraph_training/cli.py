"""`epigraph-train`: arguments, progress, exit codes.

epigraph-train mine training/configs/en.toml
epigraph-train to-quoter runs/data/en english.txt
epigraph-train from-quoter english.txt runs/data/quoter-en
epigraph-train encoders training/configs/en-ranker.toml
epigraph-train remember runs/bundles/en runs/data/en
epigraph-train fuse runs/bundles/en runs/data/en runs/results
epigraph-train evaluate runs/bundles/en runs/data/en runs/results --split test
epigraph-train evaluate training/configs/en-paper.toml runs/data/en runs/results --split test
epigraph-train report runs/results docs/results.md
epigraph-train benchmark training/configs/benchmark.toml
epigraph-train benchmark training/configs/benchmark.toml --datasets en --systems crm lstm
epigraph-train case training/configs/benchmark.toml en --left "It was late;" --right "as they say."
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from epigraph.errors import EpigraphError
from epigraph.text.query import LANGUAGES
from epigraph_training.corpus.config import read_config
from epigraph_training.corpus.dataset import read_dataset, write_dataset
from epigraph_training.corpus.files import Shard
from epigraph_training.corpus.pair import SPLITS
from epigraph_training.corpus.pipeline import Workers, mine
from epigraph_training.corpus.quoter import quoter_facts, read_quoter, write_quoter
from epigraph_training.corpus.running import Done
from epigraph_training.corpus.statistics import PAGE
from epigraph_training.evaluation.results import SETTINGS

_LOG_EVERY = 60.0  # seconds between two lines of a log


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 2 wrong use or unusable input."""
    args = _parser().parse_args(argv)
    try:
        args.run(args)
    except KeyboardInterrupt:
        return 130
    except EpigraphError as error:
        sys.stderr.write(f"epigraph-train: {error}\n")
        return 2
    return 0


def _mine(args: argparse.Namespace) -> None:
    config = read_config(args.config)
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn()
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:

        def progress(total: int) -> Done:
            task = bar.add_task(config.language, total=total)

            def done(shard: Shard) -> None:
                bar.advance(task, shard.size)

            return done

        data_hash = mine(config, Workers(args.workers, args.scheduler), progress)
    sys.stdout.write(f"{config.out / PAGE}\ndata hash {data_hash}\n")


def _to_quoter(args: argparse.Namespace) -> None:
    sizes = write_quoter(read_dataset(args.dataset), args.file)
    sys.stdout.write(f"{args.file}: lines of training, validation and test {sizes}\n")


def _from_quoter(args: argparse.Namespace) -> None:
    pairs = read_quoter(args.file, tuple(args.sizes) if args.sizes else None)
    data_hash = write_dataset(pairs, args.dataset, quoter_facts(args.file, args.language))
    sys.stdout.write(f"{args.dataset}: {len(pairs)} pairs, data hash {data_hash}\n")


def _encoders(args: argparse.Namespace) -> None:
    # torch takes seconds to import, and mining needs none of it
    from epigraph_training.encoders.config import read_train_config  # noqa: PLC0415
    from epigraph_training.encoders.curve import draw_curve  # noqa: PLC0415
    from epigraph_training.encoders.trained import write_final  # noqa: PLC0415
    from epigraph_training.encoders.trainer import make_accelerator, open_run, train, validation_mrr  # noqa: PLC0415

    config = read_train_config(args.config)
    accelerator = make_accelerator(config)
    run = open_run(config, accelerator.device)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(args.config.stem)

        def step(done: int, total: int, loss: float) -> None:
            bar.update(task, completed=done, total=total, description=f"{args.config.stem} loss {loss:.3f}")

        train(run, accelerator, step)
    if accelerator.is_main_process:
        write_final(run, {"encoder_mrr": validation_mrr(run)})
        sys.stdout.write(f"{run.config.out}\n{draw_curve(run.config.out)}\n")


def _remember(args: argparse.Namespace) -> None:
    from epigraph_training.encoders.remembering import remember  # noqa: PLC0415

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("encoding known contexts")
        bundle = remember(args.bundle, args.dataset, lambda done, total: bar.update(task, completed=done, total=total))
    sys.stdout.write(f"{bundle.path}: {bundle.manifest.data}; now learn its fusion with `epigraph-train fuse`\n")


def _fuse(args: argparse.Namespace) -> None:
    from epigraph_training.evaluation.fusing import fuse  # noqa: PLC0415

    sys.stdout.write(f"{fuse(args.bundle, args.dataset, args.results, command=_command())}\n")


def _evaluate(args: argparse.Namespace) -> None:
    from epigraph_training.evaluation.running import evaluate_bundle  # noqa: PLC0415

    if args.system.is_dir():
        evaluate_bundle(args.system, args.dataset, args.split, args.results, name=args.name, command=_command())
    else:
        _evaluate_run(args)


def _evaluate_run(args: argparse.Namespace) -> None:
    from accelerate import Accelerator  # noqa: PLC0415

    from epigraph_training.encoders.config import read_train_config  # noqa: PLC0415
    from epigraph_training.encoders.trained import as_system, restore  # noqa: PLC0415
    from epigraph_training.encoders.trainer import open_run  # noqa: PLC0415
    from epigraph_training.evaluation.running import evaluate_system  # noqa: PLC0415

    run = open_run(read_train_config(args.system), Accelerator().device)
    restore(run)
    size = sum(parameter.numel() for parameter in run.towers.parameters())
    system = as_system(run, args.name or args.system.stem)
    evaluate_system(system, args.dataset, args.split, args.results, command=_command(), parameters=size)


def _report(args: argparse.Namespace) -> None:
    from epigraph_training.evaluation.report import write_report  # noqa: PLC0415

    write_report(args.results, args.page, args.page.with_suffix(""))
    sys.stdout.write(f"{args.page}\n")


def _benchmark(args: argparse.Namespace) -> None:
    from epigraph_training.benchmark.cases import kept_cases, run_cases  # noqa: PLC0415
    from epigraph_training.benchmark.cells import present_negatives, present_results  # noqa: PLC0415
    from epigraph_training.benchmark.config import part_of, read_benchmark_config  # noqa: PLC0415
    from epigraph_training.benchmark.page import write_page  # noqa: PLC0415
    from epigraph_training.benchmark.running import run_benchmark  # noqa: PLC0415
    from epigraph_training.evaluation.metrics import metrics  # noqa: PLC0415

    config = read_benchmark_config(args.config)
    chosen = part_of(config, args.datasets, args.systems, args.settings)
    with _telling() as progress:
        for result in run_benchmark(chosen, _command(), progress):
            sys.stdout.write(f"{result.file_name}: MRR {metrics(result.ranks).mrr:.3f}\n")
            sys.stdout.flush()  # hours lie between two lines
        run_cases(chosen, progress)
        write_page(config, present_results(config), present_negatives(config), kept_cases(config))
    sys.stdout.write(f"{config.page}\n")


def _case(args: argparse.Namespace) -> None:
    from epigraph_training.benchmark.cases import case_table  # noqa: PLC0415
    from epigraph_training.benchmark.config import CaseConfig, read_benchmark_config  # noqa: PLC0415
    from epigraph_training.evaluation.tables import markdown  # noqa: PLC0415

    case = CaseConfig(args.dataset, args.left, args.right, args.gold, args.system)
    with _telling() as progress:
        shown = case_table(read_benchmark_config(args.config), case, progress)
    sys.stdout.write(f"{markdown(shown)}\n")


@contextmanager
def _telling() -> Iterator[Callable[[str], None]]:
    """Give what tells a person what is being done: a line that changes, or in a log a line now and then."""
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("reading") as status:
            yield status.update
        return
    told = -math.inf

    def tell(what: str) -> None:
        nonlocal told
        if (now := time.monotonic()) - told >= _LOG_EVERY:
            told = now
            sys.stderr.write(f"{what}\n")
            sys.stderr.flush()

    yield tell


def _command() -> str:
    return " ".join(("epigraph-train", *sys.argv[1:]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="epigraph-train", description="From corpora to trained rankers and tables.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    mining = commands.add_parser("mine", help="find quotations in corpora and make a dataset of their contexts")
    mining.add_argument("config", type=Path, help="a TOML file, see docs/corpus.md")
    mining.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    mining.add_argument("--scheduler", default="", help="address of a Dask scheduler, such as tcp://host:8786")
    mining.set_defaults(run=_mine)
    export = commands.add_parser("to-quoter", help="write a dataset in the format of the QuoteR release")
    export.add_argument("dataset", type=Path)
    export.add_argument("file", type=Path)
    export.set_defaults(run=_to_quoter)
    taken = commands.add_parser("from-quoter", help="make a dataset of a file of the QuoteR release")
    taken.add_argument("file", type=Path)
    taken.add_argument("dataset", type=Path)
    taken.add_argument("--sizes", type=int, nargs=3, help="lines of training, validation and test in any other file")
    taken.add_argument("--language", choices=LANGUAGES, help="of any other file")
    taken.set_defaults(run=_from_quoter)
    _add_learning(commands)
    return parser


def _add_learning(commands: Any) -> None:  # noqa: ANN401 - argparse keeps the class to itself
    encoders = commands.add_parser("encoders", help="train the encoders; a run that was stopped goes on")
    encoders.add_argument("config", type=Path, help="a TOML file, see docs/training.md")
    encoders.set_defaults(run=_encoders)
    remembering = commands.add_parser("remember", help="put the known contexts of a dataset into a trained bundle")
    remembering.add_argument("bundle", type=Path)
    remembering.set_defaults(run=_remember)
    fusing = commands.add_parser("fuse", help="learn on validation how a bundle joins its channels")
    fusing.add_argument("bundle", type=Path)
    fusing.set_defaults(run=_fuse)
    evaluating = commands.add_parser("evaluate", help="rank a split with a bundle or with trained encoders")
    evaluating.add_argument("system", type=Path, help="folder of a bundle, or the TOML file of a finished training")
    evaluating.add_argument("--split", choices=SPLITS, default="validation")
    evaluating.add_argument("--name", default="", help="of the system in tables")
    evaluating.set_defaults(run=_evaluate)
    for command in (remembering, fusing, evaluating):
        command.add_argument("dataset", type=Path)
    for command in (fusing, evaluating):
        command.add_argument("results", type=Path, help="folder of the result files")
    reporting = commands.add_parser("report", help="make a page of tables and plots from result files")
    reporting.add_argument("results", type=Path)
    reporting.add_argument("page", type=Path, help="Markdown file; plots go into the folder of its name")
    reporting.set_defaults(run=_report)
    _add_benchmark(commands)


def _add_benchmark(commands: Any) -> None:  # noqa: ANN401
    benchmark = commands.add_parser("benchmark", help="run every system of the paper and make the page of results")
    benchmark.set_defaults(run=_benchmark)
    case = commands.add_parser("case", help="show a benchmark's best quotations for one context")
    case.set_defaults(run=_case)
    for command in (benchmark, case):
        command.add_argument("config", type=Path, help="a TOML file, see docs/benchmark.md")
    benchmark.add_argument("--datasets", nargs="+", default=(), metavar="NAME", help="only these")
    benchmark.add_argument(
        "--systems", nargs="+", default=(), metavar="NAME", help="only these, or the table `negatives`"
    )
    benchmark.add_argument("--settings", nargs="+", default=(), choices=SETTINGS, help="only these")
    case.add_argument("dataset", help="its name in the benchmark")
    case.add_argument("--system", default="ours", help="its name in the benchmark (default: ours)")
    case.add_argument("--left", required=True, metavar="TEXT", help="the words before the gap")
    case.add_argument("--right", default="", metavar="TEXT", help="the words after the gap")
    case.add_argument("--gold", default="", metavar="TEXT", help="the right quotation, to be shown in bold")
