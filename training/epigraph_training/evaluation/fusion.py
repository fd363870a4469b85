"""Learn how to join the channels: weights that make the right saying likely, then scores that mean what they say.

The model is the server's: a softmax over the weighted sums of all candidates and of `nothing`. Both steps see each
context with its right saying and, in the share that `calibration` states, without it, when nothing is right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from epigraph.ranking.folding import fold
from epigraph.ranking.fusion import Fusion
from epigraph.ranking.suggestion import CHANNELS, Channel
from epigraph_training.evaluation.calibration import MISSING

# more of these never speaks against a quotation; `known` may, as it only says that those of known uses could speak
_EVIDENCE = set(CHANNELS) - {"known", "hint"}
_STRONGEST, _SAMPLED = 256, 256  # candidates of a context that are kept, and that stand for the rest
_HINT_REACH = 100
_STAY = 1e-4
_LEAST = 1e-12  # a probability whose logarithm is still a number

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Examples:
    """The channels of each context's right saying and of others, which stand for all others."""

    channels: tuple[Channel, ...]
    gold: Floats  # (n_contexts, n_channels)
    others: Floats  # (n_contexts, n_others, n_channels)
    stands_for: Floats  # (n_others,): how many candidates each of the others stands for

    def chosen(self, rows: NDArray[np.bool_]) -> "Examples":
        """Return some of the contexts."""
        return replace(self, gold=self.gold[rows], others=self.others[rows])

    def without(self, channel: Channel) -> "Examples":
        """Return all contexts with one channel less."""
        kept = [place for place, name in enumerate(self.channels) if name != channel]
        names = tuple(self.channels[place] for place in kept)
        return replace(self, channels=names, gold=self.gold[..., kept], others=self.others[..., kept])


def examples_of(
    channels: Mapping[Channel, NDArray[np.float32]], sayings: NDArray[np.intp], gold: NDArray[np.intp]
) -> Examples:
    """Take for each context its right saying, whose number is in `gold`, the strongest others and a sample of the rest.

    Strong is what the channels, made equally wide, give in sum; it also chooses the wording that stands for a saying.
    The rest is sampled at even steps from strong to weak.
    """
    names = tuple(name for name in CHANNELS if name in channels)
    narrowing = np.array([1 / (channels[name].std() or 1.0) for name in names])
    steps, stands_for = _steps(len(np.unique(sayings)) - 1)
    right, others = [], []
    for row, own in enumerate(gold):
        answer = np.stack([channels[name][row] for name in names], axis=1).astype(np.float64)  # (n_quotes, n_channels)
        order = fold(answer @ narrowing, sayings)
        is_right = sayings[order] == own
        right.append(answer[order[is_right][0]])
        others.append(answer[order[~is_right][steps]])
    return Examples(names, np.stack(right), np.stack(others), stands_for)


def joined(first: Examples, second: Examples) -> Examples:
    """Return the contexts of both, whose channels are the same."""
    return replace(
        first,
        gold=np.concatenate([first.gold, second.gold]),
        others=np.concatenate([first.others, second.others]),
    )


def fit(examples: Examples, l2: float) -> Fusion:
    """Return the weights under which the right quotations are likeliest; evidence never weighs less than nothing."""
    width = examples.others.reshape(-1, len(examples.channels)).std(axis=0)
    width[width == 0] = 1.0
    scaled = replace(examples, gold=examples.gold / width, others=examples.others / width)
    bounds = [(0.0 if name in _EVIDENCE else None, None) for name in examples.channels]
    start = np.append(np.zeros(len(examples.channels)), np.log(examples.stands_for.sum()))
    found = minimize(loss, start, (scaled, l2), method="L-BFGS-B", jac=True, bounds=[*bounds, (None, None)])
    weights = zip(examples.channels, (found.x[:-1] / width).tolist(), strict=True)
    return Fusion(float(found.x[-1]), 0.0, dict(weights))


def loss(parameters: Floats, examples: Examples, l2: float) -> tuple[float, Floats]:
    """Return how unlikely the truth is under weights and, last of the parameters, `nothing`; and the gradient."""
    weights, nothing = parameters[:-1], parameters[-1]
    gold = examples.gold @ weights  # (n_contexts,)
    others = examples.others @ weights + np.log(examples.stands_for)  # (n_contexts, n_others)
    highest = np.maximum(others.max(axis=1), nothing)
    odds, none = np.exp(others - highest[:, None]), np.exp(nothing - highest)
    mass = odds.sum(axis=1) + none
    absent = highest + np.log(mass)  # all that is there when the right saying is not
    present = np.logaddexp(absent, gold)
    missed = 1 - np.exp(gold - present)  # (n_contexts,): the probability of all but the right one
    value = np.mean((1 - MISSING) * (present - gold) + MISSING * (absent - nothing)) + l2 * weights @ weights
    pull = (1 - MISSING) * missed + MISSING
    mean_other = np.einsum("nm,nmc->nc", odds / mass[:, None], examples.others)  # (n_contexts, n_channels)
    towards = np.mean(pull[:, None] * mean_other - (1 - MISSING) * missed[:, None] * examples.gold, axis=0)
    return float(value), np.append(towards + 2 * l2 * weights, np.mean(pull * none / mass) - MISSING)


def held_out_loss(learned: Fusion, examples: Examples) -> float:
    """Return how unlikely the truth of these contexts is under what was learned from others, in sum."""
    weights = [learned.weights[name] for name in examples.channels]
    return len(examples.gold) * loss(np.array([*weights, learned.nothing]), examples, 0.0)[0]


def calibrated(learned: Fusion, examples: Examples) -> Fusion:
    """Return the same ranking with scores that fit how often the best suggestion is right.

    All weights are scaled alike and `nothing` is moved, by the log-likelihood of right and wrong; where that hardly
    tells them, both stay near what was learned.
    """
    weights = np.array([learned.weights[name] for name in examples.channels])
    gold, others = examples.gold @ weights, examples.others @ weights
    found = minimize(
        lambda free: (
            _surprise(np.exp(free[0]) * gold, np.exp(free[0]) * others, free[1], examples.stands_for)
            + _STAY * (free[0] ** 2 + (free[1] - learned.nothing) ** 2)
        ),
        np.array([0.0, learned.nothing]),
        method="Nelder-Mead",
    )
    scale = float(np.exp(found.x[0]))
    return Fusion(float(found.x[1]), 0.0, {name: scale * weight for name, weight in learned.weights.items()})


def hint_weight(totals: NDArray[np.float32]) -> float:
    """Return the weight of a hint, which no data shows: what lifts the hundredth quotation to the first place.

    So a matching hint outweighs all the channels say between the first hundred of a typical context, and no more.
    """
    reach = min(_HINT_REACH, totals.shape[1])
    ordered = -np.partition(-totals, reach - 1, axis=1)[:, :reach]
    return float(np.median(ordered.max(axis=1) - ordered.min(axis=1)))


def _steps(size: int) -> tuple[NDArray[np.intp], Floats]:
    """Return the places to keep, of candidates from strong to weak, and how many each stands for."""
    rest = size - _STRONGEST
    if rest <= _SAMPLED:
        return np.arange(size), np.ones(size)
    places = _STRONGEST + (np.arange(_SAMPLED) + 0.5) * rest / _SAMPLED
    steps = np.concatenate([np.arange(_STRONGEST), places.astype(np.intp)])
    return steps, np.repeat([1.0, rest / _SAMPLED], [_STRONGEST, _SAMPLED])


def _surprise(gold: Floats, others: Floats, nothing: float, stands_for: Floats) -> float:
    """Return the log-loss of the best suggestion's score, with the right saying among the candidates and without."""
    best = others.max(axis=1)  # (n_contexts,)
    highest = np.maximum(np.maximum(best, gold), nothing)
    absent = np.exp(others - highest[:, None]) @ stands_for + np.exp(nothing - highest)
    present = absent + np.exp(gold - highest)
    score = np.exp(np.maximum(best, gold) - highest) / present
    wrong = np.clip(1 - np.exp(best - highest) / absent, _LEAST, 1)
    truth = np.where(gold > best, np.clip(score, _LEAST, 1), np.clip(1 - score, _LEAST, 1))
    return float(-np.mean((1 - MISSING) * np.log(truth) + MISSING * np.log(wrong)))
