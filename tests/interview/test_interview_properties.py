"""Whatever a person does: the record tells all, it ends, and nothing is asked twice."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interview.fake_readers import RULES, TEXT, ChaoticReader, LogicReader, asking

from e3 import Answer, Ask, Confirm, Conversation, Interview, Reader, RuleText
from e3.errors import BadInput
from e3.interview.events import event_object, event_of
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.systems import ConversationReader

SCENARIO = "I swim well, there is no boat of my own, and the weather is fine."
PHRASES = {"I swim well": ("swim", Answer.YES), "no boat of my own": ("boat", Answer.NO)}
LOGIC = ["swim", "not swim or hired", "swim and boat and hired", "swim and (boat or not hired)"]

answers = st.sampled_from(Answer)
Operation = Callable[[Interview], Interview]


def told(answer: Answer) -> Operation:
    def tell(interview: Interview) -> Interview:
        confirms = isinstance(interview.step, Confirm)
        return interview.confirm(answer) if confirms else interview.answer(answer)

    return tell


operations = st.lists(
    answers.map(told)
    | st.just(Interview.back)
    | st.builds(
        lambda turn, answer: lambda interview: interview.change(turn, answer),
        st.integers(0, 4),
        answers,
    )
    | st.just(
        lambda interview: Interview.resume(interview.reader, interview.rule_text, interview.events)
    ),
    max_size=12,
)
readers = st.builds(
    LogicReader, st.sampled_from(LOGIC), phrases=st.just(PHRASES), own_words=st.booleans()
) | st.builds(ChaoticReader, st.integers(0, 10**6), st.booleans(), st.booleans())
scenarios = st.sampled_from(["", SCENARIO])


def played(reader: ConversationReader, scenario: str, moves: list[Operation]) -> Interview:
    """The interview after all moves that can be made."""
    interview = Interview.start(reader, asking(scenario=scenario))
    for move in moves:
        try:
            interview = move(interview)
        except BadInput:
            continue
    return interview


def ended(interview: Interview, answer: Answer) -> tuple[Interview, int]:
    """The interview with everything answered alike, and how many turns that took."""
    turns = 0
    while isinstance(interview.step, Ask | Confirm):
        interview = told(answer)(interview)
        turns += 1
        assert turns < 100
    return interview, turns


@given(readers, scenarios, operations)
def test_a_fresh_replay_of_the_record_is_the_interview(
    reader: ConversationReader, scenario: str, moves: list[Operation]
) -> None:
    interview = played(reader, scenario, moves)
    record = json.dumps([event_object(event) for event in interview.events])
    events = [event_of(value) for value in json.loads(record)]
    replayed = Interview.resume(reader, RuleText(TEXT), events)
    assert replayed == interview
    assert replayed.testimony == interview.testimony
    assert replayed.course == interview.course
    assert replayed.step == interview.step
    assert replayed.explain() == interview.explain()


@given(readers, scenarios, operations, answers)
def test_it_always_ends(
    reader: ConversationReader, scenario: str, moves: list[Operation], answer: Answer
) -> None:
    interview = played(reader, scenario, moves)
    _, turns = ended(interview, answer)
    # A turn that was gone back to, a fact of the scenario and a question for each of at most
    # five rules, and a few.
    assert turns <= 1 + 5 + 5 + 3


@given(readers, scenarios, operations)
def test_nothing_that_was_told_is_asked_again(
    reader: ConversationReader, scenario: str, moves: list[Operation]
) -> None:
    interview = Interview.start(reader, asking(scenario=scenario))
    for move in moves:
        step = interview.step
        if isinstance(step, Ask) and step.before is None:
            assert not any(
                fact.is_about(step.question, step.rule, TEXT) for fact in interview.facts
            )
        try:
            interview = move(interview)
        except BadInput:
            continue


@given(readers, scenarios, operations, st.data())
def test_a_change_and_its_undoing_leave_all_as_it_was(
    reader: ConversationReader, scenario: str, moves: list[Operation], data: st.DataObject
) -> None:
    interview, _ = ended(played(reader, scenario, moves), data.draw(answers))
    if not interview.facts:
        return
    turn = data.draw(st.integers(0, len(interview.facts) - 1))
    changed = interview.change(turn, data.draw(answers))
    again = changed.change(turn, interview.facts[turn].answer)
    assert (again.step, again.facts, again.unused) == (
        interview.step,
        interview.facts,
        interview.unused,
    )


@given(readers, scenarios, operations)
def test_going_back_and_answering_the_same_leaves_all_as_it_was(
    reader: ConversationReader, scenario: str, moves: list[Operation]
) -> None:
    interview = played(reader, scenario, moves)
    if interview.testimony.reopened is not None:
        return
    try:
        back = interview.back()
    except BadInput:
        return
    assert back.testimony.reopened is not None
    again = told(interview.facts[back.testimony.reopened].answer)(back)
    assert (again.step, again.facts) == (interview.step, interview.facts)


@pytest.mark.parametrize("logic", LOGIC)
@given(known=st.fixed_dictionaries({name: st.booleans() for name in RULES}))
def test_a_perfect_reader_is_right_for_everybody(logic: str, known: dict[str, bool]) -> None:
    interview = Interview.start(LogicReader(logic), asking())
    questions = {question: name for name, (_, question) in RULES.items()}
    while isinstance(interview.step, Ask):
        is_so = known[questions[interview.step.question]]
        interview = interview.answer(Answer.YES if is_so else Answer.NO)
    right = "yes" if eval(logic, {}, dict(known)) else "no"
    assert interview.explain().outcome == right


@given(st.text(min_size=1), st.text(max_size=50), st.text(max_size=50))
def test_any_text_is_read_or_refused_in_a_sentence(text: str, question: str, told: str) -> None:
    try:
        interview = Interview.start(
            Reader(HeuristicSystem()), Conversation(RuleText(text), question, told)
        )
    except BadInput as error:
        assert "\n" not in str(error)
        return
    interview, _ = ended(interview, Answer.NO)
    explanation = interview.explain()
    assert explanation.text()
    assert explanation.html()
    assert explanation.markdown()
