"""What the loop trains: E3, its editor, and BERTQA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.baselines.bertqa import CHOICES, SpanSet, bertqa_input
from e3.conversation import Decision, Reply
from e3.errors import BadInput
from e3.evaluation.metrics import Evaluation, evaluate
from e3.model.packed import Picked
from e3.model.systems import BertQASystem, E3System, Editor
from e3.reader.editing import edit_words
from e3.reader.inputs import EncoderInput, InputBuilder
from e3.sharc.predictions import answer_of
from e3.sharc.rows import Row
from e3.sharc.supervision import Supervision
from e3.text import same, token_f1
from e3.training.edits import EditExample, EditSet
from e3.training.examples import ExampleSet


def evaluate_replies(rows: Sequence[Row], replies: Sequence[Reply]) -> Evaluation:
    """The official figures of replies to these rows."""
    answers = (answer_of(reply) for reply in replies)
    return evaluate(rows, {row.utterance_id: a for row, a in zip(rows, answers, strict=True)})


def _figures(evaluation: Evaluation) -> dict[str, float]:
    kinds = {str(kind): found.accuracy for kind, found in evaluation.by_row_type.items()}
    return {**evaluation.figures, **kinds}


@dataclass
class E3Task:
    """E3 without its editor, chosen by Comb. of the unedited spans as in the authors' code."""

    system: E3System
    examples: ExampleSet
    dev: Sequence[Row]
    extraction_weight: float
    selects: str = "combined"

    def __post_init__(self) -> None:
        self.network: nn.Module = self.system.network
        self.unedited = replace(self.system, editor=None)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.examples.lengths

    def loss(self, network: nn.Module, picked: Picked) -> Tensor:
        """L_dec + lambda L_re."""
        loss: Tensor = network(self.examples.batch(picked), self.extraction_weight)
        return loss

    def evaluate(self) -> Mapping[str, float]:
        """The official figures on the development rows."""
        replies = self.unedited.read([row.conversation for row in self.dev])
        return _figures(evaluate_replies(self.dev, replies))


@dataclass
class BertQATask:
    """BERTQA, chosen by Comb."""

    system: BertQASystem
    examples: SpanSet
    dev: Sequence[Row]
    selects: str = "combined"

    def __post_init__(self) -> None:
        self.network: nn.Module = self.system.network

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.examples.lengths

    def loss(self, network: nn.Module, picked: Picked) -> Tensor:
        """The cross entropies of start and end."""
        loss: Tensor = network(self.examples.batch(picked))
        return loss

    def evaluate(self) -> Mapping[str, float]:
        """The official figures on the development rows."""
        replies = self.system.read([row.conversation for row in self.dev])
        return _figures(evaluate_replies(self.dev, replies))


@dataclass
class EditorTask:
    """The editor, chosen by token F1 with the questions of the development trees."""

    editor: Editor
    examples: EditSet
    dev: Sequence[EditExample]
    selects: str = "token_f1"

    def __post_init__(self) -> None:
        self.network: nn.Module = self.editor.network

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.examples.lengths

    def loss(self, network: nn.Module, picked: Picked) -> Tensor:
        """L_edit."""
        loss: Tensor = network(self.examples.batch(picked))
        return loss

    def evaluate(self) -> Mapping[str, float]:
        """Mean token F1 of edited rules with the questions people asked."""
        made = self.editor.questions([(example.rule_text, example.rule) for example in self.dev])
        scores = (
            token_f1(edit_words(question), edit_words(example.question))
            for question, example in zip(made, self.dev, strict=True)
        )
        return {"token_f1": round(fmean(scores), 4)}


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
