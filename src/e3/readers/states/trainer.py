"""From a recipe to E3 with states, alone or taught by larger ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from torch import Tensor, nn

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.errors import BadInput
from e3.networks.encoder import input_builder
from e3.networks.in_processes import made_of
from e3.networks.inputs import InputBuilder, RememberingBuilder
from e3.networks.packed import PickedRows
from e3.networks.precision import as_trained
from e3.readers.states.distillation import Lessons, lesson_loss
from e3.readers.states.draft_training import (
    DraftLessons,
    calibrated,
    draft_figures,
    story_figures,
)
from e3.readers.states.examples import (
    StateExample,
    StateSet,
    common_openings,
    make_state_example,
)
from e3.readers.states.network import LossWeights, StateNetwork, state_loss
from e3.readers.states.pairs import draw_pairs, pair_example
from e3.readers.states.recipe import StatesRecipe
from e3.readers.states.system import StateSystem
from e3.readers.states.units import unit_input
from e3.reading.conversation import DECISIONS
from e3.training.context import TrainingContext
from e3.training.loop import Task
from e3.training.tasks import at_least_one, reading_task
from e3.training.temperature import fit_temperature


def train(context: TrainingContext) -> StateSystem:
    """E3 with states."""
    model: StatesRecipe = context.recipe.model
    if model.teachers and model.drafts:
        raise BadInput("model: teachers teach turns, and not drafts: leave one of them out")
    teachers = [StateSystem.load(Path(run), context.device) for run in model.teachers]
    rows = at_least_one(context.rows, "row")
    system = _started(context, model) if model.start else _fresh(context, model, rows)
    network = system.network
    number = {opening: place for place, opening in enumerate(system.openings)}
    known = RememberingBuilder(system.builder)
    made = _of_turns(rows, context.supervision, number, known)
    pairs = draw_pairs(model.pairs, model.most_pairs, seed=context.recipe.seed)
    made += [pair_example(pair, known) for pair in pairs]
    drafting = DraftLessons.of(context.recipe) if model.drafts else None
    if drafting:
        made += drafting.examples(context.corpus, known, model, context.recipe.seed)
    del known
    examples = StateSet(made, context.device)
    weights = LossWeights(
        model.states_weight,
        model.inquiry_weight,
        model.ends_weight,
        model.opening_weight,
        model.drafts_weight,
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

    task = reading_task(
        system, network, examples.lengths, loss, dev=context.dev.rows, held_out=context.held_out
    )
    if drafting:
        task = _chosen_by_drafts_too(task, system, drafting)
    context.fit(task, context.recipe.training, "states")
    with as_trained(context.device):
        system = _calibrated(system, context.held_out)
        return calibrated(system, drafting) if drafting else system


def _fresh(context: TrainingContext, model: StatesRecipe, rows: Sequence[Row]) -> StateSystem:
    """An encoder with all else untrained around it."""
    encoder = context.encoder(model.encoder)
    builder = input_builder(model.encoder, encoder)
    openings = common_openings(rows, context.supervision, model.openings)
    network = StateNetwork(
        encoder,
        layers=model.layers,
        openings=len(openings),
        dropout=model.dropout,
        drafts=bool(model.drafts),
        width=model.width,
        few_bits=model.few_bits,
    ).to(context.device)
    return StateSystem(network, builder, openings, context.device)


def _started(context: TrainingContext, model: StatesRecipe) -> StateSystem:
    """What another run came to."""
    system = StateSystem.load(Path(model.start), context.device, dropout=model.dropout)
    if model.drafts and system.drafting is None:
        raise BadInput("model.start: this run knows nothing of drafts", source=model.start)
    return system


def _of_turns(
    rows: Sequence[Row],
    supervision: Mapping[str, Supervision],
    openings: Mapping[str, int],
    builder: InputBuilder,
) -> list[StateExample]:
    return made_of(lambda row: make_state_example(row, supervision, openings, builder), rows)


def _chosen_by_drafts_too(task: Task, system: StateSystem, drafting: DraftLessons) -> Task:
    """Half by decisions, half by drafts and stories of texts that nothing is learnt from."""
    stories = drafting.held_out_stories(system.builder)

    def evaluate() -> dict[str, float]:
        figures = dict(task.evaluate())
        figures |= draft_figures(system, drafting.held_out) | story_figures(system, stories)
        both = (figures.get("drafts right", 0.0) + figures.get("stories", 0.0)) / 2
        return {**figures, "chosen by": round((figures[task.selects] + both) / 2, 4)}

    return replace(task, evaluate=evaluate, selects="chosen by")


def _calibrated(system: StateSystem, held_out: Sequence[Row]) -> StateSystem:
    """The system with the temperature that the held-out rows ask for."""
    if not held_out:
        return system
    inputs = [unit_input(system.builder, row.conversation) for row in held_out]
    logits = np.stack([scores.decision for scores in system.scores(inputs)])
    labels = np.array([DECISIONS.index(row.decision) for row in held_out])
    return replace(system, temperature=fit_temperature(logits, labels))
