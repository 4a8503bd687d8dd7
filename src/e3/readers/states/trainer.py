"""From a recipe to E3 with states, alone or taught by larger ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from torch import Tensor, nn

from e3.corpus.rows import Row
from e3.networks.encoder import input_builder
from e3.networks.packed import PickedRows
from e3.readers.states.distillation import Lessons, lesson_loss
from e3.readers.states.examples import StateSet, common_openings, make_state_example
from e3.readers.states.network import LossWeights, StateNetwork, state_loss
from e3.readers.states.pairs import draw_pairs, pair_example
from e3.readers.states.recipe import StatesRecipe
from e3.readers.states.system import StateSystem
from e3.readers.states.units import unit_input
from e3.reading.conversation import DECISIONS
from e3.training.context import TrainingContext
from e3.training.tasks import at_least_one
from e3.training.temperature import fit_temperature


def train(context: TrainingContext) -> StateSystem:
    """E3 with states."""
    model: StatesRecipe = context.recipe.model
    teachers = [StateSystem.load(Path(run), context.device) for run in model.teachers]
    encoder = context.encoder(model.encoder)
    builder = input_builder(model.encoder, encoder)
    rows = at_least_one(context.rows, "row")
    openings = common_openings(rows, context.supervision, model.openings)
    network = StateNetwork(
        encoder, layers=model.layers, openings=len(openings), dropout=model.dropout
    ).to(context.device)
    system = StateSystem(network, builder, openings, context.device)
    number = {opening: place for place, opening in enumerate(openings)}
    made = [make_state_example(row, context.supervision, number, builder) for row in rows]
    pairs = draw_pairs(model.pairs, model.most_pairs, seed=context.recipe.seed)
    made += [pair_example(pair, builder) for pair in pairs]
    examples = StateSet(made, context.device)
    weights = LossWeights(
        model.states_weight, model.inquiry_weight, model.ends_weight, model.opening_weight
    )
    conversations = [row.conversation for row in rows] + [p.conversation for p in pairs]
    inputs = [example.inputs for example in made]
    lessons = Lessons(teachers, conversations, inputs, context.device) if teachers else None

    def loss(network: nn.Module, picked: PickedRows) -> Tensor:
        batch, labels = examples.batch(picked)
        scores = network(batch)
        labelled = state_loss(scores, labels, weights)
        if lessons is None:
            return labelled
        taught = lesson_loss(scores, lessons.batch(picked), labels, weights)
        return (1 - model.teaching) * labelled + model.teaching * taught

    context.fit_reading("states", system, network, examples.lengths, loss)
    return _calibrated(system, context.held_out)


def _calibrated(system: StateSystem, held_out: Sequence[Row]) -> StateSystem:
    """The system with the temperature that the held-out rows ask for."""
    if not held_out:
        return system
    inputs = [unit_input(system.builder, row.conversation) for row in held_out]
    logits = np.stack([scores.decision for scores in system.scores(inputs)])
    labels = np.array([DECISIONS.index(row.decision) for row in held_out])
    return replace(system, temperature=fit_temperature(logits, labels))
