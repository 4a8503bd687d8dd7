"""BERTQA (the paper, appendix A.1): every reply is a span of the input, yes and no included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.conversation import CONCLUSIONS, Conversation, Decision, Reply, Rule
from e3.model.e3 import InputBatch
from e3.model.encoder import Encoder
from e3.model.packed import PackedInputs, Picked
from e3.reader.inputs import EncoderInput, InputBuilder
from e3.text import Span

CHOICES = tuple(CONCLUSIONS.values())


@dataclass(frozen=True)
class SpanBatch:
    """Inputs, and the first and last position of the reply in them."""

    inputs: InputBatch
    first: Tensor
    last: Tensor


class BertQANetwork(nn.Module):
    """Start and end scores, one softmax each over the whole input (eq. 29, 30)."""

    def __init__(self, encoder: Encoder, *, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.ends = nn.Linear(encoder.width, 2)  # W_s, b_s and W_e, b_e

    def scores(self, inputs: InputBatch) -> Tensor:
        """Log-probabilities of start and end: batch x positions x 2."""
        encoded = self.encoder(inputs.ids, inputs.segments, inputs.mask)
        scores = self.ends(self.dropout(encoded)).float()
        padding = ~inputs.mask.bool()[..., None]
        return torch.log_softmax(scores.masked_fill(padding, torch.finfo(scores.dtype).min), dim=1)

    def forward(self, batch: SpanBatch) -> Tensor:
        """The cross entropies of start and end."""
        start, end = self.scores(batch.inputs).unbind(-1)
        return F.nll_loss(start, batch.first) + F.nll_loss(end, batch.last)


def bertqa_input(builder: InputBuilder, conversation: Conversation) -> EncoderInput:
    """The input with the conclusions offered as words."""
    return builder.build(conversation, [choice.value for choice in CHOICES])


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

    def batch(self, picked: Picked) -> SpanBatch:
        """The padded batch of the picked rows."""
        first, last = self.replies[picked.index].unbind(-1)
        return SpanBatch(self.inputs.gather(picked), first, last)


def best_span(start: NDArray[np.float32], end: NDArray[np.float32]) -> tuple[int, int, float]:
    """The (i, j) with j >= i and the highest sum of log-probabilities, and that sum."""
    best_start = np.maximum.accumulate(start)
    last = int(np.argmax(best_start + end))
    first = int(np.argmax(start[: last + 1]))
    return first, last, float(start[first] + end[last])


def decode(inputs: EncoderInput, conversation: Conversation, scores: NDArray[np.float32]) -> Reply:
    """The likelier of the conclusions and the best span of the rule text."""
    found = {
        choice: float(scores[first, 0] + scores[last, 1])
        for choice, (first, last) in zip(CHOICES, inputs.choices, strict=True)
    }
    part = scores[inputs.rule_start : inputs.rule_end]
    span = None
    if len(part):
        first, last, found[Decision.INQUIRE] = best_span(part[:, 0], part[:, 1])
        span = inputs.span(inputs.rule_start + first, inputs.rule_start + last)
    weights = np.exp(np.array(list(found.values())) - max(found.values()))
    probabilities = dict(zip(found, map(float, weights / weights.sum()), strict=True))
    decision = max(found, key=lambda each: found[each])
    asked: Span | None = span if decision is Decision.INQUIRE else None
    return Reply(
        decision=decision,
        confidence=probabilities[decision],
        question=asked.of(conversation.rule_text.text) if asked else None,
        rules=(Rule(asked),) if asked else (),
        asked=0 if asked else None,
        probabilities=probabilities,
    )


def read_batches(
    network: BertQANetwork,
    builder: InputBuilder,
    conversations: Sequence[Conversation],
    *,
    device: torch.device,
    batch_size: int = 128,
) -> list[Reply]:
    """The replies to conversations, in their order."""
    inputs = [bertqa_input(builder, conversation) for conversation in conversations]
    replies: dict[int, Reply] = {}
    packed = PackedInputs(inputs, device)
    order = np.argsort(packed.lengths, kind="stable")
    network.eval()
    with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16, device.type == "cuda"):
        for at in range(0, len(order), batch_size):
            rows = order[at : at + batch_size]
            scores = network.scores(packed.gather(packed.pick(rows))).cpu().numpy()
            for row, each in zip(rows, scores, strict=True):
                replies[int(row)] = decode(inputs[row], conversations[row], each)
    return [replies[row] for row in range(len(inputs))]
