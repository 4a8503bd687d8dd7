"""Training examples of E3: rows with their rules, made once and kept where the model runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.readers.e3.entailment import entailment_scores
from e3.readers.e3.network import E3Batch, RuleBatch
from e3.reading.conversation import DECISIONS, Decision
from e3.text import question_key


@dataclass(frozen=True)
class Example:
    """A row as E3 learns from it: rules by position, and which of them is asked about."""

    inputs: EncoderInput
    rules: tuple[tuple[int, int], ...]
    entailed: tuple[tuple[float, float], ...]
    decision: int
    rule: int


def make_example(
    row: Row, supervision: Mapping[str, Supervision], builder: InputBuilder
) -> Example | None:
    """The example of a row; None for an inquiry that no rule of its tree stands behind."""
    rules = supervision.get(row.tree_id, Supervision((), {}))
    conversation = row.conversation
    inputs = builder.build(conversation)
    wanted = -1
    if row.decision is Decision.INQUIRE:
        assert row.answer is not None
        wanted = rules.rule_of.get(question_key(row.answer), -1)
        if wanted < 0:
            return None
    positions = [inputs.positions(span) for span in rules.rules]
    if any(position is None for position in positions):
        return None
    return Example(
        inputs=inputs,
        rules=tuple(position for position in positions if position is not None),
        entailed=tuple(entailment_scores(conversation, rules.rules)),
        decision=DECISIONS.index(row.decision),
        rule=wanted,
    )


class E3Set:
    """Examples on a device; a batch is gathered, never built."""

    def __init__(self, examples: Sequence[Example], device: torch.device) -> None:
        self.inputs = PackedInputs([example.inputs for example in examples], device)
        most = max([1, *(len(example.rules) for example in examples)])
        # Padding: first 0, last -1, which no position lies between.
        bounds = np.tile(np.array([0, -1]), (len(examples), most, 1))
        entailed = np.zeros((len(examples), most, 2), dtype=np.float32)
        for row, example in enumerate(examples):
            if example.rules:
                bounds[row, : len(example.rules)] = example.rules
                entailed[row, : len(example.rules)] = example.entailed
        self.bounds = torch.from_numpy(bounds).to(device)
        self.entailed = torch.from_numpy(entailed).to(device)
        self.decisions = _column([example.decision for example in examples], device)
        self.rules = _column([example.rule for example in examples], device)

    def __len__(self) -> int:
        return len(self.inputs)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.inputs.lengths

    def batch(self, picked: PickedRows) -> E3Batch:
        """The padded batch of the picked rows."""
        inputs, index = self.inputs.gather(picked), picked.index
        first, last = self.bounds[index].unbind(-1)
        rules = RuleBatch(first, last, self.entailed[index])
        position = torch.arange(inputs.ids.shape[1], device=first.device)
        present = rules.mask[..., None]
        starts = ((position == first[..., None]) & present).any(dim=1)
        ends = ((position == last[..., None]) & present).any(dim=1)
        return E3Batch(
            inputs=inputs,
            rules=rules,
            wanted_ends=torch.stack([starts, ends], dim=-1).float(),
            decision=self.decisions[index],
            rule=self.rules[index],
        )


def _column(values: list[int], device: torch.device) -> Tensor:
    return torch.tensor(values, dtype=torch.long, device=device)
