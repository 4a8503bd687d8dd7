"""All that a reader is given to be trained: its recipe, its data, the means to train on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.corpus.augmentation import augment
from e3.corpus.corpus import Corpus
from e3.corpus.rows import Row
from e3.corpus.sources import read_corpus
from e3.corpus.supervision import Supervision
from e3.networks.encoder import Encoder
from e3.networks.packed import PickedRows
from e3.reading.systems import System
from e3.training.held_out import HELD_OUT
from e3.training.loop import Task
from e3.training.recipe import Recipe, Schedule, training_corpora
from e3.training.tasks import reading_task

Fit = Callable[[Task, Schedule, str], None]
"""Trains a task to its best evaluation; the word says what it is."""

Loss = Callable[[nn.Module, PickedRows], Tensor]
"""Of picked examples."""


@dataclass(frozen=True)
class TrainingContext:
    """A recipe, its data, read when they are wanted, and the means to train on them."""

    recipe: Recipe
    device: torch.device
    fit: Fit

    @cached_property
    def corpus(self) -> Corpus:
        """What is trained on."""
        return self._corpora[0]

    @cached_property
    def held_out(self) -> Sequence[Row]:
        """Rows like those of `dev`, on training rule texts that nothing is trained on."""
        return augment(self._corpora[1], HELD_OUT, seed=0) if self.recipe.data.held_out else ()

    @cached_property
    def _corpora(self) -> tuple[Corpus, Corpus]:
        return training_corpora(self.recipe.data)

    @cached_property
    def dev(self) -> Corpus:
        """What the best weights are chosen by, and what a run is measured on."""
        return read_corpus(self.recipe.data.dev)

    @cached_property
    def rows(self) -> Sequence[Row]:
        """The training rows."""
        return augment(self.corpus, self.recipe.augmentation, seed=self.recipe.seed)

    @property
    def rows_read(self) -> int:
        """How many training rows were asked for; none by what is not trained."""
        return len(self.rows) if "rows" in vars(self) else 0

    @cached_property
    def supervision(self) -> dict[str, Supervision]:
        """The rules of every training tree, by its id."""
        return self.corpus.supervision(self.recipe.data.spans)

    def encoder(self, name: str) -> Encoder:
        """A fresh encoder; what is built on it starts the same whatever was trained before."""
        torch.manual_seed(self.recipe.seed)
        return Encoder.pretrained(name)

    def fit_reading(
        self,
        what: str,
        system: System,
        network: nn.Module,
        lengths: NDArray[np.int64],
        loss: Loss,
    ) -> None:
        """Trains the network that a system reads with, chosen by Comb. on dev, as in the paper.

        Nothing is chosen by the held-out rows: they say what to expect of other texts.
        """
        task = reading_task(
            system, network, lengths, loss, dev=self.dev.rows, held_out=self.held_out
        )
        self.fit(replace(task, selects="combined"), self.recipe.training, what)


class ExampleSet(Protocol):
    """Examples of which a network itself works out the loss."""

    def batch(self, picked: PickedRows) -> object:
        """The padded batch of the picked rows."""


def own_loss(examples: ExampleSet) -> Loss:
    """The loss of a network that is given a batch and works it out itself."""

    def loss(network: nn.Module, picked: PickedRows) -> Tensor:
        found: Tensor = network(examples.batch(picked))
        return found

    return loss
