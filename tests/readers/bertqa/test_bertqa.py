from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="needs e3-reader[train]")

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.tiny import make_encoder

from e3.networks.encoder import Encoder, input_builder
from e3.policy.rule_text import RuleText
from e3.readers.bertqa.decoding import bertqa_input, best_span, decode
from e3.reading.conversation import Conversation, Decision


@given(
    hnp.arrays(
        np.float32, st.tuples(st.integers(1, 12), st.just(2)), elements=st.floats(-9, 0, width=32)
    )
)
def test_the_best_span_is_the_best_of_all_spans(scores: NDArray[np.float32]) -> None:
    start, end = scores[:, 0], scores[:, 1]
    best = max(start[i] + end[j] for i in range(len(start)) for j in range(i, len(start)))
    first, last, score = best_span(start, end)
    assert first <= last
    assert score == pytest.approx(float(best), abs=1e-5)


def test_the_likeliest_of_conclusions_and_spans_is_the_reply(tmp_path: Path) -> None:
    folder = str(make_encoder(tmp_path))
    builder = input_builder(folder, Encoder.pretrained(folder))
    conversation = Conversation(RuleText("You may row if you swim."), "May I row?")
    inputs = bertqa_input(builder, conversation)
    scores = np.full((len(inputs.ids), 2), -10.0, np.float32)
    first, last = inputs.choices[1]
    scores[first, 0] = scores[last, 1] = -0.1
    assert decode(inputs, conversation, scores).decision is Decision.NO
    place = inputs.positions(conversation.rule_text.blocks[0].span)
    assert place is not None
    scores[place[0], 0] = scores[place[1], 1] = 0.0
    reply = decode(inputs, conversation, scores)
    assert reply.decision is Decision.INQUIRE
    assert reply.question == "You may row if you swim."
    assert sum(reply.probabilities.values()) == pytest.approx(1.0)
