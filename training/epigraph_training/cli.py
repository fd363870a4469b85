"""`epigraph-train`: arguments, progress, exit codes.

epigraph-train mine training/configs/en.toml
epigraph-train to-quoter runs/data/en english.txt
epigraph-train from-quoter english.txt runs/data/quoter-en
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from epigraph.errors import EpigraphError
from epigraph_training.corpus.config import read_config
from epigraph_training.corpus.dataset import read_dataset, write_dataset
from epigraph_training.corpus.files import Shard
from epigraph_training.corpus.pipeline import Workers, mine
from epigraph_training.corpus.quoter import read_quoter, write_quoter
from epigraph_training.corpus.running import Done
from epigraph_training.corpus.statistics import PAGE


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
    data_hash = write_dataset(pairs, args.dataset, {"source": args.file.name})
    sys.stdout.write(f"{args.dataset}: {len(pairs)} pairs, data hash {data_hash}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="epigraph-train", description="From corpora to datasets.")
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
    taken.set_defaults(run=_from_quoter)
    return parser
