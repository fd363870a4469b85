"""The memory of known uses is read as it was written, or refused with a line that says what is wrong."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.memory import Memory, memory_bytes
from epigraph.model.postings import Postings

QUOTES = [("0" * 16, "w1 w2"), ("1" * 16, "w3")]
TinyBundle = Callable[..., Path]
Change = Callable[[dict[str, Any]], object]


def make_memory() -> Memory:
    """Make a memory of three contexts of two quotations, and of one that was written."""
    return Memory(
        rows=np.array([0, 0, 1], np.int32),
        written=np.array([1], np.int32),
        uses=np.array([5, 0], np.int32),
        usage=Postings.build([["sea", "海边"], ["sea"]]),
        beside=Postings.build([["to _"], ["_ ,", "to _"]]),
    )


def change_arrays(file: Path, change: Change) -> None:
    """Change the arrays of memory.npz in place."""
    with np.load(file) as found:
        arrays = dict(found)
    change(arrays)
    content = io.BytesIO()
    np.savez(content, **arrays)
    file.write_bytes(content.getvalue())


def test_a_memory_survives_writing_and_reading(tiny_bundle: TinyBundle) -> None:
    """What the export writes is what the server reads, in every type and place."""
    made = make_memory()
    found = Bundle.load(tiny_bundle(QUOTES, memory=made)).memory
    for name in ("rows", "written", "uses"):
        np.testing.assert_array_equal(getattr(found, name), getattr(made, name), strict=True)
    for read, written in ((found.usage, made.usage), (found.beside, made.beside)):
        assert read.vocabulary == written.vocabulary
        for term in (*written.vocabulary, "unknown"):
            np.testing.assert_array_equal(read.of(term)[0], written.of(term)[0])
            np.testing.assert_allclose(read.of(term)[1], written.of(term)[1], rtol=1e-3)  # float16


def test_the_same_memory_is_the_same_bytes() -> None:
    """Nothing of the time or the machine gets into the file."""
    assert memory_bytes(make_memory()) == memory_bytes(make_memory())


def test_a_bundle_without_memory_knows_no_uses(tiny_bundle: TinyBundle) -> None:
    """The memory of such a bundle is empty, not missing."""
    memory = Bundle.load(tiny_bundle(QUOTES)).memory
    assert memory.contexts == 0
    assert memory.uses.tolist() == [0, 0]
    assert memory.usage.scores({"sea"}).tolist() == memory.beside.scores({"to _"}).tolist() == [0, 0]


DAMAGE: dict[str, tuple[Change, str]] = {
    "missing array": (lambda a: a.pop("uses"), "not a memory of known uses"),
    "pickle": (lambda a: a.update(uses=np.array([{}, {}], dtype=object)), "not a memory of known uses"),
    "wrong type": (lambda a: a.update(uses=a["uses"].astype(np.int16)), "uses is int16 of 1 dimensions"),
    "wrong dimensions": (lambda a: a.update(rows=a["rows"].reshape(1, 3)), "rows is int32 of 2 dimensions"),
    "infinite weight": (lambda a: a["usage_weights"].fill(np.inf), "usage: finite weights"),
    "row too high": (lambda a: a.update(rows=np.array([0, 1, 2], np.int32)), "rows from 0 to 1"),
    "row below 0": (lambda a: a.update(rows=np.array([-1, 0, 1], np.int32)), "rows from 0 to 1"),
    "rows unsorted": (lambda a: a.update(rows=np.array([1, 0, 1], np.int32)), "ascending order"),
    "uses of others": (lambda a: a.update(uses=np.zeros(3, np.int32)), "uses of 2 quotations"),
    "uses below 0": (lambda a: a["uses"].fill(-1), "uses of 2 quotations, 0 or more"),
    "posting too high": (lambda a: a["beside_rows"].fill(2), "beside: rows from 0 to 1"),
    "weights too few": (lambda a: a.update(usage_weights=a["usage_weights"][:1]), "one weight for each posting"),
    "slices too few": (lambda a: a.update(usage_starts=a["usage_starts"][:2]), "distinct terms with a slice each"),
    "slices too long": (lambda a: a["beside_starts"].__setitem__(-1, 9), "distinct terms with a slice each"),
    "slice backwards": (lambda a: a["usage_starts"].__setitem__(1, 4), "distinct terms with a slice each"),
    "term twice": (
        lambda a: a.update(usage_terms=np.frombuffer(b"sea\nsea", np.uint8)),
        "distinct terms with a slice each",
    ),
}


@pytest.mark.parametrize(("change", "message"), DAMAGE.values(), ids=list(DAMAGE))
def test_parts_that_do_not_agree_are_refused(
    tiny_bundle: TinyBundle, reseal: Callable[[Path], None], change: Change, message: str
) -> None:
    """Whatever is wrong, the error is one line with the path and what was expected."""
    folder = tiny_bundle(QUOTES, memory=make_memory())
    change_arrays(folder / "memory.npz", change)
    reseal(folder)
    with pytest.raises(BundleError) as caught:
        Bundle.load(folder)
    assert str(folder / "memory.npz") in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"garbage", b"PK\x03\x04 cut off"])
def test_what_is_no_archive_is_refused(tiny_bundle: TinyBundle, reseal: Callable[[Path], None], content: bytes) -> None:
    """Bytes of another kind are told, even with a right checksum."""
    folder = tiny_bundle(QUOTES, memory=make_memory())
    (folder / "memory.npz").write_bytes(content)
    reseal(folder)
    with pytest.raises(BundleError, match=r"memory\.npz: not a memory of known uses"):
        Bundle.load(folder)


def test_a_changed_memory_is_refused(tiny_bundle: TinyBundle) -> None:
    """A memory whose bytes are not those that were written is not read at all."""
    folder = tiny_bundle(QUOTES, memory=make_memory())
    content = (folder / "memory.npz").read_bytes()
    (folder / "memory.npz").write_bytes(content[:-1] + b"x")
    with pytest.raises(BundleError, match=r"memory\.npz: SHA-256"):
        Bundle.load(folder)
