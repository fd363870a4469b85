"""One score from all channels: a logistic of their weighted sum, with the weights that the bundle carries."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epigraph.errors import BundleError
from epigraph.ranking.suggestion import CHANNELS

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weight of each channel and the offset of the sum."""

    bias: float
    weights: Mapping[str, float]

    @classmethod
    def from_manifest(cls, numbers: Mapping[str, float], bundle: Path) -> "Fusion":
        """Take the weights that a bundle carries; one that lacks a channel was made for another ranker."""
        for name in ("bias", *CHANNELS):
            if name not in numbers:
                raise BundleError(f"{bundle}: fusion has {sorted(numbers)}, expected {name!r} too; export it again")
        return cls(numbers["bias"], {name: numbers[name] for name in CHANNELS})

    def score(self, channels: Mapping[str, Scores]) -> Scores:
        """Return the score in 0..1 of each candidate from its channel scores."""
        total = np.full_like(next(iter(channels.values())), self.bias)  # (n_candidates,)
        for name, weight in self.weights.items():
            total += weight * channels[name]
        return (1 / (1 + np.exp(-total))).astype(np.float32)
