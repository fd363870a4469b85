"""N-QRM (Tan et al. 2018): NNQR with a loss that prevents overfitting.

Which loss is not known to us. Chosen here is the usual one to that end: a margin. A quotation that scores a margin
below the right one has no part in the loss, so that nothing is learned from contexts that are solved.
"""

import torch
from torch import Tensor

from epigraph_training.baselines.lstm import LstmContexts
from epigraph_training.baselines.method import Options, Task
from epigraph_training.baselines.network import TwoEncoders, network_method
from epigraph_training.baselines.nnqr import build as build_nnqr
from epigraph_training.baselines.vocabulary import Vocabulary

NAME = "N-QRM"
_MARGIN = 1.0


def margin_loss(contexts: Tensor, quotes: Tensor, gold: Tensor, sayings: Tensor) -> Tensor:
    """Return how far wrong quotations come into the margin below the right one, the mean over those that do."""
    scores = contexts @ quotes.T  # (batch, n_quotes)
    right = scores.gather(1, gold.unsqueeze(1))
    wrong = sayings[gold].unsqueeze(1) != sayings
    within = torch.relu(_MARGIN - right + scores) * wrong
    return (within.sum(dim=1) / within.gt(0).sum(dim=1).clamp(min=1)).mean()


def build(task: Task, vocabulary: Vocabulary, options: Options) -> TwoEncoders:
    """Make NNQR's encoders with this loss."""
    network = build_nnqr(task, vocabulary, options)
    network.loss = margin_loss
    return network


NQRM = network_method(NAME, build, LstmContexts)
