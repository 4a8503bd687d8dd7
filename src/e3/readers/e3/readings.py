"""What E3's networks make of conversations, before anything is put into words (inference)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from e3.networks.inference import read_inputs
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.networks.packed import InputBatch, PackedInputs, PickedRows
from e3.readers.e3.decoding import extract_spans, sentence_numbers, with_bullets
from e3.readers.e3.entailment import entailment_scores
from e3.readers.e3.network import E3Network, RuleBatch
from e3.reading.conversation import DECISIONS, Conversation, Decision, Reply, Rule, RuleScores
from e3.text import Span


@dataclass(frozen=True)
class Reading:
    """What the networks make of one conversation, before anything is put into words."""

    conversation: Conversation
    rules: tuple[Span, ...]
    scores: tuple[RuleScores, ...]
    probabilities: dict[Decision, float]

    @property
    def decision(self) -> Decision:
        """argmax z; without any rule there is nothing to ask about."""
        options = [d for d in DECISIONS if self.rules or d is not Decision.INQUIRE]
        return max(options, key=lambda decision: self.probabilities[decision])

    @property
    def asked(self) -> int:
        """argmax r."""
        return max(range(len(self.rules)), key=lambda i: self.scores[i].inquiry)

    def reply(self, question: str) -> Reply:
        """The reply, with `question` for the rule that is asked about."""
        inquires = self.decision is Decision.INQUIRE
        return Reply(
            decision=self.decision,
            confidence=self.probabilities[self.decision],
            question=question if inquires else None,
            rules=tuple(
                Rule(span, scores=score)
                for span, score in zip(self.rules, self.scores, strict=True)
            ),
            asked=self.asked if inquires else None,
            probabilities=self.probabilities,
        )


def read_all(
    network: E3Network,
    builder: InputBuilder,
    conversations: Sequence[Conversation],
    *,
    threshold: float,
    device: torch.device,
) -> list[Reading]:
    """The readings of conversations, in their order."""
    inputs = [builder.build(conversation) for conversation in conversations]

    def read(rows: list[int], packed: PackedInputs, picked: PickedRows) -> Iterator[Reading]:
        return _read(
            network,
            packed.gather(picked),
            [inputs[row] for row in rows],
            [conversations[row] for row in rows],
            threshold,
        )

    return read_inputs(network, inputs, device, read)


def _read(
    network: E3Network,
    batch: InputBatch,
    inputs: Sequence[EncoderInput],
    conversations: Sequence[Conversation],
    threshold: float,
) -> Iterator[Reading]:
    encoded = network.encode(batch)
    ends = torch.sigmoid(network.extraction(encoded).float()).cpu().numpy()
    decisions = network.decision.decide(encoded, batch.mask.bool())
    probabilities = torch.softmax(decisions.float(), dim=-1).cpu().numpy()
    rules = [
        _rules(each, conversation, scores[each.rule_start : each.rule_end], threshold)
        for each, conversation, scores in zip(inputs, conversations, ends, strict=True)
    ]
    entailed = [entailment_scores(c, r) for c, r in zip(conversations, rules, strict=True)]
    inquiries = network.inquiry_scores(
        encoded, _rule_batch(inputs, rules, entailed, encoded.device)
    )
    scored = inquiries.float().cpu().numpy()
    for i, conversation in enumerate(conversations):
        yield Reading(
            conversation=conversation,
            rules=tuple(rules[i]),
            scores=tuple(
                RuleScores(float(r), g, h)
                for r, (g, h) in zip(scored[i], entailed[i], strict=False)
            ),
            probabilities=dict(zip(DECISIONS, map(float, probabilities[i]), strict=True)),
        )


def _rules(
    inputs: EncoderInput,
    conversation: Conversation,
    ends: np.ndarray[tuple[int, int], np.dtype[np.float32]],
    threshold: float,
) -> list[Span]:
    first = inputs.rule_start
    sentence = sentence_numbers(conversation.rule_text, inputs.rule_offsets)
    spans = [
        inputs.span(first + start, first + end)
        for start, end in extract_spans(ends[:, 0], ends[:, 1], threshold, sentence)
    ]
    # A bullet made of no word piece (an emoji the vocabulary drops) has nothing to be scored by.
    return [s for s in with_bullets(conversation.rule_text, spans) if inputs.positions(s)]


def _rule_batch(
    inputs: Sequence[EncoderInput],
    rules: Sequence[Sequence[Span]],
    entailed: Sequence[Sequence[tuple[float, float]]],
    device: torch.device,
) -> RuleBatch:
    most = max(1, *(len(spans) for spans in rules))
    bounds = np.tile(np.array([0, -1]), (len(inputs), most, 1))
    scores = np.zeros((len(inputs), most, 2), dtype=np.float32)
    for row, (each, spans) in enumerate(zip(inputs, rules, strict=True)):
        for column, span in enumerate(spans):
            bounds[row, column] = each.positions(span)
            scores[row, column] = entailed[row][column]
    first, last = torch.from_numpy(bounds).to(device).unbind(-1)
    return RuleBatch(first, last, torch.from_numpy(scores).to(device))
