"""Functions compiled for a GPU, so that what they do in many small steps is few kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import ParamSpec, TypeVar

import torch

P = ParamSpec("P")
T = TypeVar("T")


@cache
def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled once for all shapes; as it is where Triton is missing.

    PyTorch compiles for a GPU by Triton, which it does not bring on every system.
    """
    if find_spec("triton") is None:
        return function
    return torch.compile(function, dynamic=True)
