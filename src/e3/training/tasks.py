"""What the loop trains: networks that read, and the editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.baselines.bertqa import CHOICES, bertqa_input
from e3.conversation import Decision
from e3.errors import BadInput
from e3.model.packed import Picked
from e3.model.systems import Editor
from e3.reader.editing import edit_words
from e3.reader.inputs import EncoderInput, InputBuilder
from e3.reader.reader import System
from e3.sharc.rows import Row
from e3.sharc.supervision import Supervision
from e3.text import same, token_f1
from e3.training.edits import EditExample, EditSet
from e3.training.loop import Task
from e3.training.measure import evaluate_replies

T = TypeVar("T")


def reading_task(
    system: System,
    network: nn.Module,
    lengths: NDArray[np.int64],
    loss: Callable[[nn.Module, Picked], Tensor],
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


def at_least_one(found: Sequence[T], what: str) -> Sequence[T]:
    """Refuses to train on nothing."""
    if not found:
        raise BadInput(f"there is no {what} to train on: look at the recipe's data")
    return found
