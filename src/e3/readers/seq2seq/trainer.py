"""From a recipe to Seq2Seq."""

from __future__ import annotations

from pathlib import Path

import torch

from e3.readers.seq2seq.examples import Seq2SeqSet, Vocabulary, make_example
from e3.readers.seq2seq.network import Seq2SeqNetwork
from e3.readers.seq2seq.recipe import Seq2SeqRecipe
from e3.readers.seq2seq.system import Seq2SeqSystem
from e3.training.context import TrainingContext, own_loss
from e3.training.tasks import at_least_one
from e3.training.word_vectors import file_vectors, random_vectors


def train(context: TrainingContext) -> Seq2SeqSystem:
    """Seq2Seq."""
    model: Seq2SeqRecipe = context.recipe.model
    torch.manual_seed(context.recipe.seed)
    rows = [(row.conversation, row.answer or "") for row in at_least_one(context.rows, "row")]
    words = Vocabulary.of(rows, most=model.vocabulary)
    vectors = (
        file_vectors(Path(model.word_vectors), words.words)
        if model.word_vectors
        else random_vectors(len(words), model.word_width)
    )
    network = Seq2SeqNetwork(vectors, width=model.width, dropout=model.dropout)
    system = Seq2SeqSystem(network.to(context.device), words, context.device)
    examples = Seq2SeqSet([make_example(words, *row) for row in rows], context.device)
    context.fit_reading("Seq2Seq", system, network, examples.lengths, own_loss(examples))
    return system
