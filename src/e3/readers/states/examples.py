"""Training examples of E3 with states: the state of each unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.language.en.edits import find_edit, text_to_edit
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.policy.answers import State
from e3.readers.states.decoding import NO_RULE, STATES
from e3.readers.states.network import NOTHING, StateLabels
from e3.readers.states.unit_batches import UnitBatch, UnitItems
from e3.readers.states.units import UnitInput, unit_input, unit_of
from e3.reading.conversation import DECISIONS, Decision
from e3.text import question_key


@dataclass(frozen=True)
class StateExample:
    """A row as E3 with states learns from it; NOTHING where it says nothing."""

    inputs: UnitInput
    decision: int
    states: tuple[int, ...]
    """Of the units."""
    asked: int
    """A unit."""
    ends: tuple[int, int]
    opening: int


def opening_of(row: Row, supervision: Mapping[str, Supervision]) -> str | None:
    """The words that a row's question puts before its rule; None where it asks nothing."""
    rules = supervision.get(row.tree_id)
    if row.decision is not Decision.INQUIRE or rules is None or row.answer is None:
        return None
    index = rules.rule_of.get(question_key(row.answer))
    if index is None:
        return None
    edit = find_edit(row.answer, text_to_edit(row.conversation.rule_text, rules.rules[index]))
    return " ".join(edit.before) if edit else None


def common_openings(
    rows: Iterable[Row], supervision: Mapping[str, Supervision], most: int
) -> tuple[str, ...]:
    """The commonest openings of questions, each different question counted once."""
    asked = {(row.tree_id, question_key(row.answer or "")): row for row in rows}
    counts = Counter(o for row in asked.values() if (o := opening_of(row, supervision)))
    return tuple(sorted(counts, key=lambda o: (-counts[o], o))[:most])


def make_state_example(
    row: Row,
    supervision: Mapping[str, Supervision],
    openings: Mapping[str, int],
    builder: InputBuilder,
) -> StateExample:
    """The example of a row."""
    inputs = unit_input(builder, row.conversation)
    rules = supervision.get(row.tree_id, Supervision((), {}))
    index = (
        rules.rule_of.get(question_key(row.answer or ""))
        if row.decision is Decision.INQUIRE
        else None
    )
    rule = None if index is None else rules.rules[index]
    unit = None if rule is None else unit_of(inputs.units, rule)
    place = None if rule is None else inputs.encoder.positions(rule)
    return StateExample(
        inputs=inputs,
        decision=DECISIONS.index(row.decision),
        states=_states(row, rules, inputs),
        asked=NOTHING if unit is None else unit,
        ends=place or (NOTHING, NOTHING),
        opening=openings.get(opening_of(row, supervision) or "", NOTHING),
    )


def _states(row: Row, rules: Supervision, inputs: UnitInput) -> tuple[int, ...]:
    """What history and scenario make of every unit; of several answers, yes before no.

    Where it is not known what the scenario settles, only what the history says is.
    """
    told = row.evidence if row.told is None else row.told
    units = {q: unit_of(inputs.units, rules.rules[index]) for q, index in rules.rule_of.items()}
    met, unknown = STATES.index(State.MET), STATES.index(State.UNKNOWN)
    states = [NO_RULE] * len(inputs.units)
    for unit in units.values():
        if unit is not None:
            states[unit] = NOTHING if told is None else unknown
    for turn in (*row.conversation.history, *(told or ())):
        unit, state = units.get(question_key(turn.question)), STATES.index(turn.answer.state)
        if unit is not None and state != unknown and states[unit] != met:
            states[unit] = state
    return tuple(states)


class StateSet:
    """Examples on a device; a batch is gathered, never built."""

    def __init__(self, examples: Sequence[StateExample], device: torch.device) -> None:
        self.inputs = PackedInputs([e.inputs.encoder for e in examples], device)
        self.items = UnitItems([e.inputs for e in examples], device)
        states = np.full(self.items.markers.shape, NOTHING)
        for row, example in enumerate(examples):
            first = example.inputs.first_unit
            states[row, first : first + len(example.states)] = example.states
        asked = [_item(e.inputs, e.asked) for e in examples]
        columns = [
            (e.decision, item, *e.ends, e.opening) for e, item in zip(examples, asked, strict=True)
        ]
        self.states = torch.from_numpy(states).to(device)
        self.columns = torch.tensor(columns, dtype=torch.long, device=device)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.inputs.lengths

    def batch(self, picked: PickedRows) -> tuple[UnitBatch, StateLabels]:
        """The padded batch of the picked rows, and what is to be learnt from it."""
        batch = self.items.batch(self.inputs, picked)
        decision, asked, first, last, opening = self.columns[picked.index].unbind(-1)
        states = self.states[picked.index, : batch.kinds.shape[1]]
        return batch, StateLabels(decision, states, asked, first, last, opening)


def _item(inputs: UnitInput, unit: int) -> int:
    return unit if unit == NOTHING else inputs.first_unit + unit
