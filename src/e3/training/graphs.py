"""Steps as CUDA graphs: all kernels of a step are launched at once.

A step of a small encoder is thousands of short kernels, and launching them one by one from Python
takes several times longer than they run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from e3.networks.packed import PickedRows

Backward = Callable[[PickedRows], Tensor]
"""The loss of picked examples; it leaves the gradients in the parameters, where none were."""


@dataclass(frozen=True)
class _Recorded:
    graph: torch.cuda.CUDAGraph
    loss: Tensor
    used: tuple[bool, ...]
    """Which parameters get a gradient."""


class GraphedBackward:
    """Records a step of each shape when it comes for the second time, and replays it from then on.

    The first time makes ready what can't be recorded, like tables that are made once a width.
    """

    def __init__(self, backward: Backward, parameters: Sequence[nn.Parameter]) -> None:
        self.backward = backward
        self.parameters = parameters
        self.gradients = [torch.zeros_like(parameter) for parameter in parameters]
        self.pool = torch.cuda.graph_pool_handle()
        self.index: dict[int, Tensor] = {}
        self.recorded: dict[tuple[int, int], _Recorded | None] = {}

    def __call__(self, picked: PickedRows) -> Tensor:
        shape = len(picked.index), picked.width
        if shape not in self.recorded:
            self.recorded[shape] = None
            return self.backward(picked)
        if shape[0] not in self.index:
            self.index[shape[0]] = picked.index.clone()
        index = self.index[shape[0]]
        index.copy_(picked.index)
        recorded = self.recorded[shape] or self._record(PickedRows(index, picked.width))
        self.recorded[shape] = recorded
        recorded.graph.replay()
        for parameter, gradient, used in zip(
            self.parameters, self.gradients, recorded.used, strict=True
        ):
            parameter.grad = gradient if used else None
        return recorded.loss.clone()

    def _record(self, picked: PickedRows) -> _Recorded:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            loss = self.backward(picked)
            # One place for all shapes: a graph that kept its own would hold memory for each.
            found = [(p.grad, g) for p, g in zip(self.parameters, self.gradients, strict=True)]
            used = [(new, kept) for new, kept in found if new is not None]
            torch._foreach_copy_([kept for _, kept in used], [new for new, _ in used])
            for parameter in self.parameters:
                parameter.grad = None
        return _Recorded(graph, loss, tuple(new is not None for new, _ in found))
