"""A bundle is loaded whole or refused with a line that says where, what and what to do."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.manifest import manifest_json, read_manifest

QUOTES = [("0" * 16, "w1 w2"), ("1" * 16, "w3")]
TinyBundle = Callable[..., Path]


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest in place."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def save_matrix(folder: Path, matrix: np.ndarray[Any, Any], *, pickled: bool = False) -> None:
    """Replace the quote matrix."""
    content = io.BytesIO()
    np.save(content, matrix, allow_pickle=pickled)
    (folder / "quotes.npy").write_bytes(content.getvalue())


def put_outside(folder: Path) -> None:
    """Move the tokenizer out of the bundle and leave a symbolic link to it."""
    outside = folder.parent / "elsewhere.json"
    (folder / "tokenizer.json").rename(outside)
    (folder / "tokenizer.json").symlink_to(outside)


def test_a_good_bundle_loads(tiny_bundle: TinyBundle) -> None:
    """A bundle gives its vectors and the row of each quotation and content."""
    bundle = Bundle.load(tiny_bundle(QUOTES))
    assert bundle.vectors.shape == (2, 8)
    assert [key[0] for key in bundle.rows] == ["0" * 16, "1" * 16]
    assert list(bundle.rows.values()) == [0, 1]


def test_a_manifest_survives_writing_and_reading(tiny_bundle: TinyBundle, tmp_path: Path) -> None:
    """What manifest_json writes, read_manifest reads."""
    manifest = Bundle.load(tiny_bundle(QUOTES)).manifest
    copy = tmp_path / "copy.json"
    copy.write_text(manifest_json(manifest), encoding="utf-8")
    assert read_manifest(copy) == manifest


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no manifest": (lambda f: (f / "manifest.json").unlink(), "manifest.json: No such file"),
    "not JSON": (lambda f: (f / "manifest.json").write_text("{"), "not JSON"),
    "not UTF-8": (lambda f: (f / "manifest.json").write_bytes(b"\xff\xfe{}"), "not JSON"),
    "not an object": (lambda f: (f / "manifest.json").write_text("[]"), "schema None, expected 4"),
    "older schema": (
        lambda f: edit_manifest(f, lambda m: m.update(schema=3)),
        "schema 3, expected 4; use the bundle of this version of Epigraph",
    ),
    "extra key": (lambda f: edit_manifest(f, lambda m: m.update(colour="red")), "colour"),
    "missing key": (lambda f: edit_manifest(f, lambda m: m.pop("licence")), "licence"),
    "number as text": (lambda f: edit_manifest(f, lambda m: m.update(dimension="8")), "found '8', expected int"),
    "unknown pooling": (lambda f: edit_manifest(f, lambda m: m["context"].update(pooling="max")), "pooling"),
    "mask without gap": (
        lambda f: edit_manifest(f, lambda m: m["context"].update(pooling="mask")),
        "pooling mask but no gap",
    ),
    "unknown language": (lambda f: edit_manifest(f, lambda m: m.update(language="fr")), "language"),
    "graph not listed": (lambda f: edit_manifest(f, lambda m: m["files"].pop("context.onnx")), "not in files"),
    "missing file": (lambda f: (f / "quotes.txt").unlink(), "quotes.txt: no such file"),
    "missing graph": (lambda f: (f / "context.onnx").unlink(), "context.onnx: no such file"),
    "truncated matrix": (lambda f: (f / "quotes.npy").write_bytes(b"\x93NUMPY"), "quotes.npy: 6 bytes, manifest says"),
    "wrong checksum": (
        lambda f: (f / "quotes.txt").write_bytes((f / "quotes.txt").read_bytes().replace(b"0", b"a")),
        "quotes.txt: SHA-256",
    ),
    "path escape": (
        lambda f: edit_manifest(f, lambda m: m["files"].update({"../x": m["files"]["quotes.npy"]})),
        "'../x'",
    ),
    "absolute path": (
        lambda f: edit_manifest(f, lambda m: m["files"].update({"/etc/passwd": m["files"]["quotes.npy"]})),
        "'/etc/passwd'",
    ),
    "symbolic link": (put_outside, "elsewhere.json, expected a file in the bundle"),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGE.values(), ids=list(DAMAGE))
def test_damage_is_refused(tiny_bundle: TinyBundle, damage: Callable[[Path], object], message: str) -> None:
    """Whatever is wrong with a bundle, the error is one line with the path and what was found."""
    folder = tiny_bundle(QUOTES)
    damage(folder)
    with pytest.raises(BundleError) as caught:
        Bundle.load(folder)
    assert str(folder) in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


SEALED: dict[str, tuple[Callable[[Path], object], str]] = {
    "garbage matrix": (lambda f: (f / "quotes.npy").write_bytes(b"garbage"), "quotes.npy: not a matrix"),
    "empty matrix": (lambda f: (f / "quotes.npy").write_bytes(b""), "quotes.npy: not a matrix"),
    "pickle": (lambda f: save_matrix(f, np.array([{}, {}], dtype=object), pickled=True), "quotes.npy: not a matrix"),
    "float32": (lambda f: save_matrix(f, np.zeros((2, 8), np.float32)), "not a float16 matrix"),
    "wrong dimension": (lambda f: save_matrix(f, np.zeros((2, 9), np.float16)), "dimension 9, manifest says 8"),
    "rows too few": (lambda f: save_matrix(f, np.zeros((3, 8), np.float16)), "2 rows, quotes.npy has 3"),
    "row malformed": (lambda f: (f / "quotes.txt").write_text("x\ny\n"), "quotes.txt:1: 'x', expected"),
}


@pytest.mark.parametrize(("damage", "message"), SEALED.values(), ids=list(SEALED))
def test_wrong_content_with_a_right_checksum_is_refused(
    tiny_bundle: TinyBundle, reseal: Callable[[Path], None], damage: Callable[[Path], object], message: str
) -> None:
    """A checksum proves that a file is the one written, not that it was written well."""
    folder = tiny_bundle(QUOTES)
    damage(folder)
    reseal(folder)
    with pytest.raises(BundleError) as caught:
        Bundle.load(folder)
    assert str(folder) in str(caught.value)
    assert message in str(caught.value)


def test_a_graph_replaced_after_loading_is_refused(tiny_bundle: TinyBundle) -> None:
    """The bytes of a graph are verified when they are used, however late."""
    folder = tiny_bundle(QUOTES)
    bundle = Bundle.load(folder)
    (folder / "context.onnx").write_bytes(b"another graph")
    with pytest.raises(BundleError, match=r"context\.onnx: SHA-256"):
        OnnxEncoder.load(bundle, "cpu")


def test_external_data_is_refused(tiny_bundle: TinyBundle, reseal: Callable[[Path], None]) -> None:
    """A graph that keeps tensors in another file is refused before ONNX Runtime looks for that file."""
    folder = tiny_bundle(QUOTES)
    graph = onnx.load(folder / "context.onnx")
    onnx.save(graph, folder / "context.onnx", save_as_external_data=True, location="weights.bin", size_threshold=0)
    reseal(folder)
    with pytest.raises(BundleError, match=r"context\.onnx: tensors kept in another file"):
        OnnxEncoder.load(Bundle.load(folder), "cpu")


def test_a_garbage_graph_is_refused(tiny_bundle: TinyBundle, reseal: Callable[[Path], None]) -> None:
    """What ONNX Runtime cannot read is the bundle's fault, even with a right checksum."""
    folder = tiny_bundle(QUOTES)
    (folder / "context.onnx").write_bytes(b"\x12\x07garbage")  # protobuf, but of no graph
    reseal(folder)
    with pytest.raises(BundleError, match=r"context\.onnx: ONNX Runtime refuses it"):
        OnnxEncoder.load(Bundle.load(folder), "cpu")


def test_a_graph_of_another_dimension_is_refused(tiny_bundle: TinyBundle, reseal: Callable[[Path], None]) -> None:
    """The vectors that a graph makes must be as long as those of the matrix."""
    folder = tiny_bundle(QUOTES)
    save_matrix(folder, np.zeros((2, 5), np.float16))
    edit_manifest(folder, lambda manifest: manifest.update(dimension=5))
    reseal(folder)
    with pytest.raises(BundleError, match="vectors of dimension 8, manifest says 5"):
        OnnxEncoder.load(Bundle.load(folder), "cpu")


def test_a_garbage_tokenizer_is_refused(tiny_bundle: TinyBundle, reseal: Callable[[Path], None]) -> None:
    """A tokenizer that cannot be read is told by its path."""
    folder = tiny_bundle(QUOTES)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    reseal(folder)
    with pytest.raises(BundleError, match=r"tokenizer\.json: not a tokenizer"):
        OnnxEncoder.load(Bundle.load(folder), "cpu")
