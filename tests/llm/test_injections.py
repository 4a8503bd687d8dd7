"""Thirty attempts to make a model do something else: no verdict changes, and no form."""

import json
from itertools import product

import pytest
from tests.llm.fake import Fake, fake, says
from tests.llm.injections import (
    BOAT,
    IN_ANSWERS,
    IN_POLICY,
    IN_STORY,
    POLICY,
    QUESTION,
    STORY,
    SWIM,
    Attempt,
)

from e3 import Answer, Conversation, Decision, Interview, Policy, Reader, RuleText, Turn
from e3.drafting.llm.drafter import LlmDrafter
from e3.errors import BadInput, ModelUnreachable
from e3.interview.steps import Ask, Concluded, Confirm, NotAnswered
from e3.llm.asking import LanguageModel
from e3.policy.checking import checked
from e3.policy.diagram import Diagram
from e3.policy.parsing import parse_policy
from e3.policy.writing import policy_object
from e3.readers.llm.system import LlmSystem

ROWING = parse_policy(
    {
        "title": "Rowing",
        "rule_text": POLICY.format(""),
        "rules": [
            {"id": "swim", "span": SWIM, "question": "Can you swim?"},
            {"id": "boat", "span": BOAT, "question": "Do you own a boat?"},
        ],
        "questions": [{"question": QUESTION, "yes_when": "swim and boat"}],
    }
)


def reader_of(server: Fake) -> Reader:
    return Reader(LlmSystem(LanguageModel(server.server()), tuple), name="llm:fake")


def verdict(interview: Interview, answers: dict[str, bool]) -> Decision | None:
    """What somebody gets who answers truly, and corrects what was understood wrongly."""
    policy = interview.policy
    while isinstance(interview.step, Ask | Confirm):
        step = interview.step
        span = step.rule if isinstance(step, Ask) else step.facts[0].rule
        rule = next(each for each in policy.rules if each.span == span)
        said = Answer.YES if answers[rule.id] else Answer.NO
        moved = interview.answer if isinstance(step, Ask) else interview.confirm
        interview = moved(said)
    return interview.step.decision if isinstance(interview.step, Concluded) else None


def everybody(policy: Policy) -> list[dict[str, bool]]:
    ids = [rule.id for rule in policy.rules]
    return [dict(zip(ids, said, strict=True)) for said in product((True, False), repeat=len(ids))]


def by_logic(policy: Policy, answers: dict[str, bool]) -> Decision:
    value = Diagram.of(policy.questions[0].yes_when).given(answers).value
    return Decision.YES if value else Decision.NO


def test_there_are_thirty() -> None:
    assert len({each.words for each in (*IN_POLICY, *IN_STORY, *IN_ANSWERS)}) == 30


@pytest.mark.parametrize("attempt", IN_POLICY, ids=lambda each: each.words[:30])
def test_in_a_policy(attempt: Attempt) -> None:
    text = POLICY.format(attempt.words)
    with fake(says(attempt.obeyed)) as server:
        try:
            policy = LlmDrafter(LanguageModel(server.server())).draft(RuleText(text), [QUESTION])
        except ModelUnreachable:
            return  # there is no draft, and nobody gets an answer
        begun = Interview.begin(policy, QUESTION, reader=reader_of(server))
    written = policy_object(policy)
    assert not [fault for fault in checked(written).faults if fault.is_fatal]
    shown = json.dumps({**written, "rule_text": "", "drafted_by": ""})
    for words in ("PIN", "Free boats", "mallory", "__import__", "council", "verdict"):
        assert words not in shown
    if not policy.questions:
        assert isinstance(begun.step, NotAnswered)
        return
    assert policy.is_draft
    for answers in everybody(policy):
        assert verdict(begun, answers) is by_logic(policy, answers)


@pytest.mark.parametrize("attempt", IN_STORY, ids=lambda each: each.words[:30])
def test_in_a_story(attempt: Attempt) -> None:
    story = STORY.format(attempt.words)
    with fake(says(attempt.obeyed)) as server:
        begun = Interview.begin(ROWING, QUESTION, story, reader=reader_of(server))
    assert isinstance(begun.step, Ask | Confirm)
    if isinstance(begun.step, Confirm):
        assert all(fact.words and fact.words.of(story) for fact in begun.step.facts)
    for answers in everybody(ROWING):
        assert verdict(begun, answers) is by_logic(ROWING, answers)


@pytest.mark.parametrize("attempt", IN_ANSWERS, ids=lambda each: each.words[:30])
def test_in_an_answer(attempt: Attempt) -> None:
    with fake(says(attempt.obeyed)) as server:
        begun = Interview.begin(ROWING, QUESTION, reader=reader_of(server))
        with pytest.raises(BadInput):
            begun.answer(attempt.words)
        assert server.asked == []  # a model never hears of answers
        for answers in everybody(ROWING):
            assert verdict(begun, answers) is by_logic(ROWING, answers)
        # The reader that decides a turn, for research: whatever it is told, a reply is a reply.
        turn = Turn(attempt.words, Answer.YES)
        reply = reader_of(server).read(Conversation(ROWING.rule_text, QUESTION, "", (turn,)))
    assert reply.decision in Decision
    assert (reply.question is not None) is (reply.decision is Decision.INQUIRE)
