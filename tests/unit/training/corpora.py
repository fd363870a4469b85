"""Small corpora that tests make: sentences to stand around a quotation, files, and what mining them gives."""

from pathlib import Path

from epigraph.quotes.quote import Quote
from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.files import shards
from epigraph_training.corpus.miner import Harvest, Job, Miner

BEFORE = (
    "The harbour master had watched the weather for three days, and on the fourth he told the crew to wait once more."
)
AFTER = (
    "Nobody answered him, because the kettle was boiling and the dog had found its way under the kitchen table again."
)
CLOUD = Quote("Every cloud has a silver lining", "en", author="Proverb")


def make_job(*quotes: Quote, everyday: float = 0.0, little_context: int = 10) -> Job:
    """Make a job that looks for quotations and takes nothing for everyday speech."""
    return Job(
        digest=repr((quotes, everyday, little_context)),
        language=quotes[0].language,
        quotes=quotes,
        everyday=everyday,
        little_context=little_context,
    )


def around(text: str, before: str = BEFORE, after: str = AFTER) -> str:
    """Return a passage with a text in the middle."""
    return f"{before} {text}. {after}\n"


def write_corpus(folder: Path, files: dict[str, str | bytes]) -> Corpus:
    """Write files into a folder and return it as a corpus."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Corpus("small", folder)


def mine_files(folder: Path, files: dict[str, str | bytes], job: Job) -> Harvest:
    """Return what one worker makes of files."""
    (shard,) = shards(write_corpus(folder, files), 1 << 30)
    return Miner(job).mine(shard)
