"""Which files a corpus has: folders, single files, git directories."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.errors import CorpusError
from epigraph_training.corpus.files import opened, shards
from unit.training.corpora import write_corpus


def contents(corpus: Corpus) -> dict[str, bytes]:
    """Return the bytes of all files of a corpus."""
    return {
        file.name: stream.read()
        for shard in shards(corpus, 1_000)
        for file, stream in opened(shard)
        if not isinstance(stream, OSError)
    }


@pytest.fixture
def snapshot(tmp_path: Path) -> Corpus:
    """A bare git directory with a commit, without a work tree."""
    write_corpus(tmp_path / "work", {"a.txt": "one", "books/三.txt": "two", "books/c.md": "three"})
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "books"]):
        subprocess.run(["git", "-C", tmp_path / "work", *command], check=True)
    subprocess.run(["git", "clone", "-q", "--bare", tmp_path / "work", tmp_path / "bare"], check=True)
    return Corpus("git", tmp_path / "bare")


def test_a_folder_is_read_with_its_folders(tmp_path: Path) -> None:
    """Names are relative to the corpus."""
    assert contents(write_corpus(tmp_path, {"b.txt": "two", "a/a.txt": "one"})) == {"a/a.txt": b"one", "b.txt": b"two"}


def test_one_file_is_a_corpus(tmp_path: Path) -> None:
    """A path may be a file."""
    write_corpus(tmp_path, {"a.txt": "one", "b.txt": "two"})
    assert contents(Corpus("file", tmp_path / "a.txt")) == {"a.txt": b"one"}


def test_a_git_directory_is_read_without_a_checkout(snapshot: Corpus) -> None:
    """The files are those of the commit, whatever their names."""
    assert contents(snapshot) == {"a.txt": b"one", "books/三.txt": b"two", "books/c.md": b"three"}


def test_only_what_is_included_is_read(snapshot: Corpus) -> None:
    """Patterns are of whole names, over folders."""
    assert set(contents(replace(snapshot, include=("books/*.md", "a*")))) == {"a.txt", "books/c.md"}


def test_a_missing_blob_is_told_and_the_rest_read(snapshot: Corpus) -> None:
    """A snapshot may lack its largest files."""
    (shard,) = shards(snapshot, 1_000)
    lost = replace(shard, files=(replace(shard.files[0], blob="0" * 40), *shard.files[1:]))
    streams = [stream for _, stream in opened(lost)]
    assert isinstance(streams[0], OSError)
    assert not any(isinstance(stream, OSError) for stream in streams[1:])


@pytest.mark.parametrize("corpus", [Corpus("none", Path("/nowhere/at/all")), None])
def test_a_corpus_that_is_not_there_is_an_error(corpus: Corpus | None, snapshot: Corpus) -> None:
    """A wrong path and a wrong revision are told at once."""
    with pytest.raises(CorpusError, match="expected"):
        list(shards(corpus or replace(snapshot, revision="nobody"), 1_000))


def test_shards_are_bounded_and_lose_nothing(tmp_path: Path) -> None:
    """Files keep their order over shards, and only a large one is a shard beyond the size."""
    corpus = write_corpus(tmp_path, {f"{number:02}.txt": "x" * number for number in range(1, 20)})
    made = list(shards(corpus, size=15))
    assert [file.name for shard in made for file in shard.files] == [f"{number:02}.txt" for number in range(1, 20)]
    assert all(shard.size <= 15 or len(shard.files) == 1 for shard in made)


def test_the_key_of_a_shard_follows_content_and_job(tmp_path: Path) -> None:
    """Another job, or a file that was written again, is other work."""
    (before,) = shards(write_corpus(tmp_path, {"a.txt": "one"}), 1_000)
    (after,) = shards(write_corpus(tmp_path, {"a.txt": "other"}), 1_000)
    assert len({before.key("job"), before.key("other"), after.key("job")}) == 3
