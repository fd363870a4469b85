"""Speed and memory of the search for quotations, as ratios to something run beside it.

    python bench/mining.py [CORPUS] [--megabytes N] [--rounds N]

1. All English quotations in a folder of plain text, reading included, by one process that is warm, against
   `grep -F -c` with one fixed string over the same files, in turn. Goal: at most 5 times grep's time.
2. Where the time goes: reading, decoding, the sieve, comparing the words, all of it; and what Python's own search for
   one string and a change of each byte cost, below which nothing in Python can go.
3. The same against pyahocorasick over lower-cased text, which finds exact wordings only, and against a loop over the
   quotations, on a part of the text.
4. Peak memory of a worker on one file, and on one of ten times its size. Goal: the same.

Times are of the processor, so that other work on the machine does not count.

Without a corpus one is made of the contexts written for this project, with a quotation every 200 kB or so, as in old
books.
"""

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import ahocorasick

from epigraph.quotes.collection import shipped
from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.files import shards
from epigraph_training.corpus.miner import Job, Miner
from epigraph_training.corpus.occurrences import Searcher
from epigraph_training.corpus.sieve import Sieve
from epigraph_training.corpus.sources import written_contexts

QUOTES = tuple(shipped("en"))
JOB = Job("bench", "en", QUOTES, everyday=36.0, little_context=20)
SHARD = 8 << 20
FIXED = "the harbour master of Valparaíso"
MEMORY = """
import resource, sys
from pathlib import Path
from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.files import shards
from epigraph_training.corpus.miner import Job, Miner
from epigraph.quotes.collection import shipped
miner = Miner(Job("bench", "en", tuple(shipped("en")), 36.0, 20))
for shard in shards(Corpus("bench", Path(sys.argv[1])), 1 << 23):
    miner.mine(shard)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    """Make a corpus if none is given, run the comparisons and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?", help="a folder of plain text")
    parser.add_argument("--megabytes", type=int, default=64, help="size of a corpus that is made (default: 64)")
    parser.add_argument("--rounds", type=int, default=5, help="turns (default: 5)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        # first, while this process is small: a child's peak memory is at least that of its parent
        _memory(Path(temporary))
        corpus = args.corpus or _made(Path(temporary) / "corpus", args.megabytes)
        grep = _speed(corpus, args.rounds)
        _parts(corpus, grep)
        _peers(corpus)


def _speed(corpus: Path, rounds: int) -> float:
    """Print how long grep and one worker take, and return grep's time."""
    size = sum(path.stat().st_size for path in corpus.rglob("*") if path.is_file()) / 1e6
    miner = Miner(JOB)
    work = list(shards(Corpus("bench", corpus), SHARD))
    found = sum(len(miner.mine(shard).pairs) for shard in work)
    command = ["grep", "-r", "-F", "-c", FIXED, corpus]
    grep, ours = [], []
    for _ in range(rounds):
        grep.append(_seconds(partial(subprocess.run, command, stdout=subprocess.PIPE, check=False)))
        ours.append(_seconds(lambda: [miner.mine(shard) for shard in work]))
    print(f"corpus: {size:.0f} MB, {len(QUOTES)} quotations, {found} pairs")
    base, taken = statistics.median(grep), statistics.median(ours)
    print(f"grep -F -c, one string: {base:.3f} s, {size / base:.0f} MB/s")
    print(f"all quotations:         {taken:.3f} s, {size / taken:.0f} MB/s, {taken / base:.1f} x grep")
    return base


def _parts(corpus: Path, grep: float) -> None:
    """Print what the parts of the work take alone."""
    paths = sorted(path for path in corpus.rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in paths]
    texts = [content.decode(errors="replace") for content in contents]
    sieve = Sieve(((row, quote.text) for row, quote in enumerate(QUOTES)), "en")
    searcher = Searcher(QUOTES, "en")
    table, fixed = bytes(range(256)), FIXED.encode()
    parts: dict[str, Callable[[], object]] = {
        "reading": lambda: [path.read_bytes() for path in paths],
        "decoding": lambda: [content.decode(errors="replace") for content in contents],
        "one string, bytes.find": lambda: [content.find(fixed) for content in contents],
        "each byte, bytes.translate": lambda: [content.translate(table, b"aeiou .,\n") for content in contents],
        "the sieve": lambda: [list(sieve.candidates(text)) for text in texts],
        "the sieve and the words": lambda: [searcher.find(text) for text in texts],
    }
    for name, part in parts.items():
        taken = min(_seconds(part) for _ in range(3))
        print(f"  {name + ':':27} {taken:7.3f} s  {taken / grep:5.1f} x grep")


def _peers(corpus: Path) -> None:
    text = next(path for path in sorted(corpus.rglob("*")) if path.is_file()).read_text(encoding="utf-8")[: 4 << 20]
    automaton = ahocorasick.Automaton()
    wordings = [quote.text.lower().rstrip(".!?") for quote in QUOTES]
    for row, wording in enumerate(wordings):
        automaton.add_word(wording, row)
    automaton.make_automaton()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "part.txt").write_text(text, encoding="utf-8")
        miner, (shard,) = Miner(JOB), shards(Corpus("bench", Path(folder)), SHARD)
        ours = min(_seconds(lambda: miner.mine(shard)) for _ in range(3))
    peer = min(_seconds(lambda: list(automaton.iter(text.lower()))) for _ in range(3))
    loop = _seconds(lambda: [wording in text.lower() for wording in wordings[:100]]) / 100 * len(wordings)
    print(f"on {len(text) / 1e6:.1f} MB: ours {ours:.3f} s")
    print(f"pyahocorasick, exact wordings only: {peer:.3f} s, {peer / ours:.1f} x ours")
    print(f"a loop over the quotations: {loop:.0f} s (from 100 of them), {loop / ours:.0f} x ours")


def _memory(folder: Path) -> None:
    peaks = []
    for name, megabytes in (("small", 8), ("large", 80)):
        path = folder / f"{name}.txt"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(_text(megabytes))
        done = subprocess.run([sys.executable, "-c", MEMORY, path], stdout=subprocess.PIPE, check=True)
        peaks.append(int(done.stdout) / 1024)
        path.unlink()
    small, large = peaks
    print(f"peak memory: {small:.0f} MB on a file of 8 MB, {large:.0f} MB on one of 80 MB, {large / small:.2f} x")


def _made(folder: Path, megabytes: int) -> Path:
    folder.mkdir()
    for number in range(megabytes):
        with (folder / f"{number:04}.txt").open("w", encoding="utf-8") as file:
            file.writelines(_text(1, seed=number))
    return folder


def _text(megabytes: int, seed: int = 0) -> Iterator[str]:
    """Yield paragraphs, wrapped as in an old e-book."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    texts = [text for passage in written_contexts("en") for text in (passage.left, passage.right) if len(text) > 40]  # noqa: PLR2004
    left = megabytes * 1_000_000
    while left > 0:
        words = " ".join(draw.choices(texts, k=6)).split()
        if draw.random() < 0.005:  # noqa: PLR2004
            words[20:20] = draw.choice(QUOTES).text.split()
        paragraph = "\n".join(" ".join(words[at : at + 12]) for at in range(0, len(words), 12)) + "\n\n"
        left -= len(paragraph)
        yield paragraph


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor's seconds that this process and those it starts spend on some work."""
    start = _spent()
    work()
    return _spent() - start


def _spent() -> float:
    whose = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in whose)


if __name__ == "__main__":
    main()
