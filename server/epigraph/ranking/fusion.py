"""One score from all channels: the probability that a saying is the one, by the weights that the bundle carries.

Each candidate's channels are weighed and added to a total; a softmax over the totals of all candidates, and over
`nothing` as the total of "none of them", gives the probabilities.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epigraph.errors import BundleError
from epigraph.ranking.suggestion import CHANNELS, Channel

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weight of each channel, the total of "nothing fits", and the score below which nothing does."""

    nothing: float
    abstain: float
    weights: Mapping[Channel, float]

    @classmethod
    def from_manifest(cls, numbers: Mapping[str, float], bundle: Path) -> "Fusion":
        """Take the numbers that a bundle carries; one that lacks a channel was made for another ranker."""
        for name in ("nothing", "abstain", *CHANNELS):
            if name not in numbers:
                raise BundleError(f"{bundle}: fusion has {sorted(numbers)}, expected {name!r} too; export it again")
        return cls(numbers["nothing"], numbers["abstain"], {name: numbers[name] for name in CHANNELS})

    def totals(self, channels: Mapping[Channel, Scores]) -> Scores:
        """Return the weighted sum of the channels for each candidate."""
        weighed = [np.float32(weight) * channels[name] for name, weight in self.weights.items()]
        totals: Scores = np.sum(weighed, axis=0)
        return totals

    def probabilities(self, totals: Scores, shares: Scores | float = 1.0) -> Scores:
        """Return the probability of each of these candidates to be the one; together with nothing they make 1.

        `shares` says how many candidates each of them stands for: 1 where all are here, more where it is one of a
        sample.
        """
        highest = max(float(totals.max(initial=-np.inf)), self.nothing)  # taken off, so that no exponential overflows
        odds = np.exp(totals.astype(np.float64) - highest)
        probabilities: Scores = (odds / ((odds * shares).sum() + np.exp(self.nothing - highest))).astype(np.float32)
        return probabilities
