"""From a configuration to a dataset: the stages in their order, and what each of them left out."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import chain
from pathlib import Path

from epigraph.quotes.collection import Collection, shipped
from epigraph.quotes.files import read_quotes
from epigraph.quotes.records import record_of
from epigraph_training.corpus.config import Config
from epigraph_training.corpus.dataset import write_dataset
from epigraph_training.corpus.duplicates import without_copies, without_duplicates, without_leaks
from epigraph_training.corpus.files import shards
from epigraph_training.corpus.limits import sampled, with_at_least
from epigraph_training.corpus.miner import Harvest, Job, Miner
from epigraph_training.corpus.pair import Pair
from epigraph_training.corpus.running import Done, read_results, run
from epigraph_training.corpus.sources import mined, written, written_files
from epigraph_training.corpus.split import split
from epigraph_training.corpus.statistics import write_statistics

Progress = Callable[[int], Done]  # gets the bytes of all shards; what it returns gets each shard that is done

WORK = "work"
_SPARE = 5  # times the most contexts of a quotation are held in memory: some of them may be duplicates


@dataclass(slots=True)
class _Tally:
    """What was found, what was left out and why, whose books there are, what could not be read, and how much was."""

    dropped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    own: list[Pair] = field(default_factory=list)
    found: int = 0
    documents: int = 0
    characters: int = 0

    def count(self, harvest: Harvest) -> None:
        """Add what a shard left out."""
        self.found += len(harvest.pairs)
        self.dropped += harvest.dropped
        self.problems += harvest.problems
        self.own += harvest.own
        self.documents += harvest.documents
        self.characters += harvest.characters

    def stage(self, reason: str, before: Sequence[Pair], after: list[Pair]) -> list[Pair]:
        """Count what a stage left out, and return what it kept."""
        self.dropped[reason] += len(before) - len(after)
        return after


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: processes of this machine, or the cluster of a Dask scheduler, if its address is given."""

    count: int
    scheduler: str = ""


def mine(config: Config, workers: Workers, progress: Progress) -> str:
    """Make the dataset of a configuration in its folder; return the data hash."""
    tally = _Tally()
    collection = _collection(config, tally.problems)
    job = _job(config, collection)
    candidates = chain(_searched(config, job, tally, workers, progress), _searched_again(config, job, tally))
    found = sampled(candidates, _SPARE * config.maximum, config.seed)
    tally.dropped["too many contexts"] += tally.found - len(found)
    pairs = tally.stage("own book", found, without_copies(found, tally.own, config.language))
    pairs = tally.stage("duplicate", pairs, without_duplicates(pairs, config.language))
    pairs = tally.stage("too few contexts", pairs, with_at_least(pairs, config.minimum))
    pairs = tally.stage("too many contexts", pairs, sampled(pairs, config.maximum, config.seed))
    sayings = {quote.id: quote.saying for quote in collection}
    splitting = split(pairs, sayings, config.seed)
    pairs = tally.stage("unseen quotation in a training document", pairs, splitting.pairs)
    pairs = tally.stage("passage of another split", pairs, without_leaks(pairs, config.language))
    if config.written:
        ours = (replace(pair, split="train") for pair in written(collection, config.language))
        pairs += [pair for pair in ours if sayings[pair.quote_id] not in splitting.unseen]
    return _write(config, collection, pairs, tally, splitting.unseen)


def _collection(config: Config, problems: list[str]) -> Collection:
    """Return the quotations to look for: those that ship, and a person's own of the language."""
    quotes = shipped(config.language)
    for path in config.quotes:
        found = read_quotes(path, path.stem)
        quotes += [quote for quote in found.quotes if quote.language == config.language]
        problems += map(str, found.problems)
    return Collection(quotes)


def _job(config: Config, collection: Collection) -> Job:
    rules = (config.language, config.rules.everyday, config.little_context)
    digest = hashlib.sha256(json.dumps([rules, [record_of(quote) for quote in collection]]).encode())
    for path in _code():
        digest.update(path.read_bytes())
    digest.update(written_files(config.language)[0].read_bytes())  # everyday speech is told by them
    return Job(digest.hexdigest(), config.language, collection.quotes, config.rules.everyday, config.little_context)


def _code() -> Iterator[Path]:
    """Yield the files that decide what is found: work that other code has done must be done again."""
    for package in ("epigraph.text", "epigraph.quotes", "epigraph_training.corpus"):
        folder = Path(str(files(package)))
        yield from sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".jsonl"})


def _searched(config: Config, job: Job, tally: _Tally, workers: Workers, progress: Progress) -> Iterator[Pair]:
    """Yield the pairs of the corpora."""
    work = [shard for corpus in config.corpora for shard in shards(corpus, config.shard_bytes)]
    done = progress(sum(shard.size for shard in work))
    results = run(job, work, config.out / WORK, workers=workers.count, scheduler=workers.scheduler, done=done)
    for harvest in read_results(results):
        tally.count(harvest)
        yield from harvest.pairs


def _searched_again(config: Config, job: Job, tally: _Tally) -> Iterator[Pair]:
    """Yield those pairs of an earlier search that this one would have kept, but for corpora that it searched itself."""
    if not config.mined:
        return
    miner, collection = Miner(job), Collection(job.quotes)
    searched = {corpus.name for corpus in config.corpora}
    for pair in chain.from_iterable(mined(path, collection, config.language) for path in config.mined):
        if pair.source in searched:
            continue
        found = miner.again(pair)
        if isinstance(found, Pair):
            tally.found += 1
            yield found
        else:
            tally.dropped[found or "mined, not found again"] += 1


def _write(config: Config, collection: Collection, pairs: list[Pair], tally: _Tally, unseen: frozenset[str]) -> str:
    facts = {
        "language": config.language,
        "seed": config.seed,
        "pairs": len(pairs),
        "unseen": sorted(unseen),
        "found": tally.found,
        "documents": tally.documents,
        "characters": tally.characters,
        "dropped": dict(sorted(tally.dropped.items())),
        "problems": sorted(tally.problems),
    }
    data_hash = write_dataset(pairs, config.out, facts)
    write_statistics(
        pairs,
        collection,
        config.out,
        dropped=tally.dropped,
        problems=sorted(tally.problems),
        unseen=len(unseen),
        data_hash=data_hash,
    )
    return data_hash
