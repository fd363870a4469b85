"""What the paper published: its tables, on QuoteR's data with BERT-base. A reference, never a result of ours."""

from epigraph_training.evaluation.results import Part, Result, Setting
from epigraph_training.evaluation.tables import Column

_PARTS: tuple[Part, ...] = ("en", "modern", "classical")
_HEADS = ("MRR", "NDCG@5", "Recall@10")
# system: MRR, NDCG@5 and Recall@10 of English, standard Chinese and classical Chinese; by negatives on validation
_TABLES: dict[Setting, str] = {
    "both": """
CRM            : 0.192 0.193 23.66 | 0.397 0.407 49.32 | 0.198 0.203 28.79
LSTM           : 0.321 0.320 40.78 | 0.292 0.290 37.71 | 0.247 0.245 33.23
top-k RM       : 0.422 0.431 53.31 | 0.480 0.494 60.67 | 0.294 0.299 39.58
NNQR           : 0.318 0.319 41.10 | 0.271 0.271 35.72 | 0.272 0.270 36.59
N-QRM          : 0.365 0.368 44.41 | 0.343 0.347 41.22 | 0.287 0.288 35.02
Transform      : 0.561 0.568 65.88 | 0.512 0.519 60.31 | 0.449 0.453 55.78
BERT-Sim       : 0.526 0.529 58.05 | 0.500 0.508 59.07 | 0.439 0.443 53.04
BERT-Cls       : 0.310 0.329 57.11 | 0.378 0.395 57.90 | 0.330 0.345 54.27
Ours           : 0.572 0.580 69.03 | 0.541 0.548 64.97 | 0.484 0.490 60.78
Ours -Sememe   : 0.568 0.574 67.07 | 0.535 0.543 63.66 | 0.475 0.481 60.26
Ours -ReTrain  : 0.299 0.307 47.89 | 0.255 0.260 42.94 | 0.265 0.269 43.56
Ours -SimTrain : 0.529 0.532 58.97 | 0.519 0.526 62.03 | 0.465 0.470 55.53
4 negatives    :                   | 0.533 0.540 63.23 |
9 negatives    :                   | 0.534 0.541 63.97 |
19 negatives   :                   | 0.541 0.548 64.97 |
29 negatives   :                   | 0.545 0.552 63.58 |
39 negatives   :                   | 0.535 0.543 64.97 |
""",
    "left": """
CRM            : 0.154 0.156 21.78 | 0.292 0.296 35.39 | 0.141 0.146 19.75
LSTM           : 0.272 0.271 33.87 | 0.210 0.208 27.67 | 0.182 0.178 25.44
top-k RM       : 0.360 0.366 44.55 | 0.350 0.358 44.40 | 0.276 0.280 36.16
NNQR           : 0.267 0.266 33.48 | 0.224 0.223 27.67 | 0.189 0.187 26.86
N-QRM          : 0.270 0.272 33.18 | 0.266 0.270 30.63 | 0.215 0.215 27.13
Transform      : 0.438 0.443 53.43 | 0.371 0.374 44.83 | 0.331 0.334 42.87
BERT-Sim       : 0.399 0.401 44.75 | 0.364 0.370 44.28 | 0.310 0.313 39.05
BERT-Cls       : 0.265 0.275 45.37 | 0.213 0.220 40.53 | 0.204 0.208 38.27
Ours           : 0.456 0.462 56.21 | 0.413 0.419 53.29 | 0.409 0.411 51.47
""",
}


def published(system: str, part: Part, setting: Setting) -> dict[str, float]:
    """Return the paper's figures of a cell by their heads; nothing where it has none."""
    for line in _TABLES[setting].strip().splitlines():
        name, _, parts = line.partition(":")
        if name.strip() == system and part in _PARTS:
            figures = parts.split("|")[_PARTS.index(part)].split()
            return dict(zip(_HEADS, map(float, figures), strict=True)) if figures else {}
    return {}


def published_columns() -> tuple[Column, ...]:
    """Return the reference columns, which have no best."""

    def column(head: str) -> Column:
        def value(result: Result) -> float | None:
            return published(result.system, result.part, result.setting).get(head)

        return Column(f"{head}, paper", value, ".2f" if head.startswith("Recall") else ".3f", None)

    return tuple(column(head) for head in _HEADS)
