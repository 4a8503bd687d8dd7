"""What the loop trains: networks that read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.corpus.rows import Row
from e3.errors import BadInput
from e3.networks.packed import PickedRows
from e3.reading.systems import System
from e3.training.loop import Task
from e3.training.measure import evaluate_replies

T = TypeVar("T")


def reading_task(
    system: System,
    network: nn.Module,
    lengths: NDArray[np.int64],
    loss: Callable[[nn.Module, PickedRows], Tensor],
    *,
    dev: Sequence[Row],
    held_out: Sequence[Row],
) -> Task:
    """A network that a system reads with, chosen by Comb. of what the system says.

    For E3 the authors' code takes Comb. of the unedited spans instead. With held-out rows it is
    micro x macro accuracy, as after EMT, the mean of both.
    """

    def evaluate() -> dict[str, float]:
        figures = _official_figures(system, dev)
        if not held_out:
            return figures
        others = _official_figures(system, held_out)
        chosen = fmean(f["micro_accuracy"] * f["macro_accuracy"] for f in (figures, others))
        return {
            **figures,
            **{f"held-out {name}": value for name, value in others.items()},
            "decisions": round(chosen, 4),
        }

    return Task(
        network=network,
        lengths=lengths,
        loss=loss,
        evaluate=evaluate,
        selects="decisions" if held_out else "combined",
        pretrained=getattr(network, "encoder", None),
    )


def _official_figures(system: System, dev: Sequence[Row]) -> dict[str, float]:
    """The official figures of a system as it is, and its accuracy by row type."""
    evaluation = evaluate_replies(dev, system.read([row.conversation for row in dev]))
    kinds = {str(kind): found.accuracy for kind, found in evaluation.by_row_type.items()}
    return {**evaluation.figures, **kinds}


def at_least_one(found: Sequence[T], what: str) -> Sequence[T]:
    """Refuses to train on nothing."""
    if not found:
        raise BadInput(f"there is no {what} to train on: look at the recipe's data")
    return found
