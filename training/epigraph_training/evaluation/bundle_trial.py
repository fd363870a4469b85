"""A bundle on trial: what its channels answer to every context, and the results that weights make of the answers."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray

from epigraph.model.bundle import Bundle
from epigraph.ranking.fusion import Fusion
from epigraph_training.evaluation.calibration import confidence
from epigraph_training.evaluation.channels import Answers, Opened, weighted
from epigraph_training.evaluation.results import SETTINGS, Confidence, EvaluationError, Result, Setting
from epigraph_training.evaluation.systems import Run, judge
from epigraph_training.evaluation.trial import Trial

_CACHE = "cache"
# channels that can rank by themselves
_ALONE = ("semantic", "memory", "written", "lexical", "usage", "beside", "named", "prior")


@dataclass(frozen=True, slots=True)
class BundleTrial:
    """The answers of a bundle in each setting; `name` is its row in the tables."""

    name: str
    command: str
    opened: Opened
    trial: Trial
    answers: dict[Setting, Answers]
    parameters: int

    @classmethod
    def hold(cls, bundle: Path, trial: Trial, out: Path, *, name: str = "", command: str = "") -> "BundleTrial":
        """Ask a bundle for all contexts of a trial, or take the answers from the cache in `out`."""
        opened = Opened.load(bundle, out / _CACHE)
        manifest = opened.bundle.manifest
        if manifest.language != trial.language:
            raise EvaluationError(
                f"{bundle}: language {manifest.language}, the dataset has {trial.language}; give its own"
            )
        if manifest.data_hash not in ("", trial.data_hash):  # its known contexts may be those that are asked
            raise EvaluationError(
                f"{bundle}: learned from data {manifest.data_hash[:12]}, the dataset is {trial.data_hash[:12]}; "
                "train and export it on this dataset"
            )
        answers = {setting: opened.ask(trial.contexts(setting)) for setting in SETTINGS}
        return cls(name or manifest.name, command, opened, trial, answers, _parameters(opened.bundle))

    def fused(self, setting: Setting, fusion: Fusion) -> list[Result]:
        """Return the results of the ranker with a fusion."""
        totals = weighted(self.answers[setting].channels, fusion.weights)
        given = confidence(totals, fusion, self.sayings, self.trial.sayings)
        return self.results(self.name, setting, totals, given, fusion.abstain)

    def alone(self, setting: Setting) -> list[Result]:
        """Return the results of each channel that can rank by itself."""
        channels = self.answers[setting].channels
        return [
            result
            for channel in _ALONE
            if channel in channels
            for result in self.results(f"{self.name}, {channel} only", setting, channels[channel])
        ]

    def results(
        self,
        system: str,
        setting: Setting,
        scores: NDArray[np.float32],
        given: Confidence | None = None,
        abstain: float | None = None,
    ) -> list[Result]:
        """Return the results of any scores made of the answers."""
        done = Run(
            system=system,
            setting=setting,
            quote_ids=self.opened.quote_ids,
            scores=scores,
            command=self.command,
            seconds=self.answers[setting].seconds,
            parameters=self.parameters,
            confidence=given,
            abstain=abstain,
        )
        return judge(done, self.trial)

    @property
    def sayings(self) -> list[str]:
        """The saying of each quotation that is ranked."""
        return [quote.saying for quote in self.opened.ranker.collection]


def _parameters(bundle: Bundle) -> int:
    """Return how many numbers the encoders have."""
    names = {bundle.manifest.context.graph, bundle.manifest.quote.graph}
    graphs = [onnx.load_from_string(bundle.read(name)).graph for name in names]
    return sum(int(np.prod(tensor.dims)) for graph in graphs for tensor in graph.initializer)
