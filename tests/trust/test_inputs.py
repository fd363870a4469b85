"""Settings and bundles that anybody may have written: what is wrong is told, and nothing else comes out."""

import hashlib
import json
import string
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

from epigraph.errors import BundleError
from epigraph.model.bundle import Bundle
from epigraph.model.comparison import open_comparison
from epigraph.model.encoder import OnnxEncoder
from epigraph.model.memory import Memory
from epigraph.model.postings import Postings
from epigraph.model.wire import keeps_all_tensors
from epigraph.settings import Layer, Settings, resolve
from unit.model.conftest import seal, tiny_graph, write_tiny_bundle

NAMES = st.sampled_from(
    ["results", "filter", "insertion", "placeholders", "bundles", "teamUrl", "language", "threads", "markdown"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
QUOTES = [("0" * 16, "w1 w2"), ("1" * 16, "w3")]
SEA = Postings.build([["sea"], ["sea", "tide"]])
MEMORY = Memory(np.array([0], np.int32), np.array([1], np.int32), np.ones(2, np.int32), usage=SEA, beside=SEA)
FILES = ["tokenizer.json", "quotes.npy", "quotes.txt", "context.onnx", "memory.npz", "memory.onnx"]


@settings(max_examples=200)
@given(st.dictionaries(NAMES | st.text(max_size=6), JSON, max_size=5), st.booleans())
def test_any_settings_are_settings_or_problems(values: dict[str, Any], trusted: bool) -> None:
    """Whatever a client sends, the rest holds; what names files of the machine never comes from a workspace."""
    resolved = resolve([Layer("fuzz", values, trusted)])
    assert isinstance(resolved.settings, Settings)
    given = resolved.settings
    assert trusted or (given.bundles, given.quote_files, given.team_url) == ("", (), "")


@settings(max_examples=200)
@given(st.text(string.printable, max_size=80))
def test_any_toml_is_settings_or_problems(text: str) -> None:
    """A file that is TOML at all resolves."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert isinstance(resolve([Layer("fuzz", values)]).settings, Settings)


def used(folder: Path) -> None:
    """Load a bundle, encode and compare with it, as a server does."""
    bundle = Bundle.load(folder)
    vectors = OnnxEncoder.load(bundle, "cpu").encode_quotes(["w1"])
    open_comparison(bundle)(vectors[0])


@pytest.mark.parametrize("name", ["manifest.json", *FILES])
def test_a_bundle_damaged_anywhere_is_refused(tmp_path: Path, name: str) -> None:
    """In each region of each file a byte is changed; all but harmless words of the manifest are a BundleError."""
    folder = write_tiny_bundle(tmp_path / "bundle", QUOTES, memory=MEMORY)
    whole = (folder / name).read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        (folder / name).write_bytes(whole[:at] + bytes([whole[at] ^ 0x21]) + whole[at + 1 :])
        if name == "manifest.json":  # it has words that mean nothing to a program, such as the licence
            _loads_or_is_refused(folder)
        else:
            with pytest.raises(BundleError):
                used(folder)


@settings(max_examples=60)
@given(st.data())
def test_a_forged_bundle_is_refused_or_works(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Also where the checksums are made right again, nothing but a BundleError comes out."""
    folder = write_tiny_bundle(tmp_path_factory.mktemp("forged") / "bundle", QUOTES, memory=MEMORY)
    file = folder / data.draw(st.sampled_from(FILES))
    whole = file.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    file.write_bytes(whole[:at] + data.draw(st.binary(max_size=4)) + whole[at + data.draw(st.integers(0, 4)) :])
    seal(folder)
    _loads_or_is_refused(folder)


def _loads_or_is_refused(folder: Path) -> None:
    with suppress(BundleError):
        used(folder)


def _external() -> TensorProto:
    tensor = TensorProto(name="t", data_type=TensorProto.FLOAT, dims=[1], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="../secrets.bin")
    return tensor


def _holding(tensor: TensorProto) -> dict[str, onnx.ModelProto]:
    """Return a graph for each place in which a tensor can be."""
    inner = helper.make_graph([], "inner", [], [], [tensor])
    sparse = onnx.SparseTensorProto(values=tensor, dims=[1])
    attributes = {
        "attribute": helper.make_attribute("value", tensor),
        "list": helper.make_attribute("values", [tensor]),
        "subgraph": helper.make_attribute("body", inner),
        "subgraphs": helper.make_attribute("bodies", [inner]),
        "sparse": helper.make_attribute("sparse", sparse),
    }
    models = {
        name: tiny_graph(ranking=False, pooling="mean") for name in ("initializer", "function", "training", *attributes)
    }
    models["initializer"].graph.initializer.append(tensor)
    models["training"].training_info.add().algorithm.initializer.append(tensor)
    models["function"].functions.add(name="f").node.add(op_type="Constant").attribute.append(attributes["attribute"])
    for name, attribute in attributes.items():
        models[name].graph.node.add(op_type="Constant").attribute.append(attribute)
    return models


@pytest.mark.parametrize("place", list(_holding(_external())))
def test_external_data_is_found_wherever_a_tensor_can_be(place: str) -> None:
    """Initialisers, attributes, graphs in attributes, functions, sparse tensors and training all count."""
    assert not keeps_all_tensors(_holding(_external())[place].SerializeToString())
    assert keeps_all_tensors(_holding(TensorProto(name="t", dims=[1]))[place].SerializeToString())


def test_external_data_is_found_however_it_is_written() -> None:
    """A tensor that only says that it is elsewhere counts, and numbers in a longer form than need be are refused."""
    located = TensorProto(name="t", data_location=TensorProto.EXTERNAL)
    assert not keeps_all_tensors(_holding(located)["initializer"].SerializeToString())
    graph = b"\x2a\x02\x70\x01"  # initializer: data_location (field 14) is 1
    assert not keeps_all_tensors(b"\x3a\x04" + graph)
    long_tag = b"\xba\x80\x00\x04"  # the tag of the graph (field 7), in three bytes
    wide_tag = b"\xba\x80\x80\x80\x10\x04"  # the same with a bit that readers of 32 bits do not see
    group = b"\x3b" + graph + b"\x3c"
    for content in (long_tag + graph, wide_tag + graph, group, b"\x3a\x09" + graph, b"\x00\x00\x00\x00ORTM"):
        with pytest.raises(ValueError, match="expected"):
            keeps_all_tensors(content)


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_graph_or_a_value_error(content: bytes) -> None:
    """Nothing else comes out, however the bytes nest."""
    with suppress(ValueError):
        keeps_all_tensors(content)


def test_a_manifest_that_is_a_link_is_refused(tmp_path: Path) -> None:
    """No file of a bundle comes from elsewhere, not even the one that names the others."""
    folder = write_tiny_bundle(tmp_path / "bundle", QUOTES)
    (folder / "manifest.json").rename(tmp_path / "elsewhere.json")
    (folder / "manifest.json").symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(BundleError, match=r"leads to .*elsewhere\.json"):
        Bundle.load(folder)


def test_names_that_lead_out_of_a_bundle_are_refused(tmp_path: Path) -> None:
    """A name with a folder in it is refused before anything is opened."""
    folder = write_tiny_bundle(tmp_path / "bundle", QUOTES)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (tmp_path / "outside").write_bytes(b"x")
    for name in ("../outside", "/etc/passwd", "..", "a/../../outside", "..\\outside"):
        files = {**manifest["files"], name: {"sha256": hashlib.sha256(b"x").hexdigest(), "bytes": 1}}
        (folder / "manifest.json").write_text(json.dumps({**manifest, "files": files}), encoding="utf-8")
        with pytest.raises(BundleError, match="expected a plain name"):
            Bundle.load(folder)
