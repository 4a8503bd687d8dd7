"""Pairs of sentences (natural language inference), learnt beside rows.

The premise stands where a scenario stands, the hypothesis is a rule text of one unit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from e3.errors import BadInput
from e3.files import opened, parse_json
from e3.networks.inputs import InputBuilder
from e3.policy.answers import State
from e3.policy.rule_text import RuleText
from e3.readers.states.decoding import STATES
from e3.readers.states.examples import StateExample
from e3.readers.states.known import NOTHING
from e3.readers.states.units import rule_units, unit_input
from e3.reading.conversation import Conversation
from e3.serialise import from_object

_LABELS = {
    "entailment": State.MET,
    "contradiction": State.NOT_MET,
    "neutral": State.UNKNOWN,
}


@dataclass(frozen=True)
class Pair:
    """A premise, a hypothesis of one unit, and the state in which the one puts the other."""

    premise: str
    hypothesis: str
    state: State

    @property
    def conversation(self) -> Conversation:
        """The pair as a reader is given it: a story and a rule, and no question."""
        return Conversation(RuleText(self.hypothesis), "", self.premise)


class _PairFields(BaseModel):
    sentence1: str
    sentence2: str
    gold_label: Literal["entailment", "contradiction", "neutral", "-"]


def read_pairs(path: Path) -> Iterator[Pair]:
    """The pairs of a file in the form of SNLI and MultiNLI: a JSON object a line.

    Left out are those on which its annotators did not agree, and hypotheses of several units.
    """
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                found = from_object(_PairFields, parse_json(line, source=str(path)))
            except BadInput as error:
                raise BadInput(str(error), source=str(path), row=number) from None
            if found.gold_label in _LABELS and len(rule_units(RuleText(found.sentence2))) == 1:
                yield Pair(found.sentence1, found.sentence2, _LABELS[found.gold_label])


def draw_pairs(files: Sequence[str], most: int, *, seed: int) -> list[Pair]:
    """At most so many pairs of all files; the same for the same seed."""
    pairs = [pair for name in files for pair in read_pairs(Path(name))]
    return random.Random(f"{seed} pairs").sample(pairs, min(most, len(pairs)))


def pair_example(pair: Pair, builder: InputBuilder) -> StateExample:
    """What a pair teaches: the state of its unit, and nothing else."""
    return StateExample(
        inputs=unit_input(builder, pair.conversation),
        decision=NOTHING,
        states=(STATES.index(pair.state),),
        asked=NOTHING,
        ends=(NOTHING, NOTHING),
        opening=NOTHING,
    )
