"""From a recipe to a trained system: one function a system, one way to call them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.baselines.bertqa import BertQANetwork, SpanSet
from e3.baselines.heuristic import HeuristicSystem
from e3.baselines.seq2seq import data as seq2seq
from e3.baselines.seq2seq.network import Seq2SeqNetwork
from e3.baselines.seq2seq.system import Seq2SeqSystem
from e3.conversation import DECISIONS
from e3.model.e3 import E3Network
from e3.model.editor import EditorNetwork
from e3.model.encoder import Encoder, input_builder
from e3.model.packed import Picked
from e3.model.state_system import StateSystem
from e3.model.states import LossWeights, StateNetwork, state_loss
from e3.model.systems import BertQASystem, E3System, Editor
from e3.reader.reader import System
from e3.reader.units import unit_input
from e3.sharc.augmentation import augment
from e3.sharc.corpus import Corpus
from e3.sharc.rows import Row
from e3.sharc.supervision import SpanKind, Supervision
from e3.sources import read_corpus
from e3.training.calibration import fit_temperature
from e3.training.distillation import Lessons, lesson_loss
from e3.training.edits import EditSet, edit_examples, vocabulary
from e3.training.examples import ExampleSet, make_example, supervision_of
from e3.training.held_out import HELD_OUT
from e3.training.loop import Task
from e3.training.pairs import draw_pairs, pair_example
from e3.training.recipe import (
    BertQARecipe,
    E3Recipe,
    EditorRecipe,
    HeuristicRecipe,
    ModelRecipe,
    PipelineRecipe,
    Recipe,
    Schedule,
    Seq2SeqRecipe,
    StatesRecipe,
    training_corpora,
)
from e3.training.state_examples import StateSet, common_openings, make_state_example
from e3.training.tasks import at_least_one, bertqa_example, editor_task, reading_task
from e3.training.word_vectors import encoder_vectors, file_vectors, random_vectors

Fit = Callable[[Task, Schedule, str], None]
"""Trains a task to its best evaluation; the word says what it is."""

Loss = Callable[[nn.Module, Picked], Tensor]
"""Of picked examples."""


class TrainedSystem(System, Protocol):
    """A system that can be kept."""

    def save(self, folder: Path) -> None:
        """Writes the system to a folder, from which a reader loads it."""


@dataclass(frozen=True)
class Trainer:
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

    def train(self, model: ModelRecipe) -> TrainedSystem:
        """The system that `model` describes, trained."""
        match model:
            case E3Recipe():
                return self.e3(model)
            case BertQARecipe():
                return self.bertqa(model)
            case StatesRecipe():
                return self.states(model)
            case Seq2SeqRecipe():
                return self.seq2seq(model)
            case PipelineRecipe():
                # scikit-learn is for the Pipeline alone.
                from e3.baselines.pipeline.system import PipelineSystem  # noqa: PLC0415

                return PipelineSystem.train(self.rows, seed=self.recipe.seed, trees=model.trees)
            case HeuristicRecipe():
                return HeuristicSystem()

    def e3(self, model: E3Recipe) -> E3System:
        """E3: first the editor, so that the best weights are chosen by what the system says."""
        editor = self.editor(self.recipe.editor) if self.recipe.editor else None
        encoder = self._encoder(model.encoder)
        builder = input_builder(model.encoder, encoder)
        network = E3Network(encoder, entailment=model.entailment, dropout=model.dropout)
        network.to(self.device)
        system = E3System(network, builder, model.threshold, self.device, editor)
        found = (make_example(row, self._supervision, builder) for row in self.rows)
        examples = ExampleSet(
            at_least_one([each for each in found if each is not None], "row"), self.device
        )

        def loss(network: nn.Module, picked: Picked) -> Tensor:
            found: Tensor = network(examples.batch(picked), model.extraction_weight)
            return found

        self._fit_reading("E3", system, network, examples.lengths, loss)
        return system

    def editor(self, recipe: EditorRecipe) -> Editor:
        """The editor."""
        encoder = self._encoder(recipe.encoder)
        builder = input_builder(recipe.encoder, encoder)
        supervisions = [supervision_of(self.corpus, kind) for kind in recipe.spans]
        found = at_least_one(list(edit_examples(self.corpus.trees, supervisions)), "edit")
        words = vocabulary(found)
        vectors = (
            file_vectors(Path(recipe.word_vectors), words)
            if recipe.word_vectors
            else encoder_vectors(words, encoder, builder)
        )
        network = EditorNetwork(
            encoder, vectors, dropout=recipe.dropout, train_words=recipe.train_words
        ).to(self.device)
        editor = Editor(network, builder, tuple(words), self.device)
        dev = list(edit_examples(self.dev.trees, [supervision_of(self.dev, SpanKind.CORE)]))
        task = editor_task(editor, EditSet(found, words, builder, self.device), dev)
        self.fit(task, recipe.training, "editor")
        return editor

    def bertqa(self, model: BertQARecipe) -> BertQASystem:
        """BERTQA."""
        encoder = self._encoder(model.encoder)
        builder = input_builder(model.encoder, encoder)
        network = BertQANetwork(encoder, dropout=model.dropout).to(self.device)
        system = BertQASystem(network, builder, self.device)
        found = (bertqa_example(row, self._supervision, builder) for row in self.rows)
        inputs, places = zip(
            *at_least_one([each for each in found if each is not None], "row"), strict=True
        )
        examples = SpanSet(inputs, places, self.device)
        self._fit_reading("BERTQA", system, network, examples.lengths, _own_loss(examples))
        return system

    def states(self, model: StatesRecipe) -> StateSystem:
        """E3 with states, alone or taught by larger ones."""
        teachers = [StateSystem.load(Path(run), self.device) for run in model.teachers]
        encoder = self._encoder(model.encoder)
        builder = input_builder(model.encoder, encoder)
        rows = at_least_one(self.rows, "row")
        openings = common_openings(rows, self._supervision, model.openings)
        network = StateNetwork(
            encoder, layers=model.layers, openings=len(openings), dropout=model.dropout
        ).to(self.device)
        system = StateSystem(network, builder, openings, self.device)
        number = {opening: place for place, opening in enumerate(openings)}
        made = [make_state_example(row, self._supervision, number, builder) for row in rows]
        pairs = draw_pairs(model.pairs, model.most_pairs, seed=self.recipe.seed)
        made += [pair_example(pair, builder) for pair in pairs]
        examples = StateSet(made, self.device)
        weights = LossWeights(
            model.states_weight, model.inquiry_weight, model.ends_weight, model.opening_weight
        )
        conversations = [row.conversation for row in rows] + [p.conversation for p in pairs]
        inputs = [example.inputs for example in made]
        lessons = Lessons(teachers, conversations, inputs, self.device) if teachers else None

        def loss(network: nn.Module, picked: Picked) -> Tensor:
            batch, labels = examples.batch(picked)
            scores = network(batch)
            labelled = state_loss(scores, labels, weights)
            if lessons is None:
                return labelled
            taught = lesson_loss(scores, lessons.batch(picked), labels, weights)
            return (1 - model.teaching) * labelled + model.teaching * taught

        self._fit_reading("states", system, network, examples.lengths, loss)
        return self._calibrated(system)

    def _calibrated(self, system: StateSystem) -> StateSystem:
        """The system with the temperature that the held-out rows ask for."""
        if not self.held_out:
            return system
        inputs = [unit_input(system.builder, row.conversation) for row in self.held_out]
        logits = np.stack([scores.decision for scores in system.scores(inputs)])
        labels = np.array([DECISIONS.index(row.decision) for row in self.held_out])
        return replace(system, temperature=fit_temperature(logits, labels))

    def seq2seq(self, model: Seq2SeqRecipe) -> Seq2SeqSystem:
        """Seq2Seq."""
        torch.manual_seed(self.recipe.seed)
        rows = [(row.conversation, row.answer or "") for row in at_least_one(self.rows, "row")]
        words = seq2seq.Vocabulary.of(rows, most=model.vocabulary)
        vectors = (
            file_vectors(Path(model.word_vectors), words.words)
            if model.word_vectors
            else random_vectors(len(words), model.word_width)
        )
        network = Seq2SeqNetwork(vectors, width=model.width, dropout=model.dropout)
        system = Seq2SeqSystem(network.to(self.device), words, self.device)
        examples = seq2seq.Seq2SeqSet(
            [seq2seq.make_example(words, *row) for row in rows], self.device
        )
        self._fit_reading("Seq2Seq", system, network, examples.lengths, _own_loss(examples))
        return system

    def _fit_reading(
        self,
        what: str,
        system: System,
        network: nn.Module,
        lengths: NDArray[np.int64],
        loss: Loss,
    ) -> None:
        task = reading_task(
            system, network, lengths, loss, dev=self.dev.rows, held_out=self.held_out
        )
        self.fit(task, self.recipe.training, what)

    @cached_property
    def _supervision(self) -> dict[str, Supervision]:
        return supervision_of(self.corpus, self.recipe.data.spans)

    def _encoder(self, name: str) -> Encoder:
        """A fresh encoder; what is built on it starts the same whatever was trained before."""
        torch.manual_seed(self.recipe.seed)
        return Encoder.pretrained(name)


def _own_loss(examples: SpanSet | seq2seq.Seq2SeqSet) -> Loss:
    """The loss of a network that is given a batch and works it out itself."""

    def loss(network: nn.Module, picked: Picked) -> Tensor:
        found: Tensor = network(examples.batch(picked))
        return found

    return loss
