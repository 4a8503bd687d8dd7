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
from e3.readers.states.draft_network import DraftLabels
from e3.readers.states.known import NOTHING
from e3.readers.states.network import StateLabels
from e3.readers.states.unit_batches import UnitBatch, UnitItems
from e3.readers.states.units import UnitInput, unit_input, unit_of
from e3.reading.conversation import DECISIONS, Decision
from e3.text import question_key

_MOST_PADDING = 64
"""A batch may be that much wider than its longest row."""


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
    tags: tuple[int, ...] = ()
    """Of the units, where a draft is learnt."""
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Two units, and whether both are needed together (1) or one will do (0)."""
    edges: tuple[tuple[int, int, int, int], ...] = ()
    """Of each rule: the positions between which it lies, and those where it begins and ends."""
    telling: tuple[int, ...] = ()
    """Of the units, where a story is read: the item of the sentence that tells of each."""

    @property
    def is_of_draft(self) -> bool:
        """Whether it teaches anything of drafts."""
        return bool(self.tags or self.pairs or self.edges or self.telling)


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
        states = np.full(self.items.markers.shape, NOTHING, dtype=np.int8)
        for row, example in enumerate(examples):
            first = example.inputs.first_unit
            states[row, first : first + len(example.states)] = example.states
        asked = [_item(e.inputs, e.asked) for e in examples]
        columns = [
            (e.decision, item, *e.ends, e.opening) for e, item in zip(examples, asked, strict=True)
        ]
        self.states = torch.from_numpy(states).to(device)
        self.columns = torch.tensor(columns, dtype=torch.long, device=device)
        drafts = any(example.is_of_draft for example in examples)
        self.drafts = DraftSet(examples, self.items.markers.shape[1], device) if drafts else None

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.inputs.lengths

    def batch(self, picked: PickedRows) -> tuple[UnitBatch, StateLabels]:
        """The padded batch of the picked rows, and what is to be learnt from it."""
        batch = self.items.batch(self.inputs, picked)
        decision, asked, first, last, opening = self.columns[picked.index].unbind(-1)
        most = batch.kinds.shape[1]
        states = self.states[picked.index, :most].long()
        draft = self.drafts.batch(picked, most) if self.drafts else None
        return batch, StateLabels(decision, states, asked, first, last, opening, draft)


class DraftSet:
    """What examples teach of drafts and stories, on a device; rows of turns share an empty one."""

    def __init__(self, examples: Sequence[StateExample], items: int, device: torch.device) -> None:
        teaching = [e for e in examples if e.is_of_draft]
        width = max(len(e.inputs.encoder.ids) for e in examples) + _MOST_PADDING
        tags = np.full((len(teaching) + 1, items), NOTHING, dtype=np.int8)
        telling = np.full_like(tags, NOTHING)
        pairs = np.full((len(teaching) + 1, items, items), NOTHING, dtype=np.int8)
        edges = np.full((len(teaching) + 1, width, 2), NOTHING, dtype=np.int8)
        for row, example in enumerate(teaching, start=1):
            first = example.inputs.first_unit
            tags[row, first : first + len(example.tags)] = example.tags
            telling[row, first : first + len(example.telling)] = example.telling
            for one, other, together in example.pairs:
                pairs[row, first + one, first + other] = together
                pairs[row, first + other, first + one] = together
            for begin, end, start, last in example.edges:
                edges[row, begin : end + 1] = 0
                edges[row, start, 0] = edges[row, last, 1] = 1
        of_draft = torch.tensor([e.is_of_draft for e in examples])
        self.rows = torch.where(of_draft, of_draft.cumsum(0), 0).to(device)
        self.tags, self.telling, self.pairs, self.edges = (
            torch.from_numpy(each).to(device) for each in (tags, telling, pairs, edges)
        )

    def batch(self, picked: PickedRows, items: int) -> DraftLabels:
        """What is to be learnt from the picked rows."""
        rows = self.rows[picked.index]
        return DraftLabels(
            tags=self.tags[rows, :items].long(),
            pairs=self.pairs[rows, :items, :items].long(),
            edges=self.edges[rows, : picked.width].long(),
            telling=self.telling[rows, :items].long(),
        )


def _item(inputs: UnitInput, unit: int) -> int:
    return unit if unit == NOTHING else inputs.first_unit + unit
