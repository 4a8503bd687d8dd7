"""The nouns survive JSON, and what is wrong with a text is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.errors import BadInput
from e3.policy.answers import Answer, State
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores, Turn
from e3.serialise import from_json, from_object, to_json
from e3.text import Span

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCORE = st.floats(allow_nan=False, allow_infinity=False)
SPANS = st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda e: Span(min(e), max(e)))
TURNS = st.builds(Turn, TEXT, st.sampled_from(Answer))
RULE_TEXTS = st.builds(RuleText, TEXT)
CONVERSATIONS = st.builds(
    Conversation, RULE_TEXTS, TEXT, TEXT, st.lists(TURNS, max_size=3).map(tuple)
)
SCORES = st.builds(RuleScores, SCORE, SCORE, SCORE)
RULES = st.builds(Rule, SPANS, st.sampled_from(State), st.none() | SCORES)
CONFIDENCE = st.floats(0, 1)
RULE_LISTS = st.lists(RULES, max_size=3).map(tuple)
REPLIES = st.builds(Reply, st.just(Decision.INQUIRE), CONFIDENCE, TEXT, RULE_LISTS) | st.builds(
    Reply,
    st.sampled_from([Decision.YES, Decision.NO, Decision.IRRELEVANT]),
    CONFIDENCE,
    st.none(),
    RULE_LISTS,
    probabilities=st.dictionaries(st.sampled_from(Decision), CONFIDENCE),
)
BLOCKS = st.builds(Block, st.sampled_from(BlockKind), SPANS, st.integers(0, 5))


@given(st.one_of(SPANS, TURNS, RULE_TEXTS, CONVERSATIONS, SCORES, RULES, REPLIES, BLOCKS))
@settings(max_examples=300)
def test_every_noun_survives_json(noun: object) -> None:
    assert from_json(type(noun), to_json(noun)) == noun
    assert from_json(type(noun), to_json(noun, indent=2).encode()) == noun


def test_what_was_worked_out_is_not_written() -> None:
    rule_text = RuleText("# Boats\n* row")
    assert len(rule_text.blocks) == 2
    assert to_json(rule_text) == '{"text":"# Boats\\n* row"}'


@pytest.mark.parametrize(
    ("kind", "text", "named"),
    [
        (Conversation, '{"question": "May I?"}', "rule_text: "),
        (Conversation, '{"rule_text": {"text": 3}, "question": "May I?"}', "rule_text.text: "),
        (
            Conversation,
            '{"rule_text": {"text": ""}, "question": "May I?", "history": [{"question": "Why?",'
            ' "answer": "maybe"}]}',
            "history[0].answer: ",
        ),
        (Span, '{"start": 3, "end": 1}', "0 <= start <= end"),
        (Reply, '{"decision": "inquire", "confidence": 1}', "if and only if it inquires"),
        (Reply, '{"decision": "yes", "confidence": 7}', "a probability"),
        (Turn, "[1, 2", "JSON"),
        (Turn, "null", ""),
    ],
)
def test_what_is_wrong_is_named(kind: type, text: str, named: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(kind, text)
    message = str(caught.value)
    assert message.startswith(f"a {kind.__name__} in JSON: ")
    assert named in message
    assert "\n" not in message


def test_parsed_json_is_checked_alike() -> None:
    assert from_object(Turn, {"question": "Why?", "answer": "yes"}) == Turn("Why?", Answer.YES)
    with pytest.raises(BadInput, match=r"^answer: "):
        from_object(Turn, {"question": "Why?", "answer": "Perhaps"})
