"""Losses of vectors small enough to compute by hand."""

from math import exp, log

import pytest
import torch

from epigraph_training.encoders.losses import against_all, against_neighbours, against_own

CONTEXTS = torch.tensor([[1.0, 0.0]])


def test_the_pseudo_rank_score_of_the_first_candidate() -> None:
    """Products 1 and 0 give -log(e / (e + 1))."""
    candidates = torch.tensor([[[1.0, 0.0], [0.0, 1.0]]])
    assert against_own(CONTEXTS, candidates, 1.0).item() == pytest.approx(-log(exp(1) / (exp(1) + 1)))


def test_the_temperature_sharpens() -> None:
    """At temperature 0.5 the products count twice."""
    candidates = torch.tensor([[[1.0, 0.0], [0.0, 1.0]]])
    assert against_own(CONTEXTS, candidates, 0.5).item() == pytest.approx(-log(exp(2) / (exp(2) + 1)))


def test_another_wording_of_the_saying_does_not_compete() -> None:
    """Of three quotations the second is the same saying as the first and is left out."""
    quotes = torch.tensor([[1.0, 0.0], [5.0, 0.0], [0.0, 1.0]])
    loss = against_all(CONTEXTS, quotes, torch.tensor([0]), torch.tensor([7, 7, 8]), 1.0)
    assert loss.item() == pytest.approx(-log(exp(1) / (exp(1) + 1)))


def test_neighbours_are_known_contexts_of_the_saying_but_not_the_context_itself() -> None:
    """Of products 3 (itself), 1 (alike) and 0 (another) the loss is -log(e / (e + 1))."""
    known = torch.tensor([[3.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    alike, itself = torch.tensor([[True, True, False]]), torch.tensor([[True, False, False]])
    loss = against_neighbours(CONTEXTS, known, alike, itself, 1.0)
    assert loss.item() == pytest.approx(-log(exp(1) / (exp(1) + 1)))


def test_a_context_without_neighbours_counts_nothing() -> None:
    """Where no other context of the saying is known the loss is 0 and can still be differentiated."""
    contexts = CONTEXTS.clone().requires_grad_()
    nobody = torch.tensor([[False]])
    loss = against_neighbours(contexts, torch.tensor([[1.0, 0.0]]), nobody, nobody, 1.0)
    loss.backward()  # type: ignore[no-untyped-call]
    assert loss.item() == 0
    assert contexts.grad is not None
    assert not contexts.grad.any()
