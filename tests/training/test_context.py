"""What a reader is given to be trained."""

import numpy as np
import pytest

pytest.importorskip("torch")
import torch
from torch import nn

from e3.corpus.corpus import Corpus
from e3.readers.heuristic.system import HeuristicSystem
from e3.training.context import TrainingContext
from e3.training.loop import Task
from e3.training.recipe import DataRecipe, Recipe


def test_held_out_rows_choose_nothing() -> None:
    """A network that reads is chosen by Comb. on dev, whether or not texts are held out."""
    fitted: list[Task] = []
    context = TrainingContext(
        Recipe(DataRecipe(held_out=0.1)),
        torch.device("cpu"),
        lambda task, *_: fitted.append(task),
    )
    vars(context).update(dev=Corpus("dev", (), ()), held_out=(object(),))
    context.fit_reading(
        "it", HeuristicSystem(), nn.Linear(1, 1), np.ones(1, np.int64), lambda *_: torch.zeros(())
    )
    assert [task.selects for task in fitted] == ["combined"]
