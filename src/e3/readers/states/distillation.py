"""Teachers (knowledge distillation): a small network learns from what larger ones think of rows.

Hinton et al. (2015), without a temperature: the teachers' probabilities are averaged and learnt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.errors import BadInput
from e3.networks.packed import MostByLength, PickedRows
from e3.readers.states.decoding import ReadScores, Scores
from e3.readers.states.known import NOTHING
from e3.readers.states.network import LossWeights, StateLabels, StateScores
from e3.readers.states.system import StateSystem
from e3.readers.states.units import UnitInput, unit_input
from e3.reading.conversation import Conversation


@dataclass(frozen=True)
class TeacherProbabilities:
    """Probabilities that the teachers give a batch, padded with 0."""

    decision: Tensor
    states: Tensor
    inquiry: Tensor
    ends: Tensor


class Lessons:
    """What teachers think of every example, on a device."""

    def __init__(
        self,
        teachers: Sequence[StateSystem],
        conversations: Sequence[Conversation],
        inputs: Sequence[UnitInput],
        device: torch.device,
    ) -> None:
        counts = np.array([len(each.markers) for each in inputs], dtype=np.int64)
        lengths = np.array([len(each.encoder.ids) for each in inputs], dtype=np.int64)
        self.items = MostByLength(lengths, counts)
        count, most, width = len(inputs), int(counts.max(initial=1)), int(lengths.max())
        first = next(_thoughts(teachers[0], conversations[:1], inputs[:1]))
        decision = np.zeros((count, len(first.decision)), dtype=np.float16)
        states = np.zeros((count, most, first.states.shape[-1]), dtype=np.float16)
        inquiry = np.zeros((count, most), dtype=np.float16)
        ends = np.zeros((count, width, 2), dtype=np.float16)
        share = 1 / len(teachers)
        for teacher in teachers:
            for row, scores in enumerate(_thoughts(teacher, conversations, inputs)):
                items, pieces = counts[row], lengths[row]
                decision[row] += share * _softmax(scores.decision, axis=-1)
                states[row, :items] += share * _softmax(scores.states, axis=-1)
                inquiry[row, :items] += share * _softmax(scores.inquiry, axis=-1)
                ends[row, :pieces] += share * _softmax(scores.ends[:pieces], axis=0)
        self.decision, self.states, self.inquiry, self.ends = (
            torch.from_numpy(array).to(device) for array in (decision, states, inquiry, ends)
        )

    def batch(self, picked: PickedRows) -> TeacherProbabilities:
        """What the teachers think of the picked rows."""
        index = picked.index
        most = self.items.within(picked.width)
        ends = self.ends[index, : picked.width].float()
        return TeacherProbabilities(
            decision=self.decision[index].float(),
            states=self.states[index, :most].float(),
            inquiry=self.inquiry[index, :most].float(),
            ends=F.pad(ends, (0, 0, 0, picked.width - ends.shape[1])),
        )


def _thoughts(
    teacher: StateSystem, conversations: Sequence[Conversation], inputs: Sequence[UnitInput]
) -> Iterator[ReadScores]:
    """A teacher's scores; it has to cut texts into the same word pieces as its pupil."""
    own = [unit_input(teacher.builder, conversation) for conversation in conversations]
    for mine, theirs in zip(inputs, own, strict=True):
        if mine.markers != theirs.markers:
            raise BadInput("a teacher has to read the same word pieces as its pupil")
    yield from teacher.scores(own)


def _softmax(scores: Scores, axis: int) -> Scores:
    powers: Scores = np.exp(scores - scores.max(axis=axis, keepdims=True))
    shares: Scores = powers / powers.sum(axis=axis, keepdims=True)
    return shares


def lesson_loss(
    scores: StateScores, taught: TeacherProbabilities, labels: StateLabels, weights: LossWeights
) -> Tensor:
    """Cross entropies with the teachers' probabilities; what to ask only where one is to ask."""
    asking = labels.asked >= 0
    units = labels.states != NOTHING
    decided = labels.decision != NOTHING
    states = _cross_entropy(scores.states, taught.states)
    return (
        _mean(_cross_entropy(scores.decision, taught.decision), decided)
        + weights.states * _mean(states, units)
        + weights.inquiry * _mean(_cross_entropy(scores.inquiry, taught.inquiry), asking)
        + weights.ends * _mean(_cross_entropy(scores.ends.mT, taught.ends.mT).sum(-1), asking)
    )


def _cross_entropy(scores: Tensor, wanted: Tensor) -> Tensor:
    return -(wanted * torch.log_softmax(scores, dim=-1)).sum(dim=-1)


def _mean(losses: Tensor, counted: Tensor) -> Tensor:
    return (losses * counted).sum() / counted.sum().clamp(min=1)
