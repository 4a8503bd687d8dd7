"""What the loop trains: E3, its editor, and BERTQA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from e3.baselines.bertqa import CHOICES, SpanSet, bertqa_input
from e3.conversation import Decision, Reply
from e3.errors import BadInput
from e3.evaluation.metrics import Evaluation, evaluate
from e3.model.systems import BertQASystem, E3System, Editor
from e3.reader.editing import edit_words
from e3.reader.inputs import EncoderInput, InputBuilder
from e3.sharc.predictions import answer_of
from e3.sharc.rows import Row
from e3.sharc.supervision import Supervision
from e3.text import same, token_f1
from e3.training.edits import EditExample, EditSet
from e3.training.examples import ExampleSet
from e3.training.loop import Task


def evaluate_replies(rows: Sequence[Row], replies: Sequence[Reply]) -> Evaluation:
    """The official figures of replies to these rows."""
    answers = (answer_of(reply) for reply in replies)
    return evaluate(rows, {row.utterance_id: a for row, a in zip(rows, answers, strict=True)})


def _official_figures(system: E3System | BertQASystem, dev: Sequence[Row]) -> dict[str, float]:
    """The official figures of a system as it is, and its accuracy by row type."""
    evaluation = evaluate_replies(dev, system.read([row.conversation for row in dev]))
    kinds = {str(kind): found.accuracy for kind, found in evaluation.by_row_type.items()}
    return {**evaluation.figures, **kinds}


def e3_task(
    system: E3System, examples: ExampleSet, dev: Sequence[Row], extraction_weight: float
) -> Task:
    """E3, chosen by Comb. of what it says; the authors' code takes the unedited spans."""
    return Task(
        network=system.network,
        lengths=examples.lengths,
        loss=lambda network, picked: network(examples.batch(picked), extraction_weight),
        evaluate=lambda: _official_figures(system, dev),
        selects="combined",
    )


def bertqa_task(system: BertQASystem, examples: SpanSet, dev: Sequence[Row]) -> Task:
    """BERTQA, chosen by Comb."""
    return Task(
        network=system.network,
        lengths=examples.lengths,
        loss=lambda network, picked: network(examples.batch(picked)),
        evaluate=lambda: _official_figures(system, dev),
        selects="combined",
    )


def editor_task(editor: Editor, examples: EditSet, dev: Sequence[EditExample]) -> Task:
    """The editor, chosen by token F1 with the questions of the development trees."""
    return Task(
        network=editor.network,
        lengths=examples.lengths,
        loss=lambda network, picked: network(examples.batch(picked)),
        evaluate=lambda: {"token_f1": _edit_f1(editor, dev)},
        selects="token_f1",
    )


def _edit_f1(editor: Editor, dev: Sequence[EditExample]) -> float:
    """Mean token F1 of edited rules with the questions people asked."""
    made = editor.questions([(example.rule_text, example.rule) for example in dev])
    scores = (
        token_f1(edit_words(question), edit_words(example.question))
        for question, example in zip(made, dev, strict=True)
    )
    return round(fmean(scores), 4)


def bertqa_example(
    row: Row, supervision: Mapping[str, Supervision], builder: InputBuilder
) -> tuple[EncoderInput, tuple[int, int]] | None:
    """A row's input and where its reply stands; None for an inquiry without a rule."""
    inputs = bertqa_input(builder, row.conversation)
    if row.decision is not Decision.INQUIRE:
        return inputs, inputs.choices[CHOICES.index(row.decision)]
    rules = supervision.get(row.tree_id)
    if rules is None or row.answer is None:
        return None
    index = rules.rule_of.get(same(row.answer))
    place = None if index is None else inputs.positions(rules.rules[index])
    return None if place is None else (inputs, place)


def at_least_one(found: Sequence[object], what: str) -> None:
    """Refuses to train on nothing."""
    if not found:
        raise BadInput(f"there is no {what} to train on: look at the recipe's data")
