"""Which files a corpus has, in shards of some size, and their bytes. Knows nothing of what is in them."""

import hashlib
import io
import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, BinaryIO

from epigraph_training.corpus.config import Corpus
from epigraph_training.corpus.errors import CorpusError


@dataclass(frozen=True, slots=True)
class File:
    """A file of a corpus by its name in it; `version` changes with its content; `blob` is its id in a git directory."""

    name: str
    size: int
    version: str
    blob: str = ""


@dataclass(frozen=True, slots=True)
class Shard:
    """Files of one corpus: the unit of work."""

    corpus: Corpus
    files: tuple[File, ...]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files)

    def key(self, job: str) -> str:
        """Return the name of what a job makes of these files: another where job, corpus or content is."""
        content = [(file.name, file.size, file.version) for file in self.files]
        return hashlib.sha256(repr((job, self.corpus, content)).encode(errors="surrogateescape")).hexdigest()[:24]


def shards(corpus: Corpus, size: int) -> Iterator[Shard]:
    """Yield the files of a corpus in the order of their names; only a single file is a shard of more than size."""
    group: list[File] = []
    total = 0
    for file in sorted(_files(corpus), key=lambda file: file.name):
        if group and total + file.size > size:
            yield Shard(corpus, tuple(group))
            group, total = [], 0
        group.append(file)
        total += file.size
    if group:
        yield Shard(corpus, tuple(group))


def opened(shard: Shard) -> Iterator[tuple[File, BinaryIO | OSError]]:
    """Yield each file of a shard with its bytes, or with why they cannot be had."""
    if _is_git(shard.corpus.path):
        yield from _blobs(shard)
        return
    root = shard.corpus.path
    for file in shard.files:
        try:
            stream = (root if root.is_file() else root / file.name).open("rb")
        except OSError as error:
            yield file, error
            continue
        with stream:
            yield file, stream


def _files(corpus: Corpus) -> Iterator[File]:
    if _is_git(corpus.path):
        found = _tree(corpus)
    elif corpus.path.is_dir():
        found = _folder(corpus.path)
    elif corpus.path.is_file():
        found = iter([_local(corpus.path, corpus.path.name)])
    else:
        raise CorpusError(f"{corpus.path}: not found, expected a file, a folder or a git directory; correct the path")
    return (file for file in found if not corpus.include or _matches(file.name, corpus.include))


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _folder(root: Path) -> Iterator[File]:
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder, name)
            if path.is_file():
                yield _local(path, path.relative_to(root).as_posix())


def _local(path: Path, name: str) -> File:
    status = path.stat()
    return File(name, status.st_size, str(status.st_mtime_ns))


def _is_git(path: Path) -> bool:
    """Return whether a folder is a git directory itself, as a bare clone is."""
    return (path / "HEAD").is_file() and (path / "objects").is_dir()


def _tree(corpus: Corpus) -> Iterator[File]:
    command = ["git", "--git-dir", str(corpus.path), "ls-tree", "-r", "-z", "--long", corpus.revision]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - git with a path of the config
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        raise CorpusError(f"{corpus.path}: {reason}, expected the revision {corpus.revision}; correct it")
    for entry in filter(None, done.stdout.split(b"\0")):
        described, _, name = entry.partition(b"\t")
        _, kind, blob, size = described.decode().split()
        if kind == "blob" and size.isdigit():
            yield File(os.fsdecode(name), int(size), blob, blob)


def _blobs(shard: Shard) -> Iterator[tuple[File, BinaryIO | OSError]]:
    command = ["git", "--git-dir", str(shard.corpus.path), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as git:  # noqa: S603 - as above
        for file in shard.files:
            yield file, _blob(git.stdin, git.stdout, file.blob)


def _blob(ask: IO[bytes] | None, answer: IO[bytes] | None, blob: str) -> BinaryIO | OSError:
    if ask is None or answer is None:
        return OSError("git gave no pipe")
    ask.write(f"{blob}\n".encode())
    ask.flush()
    header = answer.readline().split()
    if len(header) != 3:  # noqa: PLR2004 - id, kind and size
        return OSError(f"git has no object {blob}")
    content = answer.read(int(header[2]))
    answer.read(1)  # the line feed after each object
    return io.BytesIO(content)
