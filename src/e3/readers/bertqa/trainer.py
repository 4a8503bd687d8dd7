"""From a recipe to BERTQA."""

from __future__ import annotations

from dataclasses import replace

from e3.networks.encoder import input_builder
from e3.networks.inputs import RememberingBuilder
from e3.readers.bertqa.examples import SpanSet, bertqa_example
from e3.readers.bertqa.network import BertQANetwork
from e3.readers.bertqa.recipe import BertQARecipe
from e3.readers.bertqa.system import BertQASystem
from e3.training.context import TrainingContext, own_loss
from e3.training.tasks import at_least_one


def train(context: TrainingContext) -> BertQASystem:
    """BERTQA."""
    model: BertQARecipe = context.recipe.model
    encoder = context.encoder(model.encoder)
    builder = input_builder(model.encoder, encoder)
    network = BertQANetwork(encoder, dropout=model.dropout).to(context.device)
    known = RememberingBuilder(builder)
    system = BertQASystem(network, known, context.device)
    found = (bertqa_example(row, context.supervision, known) for row in context.rows)
    inputs, places = zip(
        *at_least_one([each for each in found if each is not None], "row"), strict=True
    )
    examples = SpanSet(inputs, places, context.device)
    context.fit_reading("BERTQA", system, network, examples.lengths, own_loss(examples))
    return replace(system, builder=builder)
