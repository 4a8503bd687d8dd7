import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiny import make_encoder
from tokenizers import Tokenizer, models

from e3.errors import BadInput
from e3.networks.encoder import Encoder, input_builder
from e3.networks.inputs import InputBuilder
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.text import Span


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> InputBuilder:
    folder = str(make_encoder(tmp_path_factory.mktemp("encoder")))
    return input_builder(folder, Encoder.pretrained(folder))


def test_the_parts_stand_in_the_paper_s_order(builder: InputBuilder) -> None:
    conversation = Conversation(
        RuleText("You may row."), "May I?", "I swim.", (Turn("Do you swim?", Answer.YES),)
    )
    built = builder.build(conversation)
    seps = [i for i, piece in enumerate(built.ids) if piece == builder.sep]
    assert built.ids[0] == builder.cls
    assert len(seps) == 4
    assert built.ids[1 : seps[0]] == builder.pieces("May I?").ids
    assert built.ids[built.rule_start : built.rule_end] == builder.pieces("You may row.").ids
    assert built.ids[seps[1] + 1 : seps[2]] == builder.pieces("I swim.").ids
    assert built.ids[seps[2] + 1 : seps[3]] == builder.pieces("Do you swim? yes").ids
    assert built.segments == (0,) * (seps[0] + 1) + (1,) * (len(built.ids) - seps[0] - 1)


def test_a_turn_that_is_too_long_is_refused_and_never_cut(builder: InputBuilder) -> None:
    long = Conversation(RuleText("swim " * 400), "May I?")
    with pytest.raises(BadInput, match=r"word pieces and the model reads at most 256"):
        builder.build(long)


def test_a_saved_builder_builds_the_same(builder: InputBuilder, tmp_path: Path) -> None:
    builder.save(tmp_path)
    conversation = Conversation(RuleText("You may row on the lake."), "May I?")
    assert InputBuilder.load(tmp_path).build(conversation) == builder.build(conversation)


def test_choices_stand_between_question_and_rule_text(builder: InputBuilder) -> None:
    built = builder.build(Conversation(RuleText("You may row."), "May I?"), ["yes", "no"])
    first, last = built.choices[1]
    assert built.ids[first : last + 1] == builder.pieces("no").ids
    assert last < built.rule_start


@settings(max_examples=100)
@given(st.text(max_size=60), st.data())
def test_spans_survive_the_way_to_word_pieces_and_back(
    builder: InputBuilder, text: str, data: st.DataObject
) -> None:
    built = builder.build(Conversation(RuleText(text), "May I?"))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    positions = built.positions(Span(start, end))
    if positions is None:
        return
    back = built.span(*positions)
    assert built.rule_start <= positions[0] <= positions[1] < built.rule_end
    assert back.overlaps(Span(start, end))
    # Exact where the span starts and ends with a piece.
    there = built.positions(back)
    assert there is not None
    assert built.span(*there) == back


KINDS: dict[str, Callable[[str], Any]] = {
    "BPE": lambda letters: models.BPE({each: place for place, each in enumerate(letters)}, []),
    "Unigram": lambda letters: models.Unigram([(each, -1.0) for each in letters], 0, False),
    "WordPiece": lambda letters: models.WordPiece(
        {f"{mark}{each}": place for place, each in enumerate(letters) for mark in ("", "##")},
        unk_token="a",
        max_input_chars_per_word=1_000,
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="needs the memory of a process")
@pytest.mark.parametrize("kind", KINDS)
def test_no_tokenizer_remembers_words(kind: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    builder = InputBuilder(Tokenizer(KINDS[kind](letters)), cls=0, sep=1, max_length=512)
    chance = random.Random(0)
    words = ["".join(chance.choices(letters, k=200)) for _ in range(6_000)]
    for word in words[:1_000]:
        builder.pieces(word)
    before = resident()
    for word in words[1_000:]:
        builder.pieces(word)
    assert resident() - before < 10 * 2**20  # those that remember take 7 kB for each


def resident() -> int:
    """Bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
