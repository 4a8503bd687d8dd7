"""Training examples of BERTQA: where in the input the reply of a row stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.readers.bertqa.decoding import CHOICES, bertqa_input
from e3.readers.bertqa.network import SpanBatch
from e3.reading.conversation import Decision
from e3.text import question_key


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
    index = rules.rule_of.get(question_key(row.answer))
    place = None if index is None else inputs.positions(rules.rules[index])
    return None if place is None else (inputs, place)


class SpanSet:
    """Training examples on a device: inputs and where in them the reply stands."""

    def __init__(
        self,
        inputs: Sequence[EncoderInput],
        replies: Sequence[tuple[int, int]],
        device: torch.device,
    ) -> None:
        self.inputs = PackedInputs(inputs, device)
        self.replies = torch.tensor(replies, dtype=torch.long, device=device)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.inputs.lengths

    def batch(self, picked: PickedRows) -> SpanBatch:
        """The padded batch of the picked rows."""
        first, last = self.replies[picked.index].unbind(-1)
        return SpanBatch(self.inputs.gather(picked), first, last)
