"""Weights of few bits are learnt as they are shipped."""

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from e3.networks.few_bits import BLOCK, in_few_bits, settle, use_few_bits  # noqa: E402


def test_weights_take_sixteen_values_a_block_and_stay_what_they_are() -> None:
    weight = torch.randn(4, 2 * BLOCK + 10)
    few = in_few_bits(weight)
    assert all(len(torch.unique(row[:BLOCK])) <= 16 for row in few)
    assert torch.equal(in_few_bits(few), few)
    assert (few - weight).abs().max() <= weight.abs().max() / 8
    assert torch.equal(in_few_bits(torch.zeros(2, BLOCK)), torch.zeros(2, BLOCK))


def test_a_layer_reads_with_few_bits_and_learns_behind_them() -> None:
    linear = nn.Linear(BLOCK, 3)
    layer = nn.Sequential(linear)
    before = linear.weight.detach().clone()
    use_few_bits(layer)
    inputs = torch.randn(5, BLOCK)
    expected = nn.functional.linear(inputs, in_few_bits(before), linear.bias)
    assert torch.allclose(layer(inputs), expected)
    layer(inputs).sum().backward()
    (original, bias) = layer.parameters()
    gradients = {p.shape: p.grad for p in (original, bias)}
    assert gradients[before.shape] is not None
    settle(layer)
    assert torch.equal(linear.weight, in_few_bits(before))
