import math

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from torch import nn

from e3.networks.attention import attend
from e3.readers.e3.extraction import Extraction, extraction_loss


def set_weights(layer: nn.Linear, weight: list[list[float]], bias: list[float]) -> None:
    layer.weight.data = torch.tensor(weight)
    layer.bias.data = torch.tensor(bias)


def test_start_and_end_scores_are_linear_in_the_encoding() -> None:
    extraction = Extraction(2)
    set_weights(extraction.ends, [[1.0, 2.0], [0.0, -1.0]], [0.5, 1.0])
    scores = extraction(torch.tensor([[[1.0, 1.0], [0.0, 2.0]]]))
    assert scores.tolist() == [[[3.5, 0.0], [4.5, -1.0]]]


def test_a_span_is_the_mean_of_its_vectors_weighted_by_the_softmax_of_gamma() -> None:
    extraction = Extraction(2)
    set_weights(extraction.attention, [[1.0, 0.0]], [0.3])
    encoded = torch.tensor([[[9.0, 9.0], [0.0, 1.0], [math.log(3), 2.0], [9.0, 9.0]]])
    vector = extraction.represent(encoded, torch.tensor([[1]]), torch.tensor([[2]]))
    # softmax(0, log 3) = (1/4, 3/4)
    expected = torch.tensor([[[0.75 * math.log(3), 0.25 * 1 + 0.75 * 2]]])
    assert torch.allclose(vector, expected)


def test_a_span_that_is_padding_is_zero() -> None:
    vector = Extraction(4).represent(
        torch.randn(1, 3, 4), torch.tensor([[0]]), torch.tensor([[-1]])
    )
    assert vector.tolist() == [[[0.0] * 4]]


def test_the_loss_is_the_binary_cross_entropy_summed_over_the_rule_text() -> None:
    scores = torch.tensor([[[0.0, math.log(3)], [0.0, 0.0], [50.0, 50.0]]])
    wanted = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]])
    inside = torch.tensor([[True, True, False]])
    # -log 1/2, -log(1 - 3/4), -log 1/2, -log 1/2; the third position is not rule text
    expected = 3 * math.log(2) + math.log(4)
    assert extraction_loss(scores, wanted, inside).item() == pytest.approx(expected)


def test_the_loss_is_a_mean_over_the_batch() -> None:
    scores, wanted = torch.zeros(1, 2, 2), torch.zeros(1, 2, 2)
    inside = torch.ones(1, 2, dtype=torch.bool)
    one = extraction_loss(scores, wanted, inside)
    two = extraction_loss(scores.repeat(2, 1, 1), wanted.repeat(2, 1, 1), inside.repeat(2, 1))
    assert one.item() == pytest.approx(two.item())


def test_attention_gives_masked_positions_nothing() -> None:
    vectors = torch.tensor([[[1.0], [2.0], [1000.0]]])
    mask = torch.tensor([[[True, True, False]]])
    assert attend(torch.zeros(1, 1, 3), vectors, mask).item() == pytest.approx(1.5)
