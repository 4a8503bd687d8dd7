"""From a recipe to E3: first the editor, then what finds rules, decides and picks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from torch import Tensor, nn

from e3.corpus.corpus import merged
from e3.corpus.sources import read_trees
from e3.language.en.edits import edit_words
from e3.networks.encoder import input_builder
from e3.networks.inputs import RememberingBuilder
from e3.networks.packed import PickedRows
from e3.readers.e3.edit_examples import EditExample, EditSet, edit_examples, vocabulary
from e3.readers.e3.editor import Editor
from e3.readers.e3.editor_network import EditorNetwork
from e3.readers.e3.examples import E3Set, make_example
from e3.readers.e3.network import E3Network
from e3.readers.e3.recipe import E3Recipe
from e3.readers.e3.system import E3System
from e3.text import token_f1
from e3.training.context import TrainingContext
from e3.training.loop import Task
from e3.training.recipe import EditorRecipe
from e3.training.tasks import at_least_one
from e3.training.word_vectors import encoder_vectors, file_vectors


def train(context: TrainingContext) -> E3System:
    """E3: first the editor, so that the best weights are chosen by what the system says."""
    recipe = context.recipe
    model: E3Recipe = recipe.model
    editor = train_editor(context, recipe.editor) if recipe.editor else None
    encoder = context.encoder(model.encoder)
    builder = input_builder(model.encoder, encoder)
    network = E3Network(
        encoder, entailment=model.entailment, dropout=model.dropout, loudness=model.loudness
    ).to(context.device)
    known = RememberingBuilder(builder)
    system = E3System(network, known, model.threshold, context.device, editor)
    found = (make_example(row, context.supervision, known) for row in context.rows)
    examples = E3Set(
        at_least_one([each for each in found if each is not None], "row"), context.device
    )

    def loss(network: nn.Module, picked: PickedRows) -> Tensor:
        found: Tensor = network(examples.batch(picked), model.extraction_weight)
        return found

    context.fit_reading("E3", system, network, examples.lengths, loss)
    return replace(system, builder=builder)


def train_editor(context: TrainingContext, recipe: EditorRecipe) -> Editor:
    """The editor."""
    encoder = context.encoder(recipe.encoder)
    builder = input_builder(recipe.encoder, encoder)
    corpus = merged([context.corpus, *map(read_trees, recipe.sources)])
    supervisions = [corpus.supervision(kind) for kind in recipe.spans]
    found = at_least_one(list(edit_examples(corpus.trees, supervisions)), "edit")
    words = vocabulary(found)
    vectors = (
        file_vectors(Path(recipe.word_vectors), words)
        if recipe.word_vectors
        else encoder_vectors(words, encoder, builder)
    )
    network = EditorNetwork(
        encoder, vectors, dropout=recipe.dropout, train_words=recipe.train_words
    ).to(context.device)
    editor = Editor(network, builder, tuple(words), context.device)
    spans = context.dev.supervision(context.recipe.data.spans)
    dev = list(edit_examples(context.dev.trees, [spans]))
    examples = EditSet(found, words, RememberingBuilder(builder), context.device)
    context.fit(editor_task(editor, examples, dev), recipe.training, "editor")
    return editor


def editor_task(editor: Editor, examples: EditSet, dev: Sequence[EditExample]) -> Task:
    """The editor, chosen by token F1 with the questions of the development trees."""
    return Task(
        network=editor.network,
        lengths=examples.lengths,
        loss=lambda network, picked: network(examples.batch(picked)),
        evaluate=lambda: {"token_f1": _edit_f1(editor, dev)},
        selects="token_f1",
        pretrained=editor.network.encoder,
    )


def _edit_f1(editor: Editor, dev: Sequence[EditExample]) -> float:
    """Mean token F1 of edited rules with the questions people asked."""
    made = editor.questions([(example.rule_text, example.rule) for example in dev])
    scores = (
        token_f1(edit_words(question), edit_words(example.question))
        for question, example in zip(made, dev, strict=True)
    )
    return round(fmean(scores), 4)
