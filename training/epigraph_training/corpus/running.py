"""Shards through workers: processes of this machine, or a Dask cluster. A shard that is done is never done again.

What a shard gave is a file in a folder of work, written in one step; a run that was killed goes on from there. The
order in which shards end does not matter to anybody.
"""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from pathlib import Path

from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.files import Shard
from epigraph_training.corpus.miner import Harvest, Job, mine_shard, prepare

Done = Callable[[Shard], None]
_AHEAD = 2  # shards a worker that wait for it


def run(job: Job, shards: Sequence[Shard], work: Path, *, workers: int, scheduler: str = "", done: Done) -> list[Path]:
    """Mine the shards that have no result yet; return the files of all results, in the order of the shards."""
    work.mkdir(parents=True, exist_ok=True)
    results = [work / f"{shard.key(job.digest)}.json" for shard in shards]
    missing = [(shard, path) for shard, path in zip(shards, results, strict=True) if not path.exists()]
    paths = dict(missing)
    for shard in shards:
        if shard not in paths:
            done(shard)
    mined = _on_cluster(job, list(paths), scheduler) if scheduler else _on_this_machine(job, list(paths), workers)
    for shard, harvest in mined:
        _write(paths[shard], harvest)
        done(shard)
    return results


def read_results(results: Iterable[Path]) -> Iterator[Harvest]:
    """Yield what the shards gave, one in memory at a time."""
    for path in results:
        yield Harvest.from_json(path.read_text(encoding="utf-8"))


def _write(path: Path, harvest: Harvest) -> None:
    partial = path.with_suffix(".part")
    partial.write_text(harvest.to_json(), encoding="utf-8")
    partial.replace(path)


def _on_this_machine(job: Job, shards: list[Shard], workers: int) -> Iterator[tuple[Shard, Harvest]]:
    if workers == 1 or len(shards) == 1:
        prepare(job)
        yield from ((shard, mine_shard(job.digest, shard)) for shard in shards)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=prepare, initargs=(job,)) as pool:
        waiting = iter(shards)
        running: dict[Future[Harvest], Shard] = {}
        try:
            while True:
                for shard in islice(waiting, _AHEAD * workers - len(running)):
                    running[pool.submit(mine_shard, job.digest, shard)] = shard
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        except BrokenProcessPool as error:
            raise CorpusError("a worker process died, expected it to end; run again to go on from here") from error


def _on_cluster(job: Job, shards: list[Shard], scheduler: str) -> Iterator[tuple[Shard, Harvest]]:
    try:
        distributed = import_module("distributed")  # only who has a cluster needs it
    except ImportError as error:
        raise CorpusError("dask is missing, expected for --scheduler; pip install 'epigraph-ls[cluster]'") from error
    with distributed.Client(scheduler) as client:
        everywhere = client.scatter(job, broadcast=True)
        futures = {client.submit(_mine_anywhere, everywhere, shard, pure=False): shard for shard in shards}
        for future in distributed.as_completed(futures):
            yield futures[future], future.result()
            future.release()


def _mine_anywhere(job: Job, shard: Shard) -> Harvest:
    """Mine on a worker that may be new."""
    prepare(job)
    return mine_shard(job.digest, shard)
