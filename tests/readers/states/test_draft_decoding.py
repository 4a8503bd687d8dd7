"""From scores to a draft, without a network: scores are written by hand."""

import numpy as np
import pytest

from e3.language.en.chunks import chunks
from e3.networks.inputs import InputBuilder
from e3.policy.logic import Expression, parse
from e3.policy.rule_text import RuleText
from e3.readers.states.chunk_inputs import chunk_input
from e3.readers.states.draft_decoding import UNCALIBRATED, DraftReading, Tag, found_draft
from e3.reading.model_folder import DEFAULT

LIST = "You may row if you:\n\n* can swim\n* own a boat\n* have a coach\n\nYou must be sober."


@pytest.fixture(scope="module")
def builder() -> InputBuilder:
    return InputBuilder.load(DEFAULT)


def logic_of(
    builder: InputBuilder, text: str, joined: dict[tuple[str, str], float]
) -> Expression | None:
    """The logic of a text of which every chunk that `joined` names is a rule."""
    rule_text = RuleText(text)
    cores = [chunk.core(text).of(text) for chunk in chunks(rule_text)]
    inputs = chunk_input(builder, rule_text, "May I row?")
    tags = np.full((len(cores), len(Tag)), -9, dtype=np.float32)
    tags[:, Tag.NONE] = 0
    pairs = np.zeros((len(cores), len(cores)), dtype=np.float32)
    for (one, other), weight in joined.items():
        first, second = cores.index(one), cores.index(other)
        tags[[first, second], Tag.FOR] = 9
        pairs[first, second] = pairs[second, first] = weight
    reading = DraftReading(
        decision=np.zeros(4, dtype=np.float32),
        tags=tags,
        pairs=pairs,
        edges=np.zeros((len(inputs.encoder.ids), 2), dtype=np.float32),
    )
    return found_draft(rule_text, inputs, reading, UNCALIBRATED).holds_when


def test_the_items_of_a_list_have_one_operation(builder: InputBuilder) -> None:
    joined = {
        ("can swim", "own a boat"): -3.0,
        ("can swim", "have a coach"): -3.0,
        ("own a boat", "have a coach"): 1.0,
        ("can swim", "You must be sober"): 4.0,
        ("own a boat", "You must be sober"): 4.0,
        ("have a coach", "You must be sober"): 4.0,
    }
    assert logic_of(builder, LIST, joined) == parse("(r0 or r1 or r2) and r3")


def test_what_stands_in_prose_may_be_joined_in_two_ways(builder: InputBuilder) -> None:
    text = "You may row if you can swim or you own a boat and you have a coach."
    joined = {
        ("you can swim", "you own a boat"): -3.0,
        ("you can swim", "you have a coach"): -3.0,
        ("you own a boat", "you have a coach"): 1.0,
    }
    assert logic_of(builder, text, joined) == parse("r0 or (r1 and r2)")
