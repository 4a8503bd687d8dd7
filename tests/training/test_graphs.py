import numpy as np
import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch

from e3.networks.packed import MostByLength, PickedRows, pick_batches
from e3.training.graphs import GraphedBackward

CPU = torch.device("cpu")


def test_a_batch_is_as_wide_as_its_longest_row_padded_to_few_widths() -> None:
    lengths = np.array([5, 31, 33, 64])
    rows = [np.array([0, 1]), np.array([2]), np.array([3, 0])]
    picked = list(pick_batches(rows, lengths, CPU, pad_to=32))
    assert [each.width for each in picked] == [32, 64, 64]
    assert [each.index.tolist() for each in picked] == [[0, 1], [2], [3, 0]]


def test_the_most_of_what_fits_into_a_width() -> None:
    most = MostByLength(np.array([10, 4, 7]), np.array([2, 5, 0]))
    assert [most.within(width) for width in (4, 9, 10, 100)] == [5, 5, 5, 5]
    assert MostByLength(np.array([4, 9]), np.array([1, 6])).within(8) == 1
    assert most.within(3) == 1


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_a_replayed_step_leaves_the_gradients_of_one_taken_by_hand() -> None:
    torch.manual_seed(0)
    given = torch.randn(8, 6, device="cuda")
    network = torch.nn.Linear(6, 1, device="cuda")
    idle = torch.nn.Parameter(torch.zeros(3, device="cuda"))
    parameters = [*network.parameters(), idle]

    def backward(picked: PickedRows) -> torch.Tensor:
        loss: torch.Tensor = network(given[picked.index, : picked.width]).square().mean()
        torch.autograd.backward(loss)
        return loss.detach()

    graphed = GraphedBackward(backward, parameters)
    for rows in ([0, 1], [2, 3], [4, 5], [6, 7]):
        index = torch.tensor(rows, device="cuda")
        loss = graphed(PickedRows(index, 6))
        found = [None if p.grad is None else p.grad.clone() for p in parameters]
        for parameter in parameters:
            parameter.grad = None
        assert torch.allclose(loss, backward(PickedRows(index, 6)))
        for parameter, gradient in zip(parameters, found, strict=True):
            if parameter is idle:
                assert gradient is None
            else:
                assert gradient is not None
                assert parameter.grad is not None
                assert torch.allclose(gradient, parameter.grad)
            parameter.grad = None
