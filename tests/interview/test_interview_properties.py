"""Whatever a person does: the verdict follows from the rules shown, and the record tells all."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interview.rowing import QUESTION, RULES, TEXT, StoryReader, rowing
from tests.policy.test_logic import EXPRESSIONS

from e3 import Answer, Ask, Concluded, Confirm, Decision, Interview, Policy, RuleText, State, draft
from e3.corpus.policies import our_policies
from e3.errors import BadInput
from e3.interview.events import event_object, event_of
from e3.policy.checking import checked
from e3.policy.diagram import Diagram
from e3.policy.logic import Expression, names, written
from e3.policy.parsing import parse_policy
from e3.policy.writing import policy_object
from e3.readers.states.exported import OnnxSystem

SCENARIO = "I swim well, there is no boat of my own, and the weather is fine."
LOGIC = ["swim", "not swim or hired", "swim and boat and hired", "swim and (boat or not hired)"]


@pytest.fixture(autouse=True, scope="module")
def _read_once() -> Iterator[None]:
    """The network reads a text once for each question: it takes long, and says the same again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OnnxSystem, "draft", cache(OnnxSystem.draft))
        yield


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
    | st.just(lambda interview: Interview.resume(interview.rule_text, interview.events)),
    max_size=12,
)


def lettered(logic: Expression) -> Policy | None:
    """A policy with this logic over a to e; None where one of them would make no difference."""
    text = "You may go if " + ", ".join(f"condition {name} holds" for name in "abcde") + "."
    rules = [
        {
            "id": name,
            "span": f"condition {name} holds",
            "question": f"Does {name} hold?",
            "yes_means": "not met" if name == "e" else "met",
        }
        for name in "abcde"
        if name in names(logic)
    ]
    asked = [{"question": QUESTION, "yes_when": written(logic)}]
    fields = {"title": "Letters", "rule_text": text, "rules": rules, "questions": asked}
    return checked(fields).policy


policies = st.sampled_from(LOGIC).map(rowing) | EXPRESSIONS.map(lettered).filter(bool)
scenarios = st.sampled_from(["", SCENARIO])


def begun(policy: Policy, scenario: str = "", *, planned: bool = False) -> Interview:
    reader = StoryReader() if policy.rule_text.text == TEXT else StoryReader({})
    return Interview.begin(policy, QUESTION, scenario, reader=reader, planned=planned)


def played(interview: Interview, moves: list[Operation]) -> Interview:
    """The interview after all moves that can be made."""
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


def assert_consistent(interview: Interview) -> None:
    """The verdict is the logic's value of the states shown, and what is not needed is not."""
    if interview.opening.asked is None or interview.testimony.reopened is not None:
        return
    policy = interview.policy
    logic = policy.questions[interview.opening.asked].yes_when
    shown = {rule.id: rule.state for rule in interview.explain().rules if rule.id}
    known = {
        rule.id: rule.state(Answer.YES) is shown[rule.id]
        for rule in policy.rules
        if shown.get(rule.id) in (State.MET, State.NOT_MET)
    }
    rest = Diagram.of(logic).given(known)
    step = interview.step
    if isinstance(step, Concluded):
        assert rest.value is (step.decision is Decision.YES)
    else:
        assert rest.value is None or isinstance(step, Confirm)
    not_needed = {id for id, state in shown.items() if state is State.NOT_NEEDED}
    assert not_needed.isdisjoint(rest.matters)
    # The states of the interview say the same as those that are shown.
    for rule in policy.rules:
        if shown.get(rule.id) in (State.MET, State.NOT_MET):
            assert interview.states[rule.id] is shown[rule.id]


@given(policies, scenarios, operations, st.booleans())
def test_the_verdict_is_the_logic_of_the_rules_shown(
    policy: Policy, scenario: str, moves: list[Operation], planned: bool
) -> None:
    interview = begun(policy, scenario, planned=planned)
    for move in moves:
        interview = played(interview, [move])
        assert_consistent(interview)


@given(policies, scenarios, operations)
def test_a_fresh_replay_of_the_record_is_the_interview(
    policy: Policy, scenario: str, moves: list[Operation]
) -> None:
    interview = played(begun(policy, scenario), moves)
    record = json.dumps([event_object(event) for event in interview.events])
    events = [event_of(value) for value in json.loads(record)]
    replayed = Interview.resume(policy.rule_text, events)
    assert replayed.events == interview.events
    assert replayed.testimony == interview.testimony
    assert replayed.course == interview.course
    assert replayed.step == interview.step
    assert replayed.explain() == interview.explain()


@given(policies, scenarios, operations, answers, st.booleans())
def test_it_always_ends(
    policy: Policy, scenario: str, moves: list[Operation], answer: Answer, planned: bool
) -> None:
    interview = played(begun(policy, scenario, planned=planned), moves)
    _, turns = ended(interview, answer)
    assert turns <= 1 + len(policy.rules)  # a turn that was gone back to, and each rule


@given(policies, scenarios, operations, st.booleans())
def test_nothing_is_asked_twice_or_for_nothing(
    policy: Policy, scenario: str, moves: list[Operation], planned: bool
) -> None:
    interview = begun(policy, scenario, planned=planned)
    for move in moves:
        step = interview.step
        if isinstance(step, Ask) and step.before is None:
            assert step.rule not in [fact.rule for fact in interview.facts]
            asked = next(rule for rule in policy.rules if rule.span == step.rule)
            assert asked.id in interview.course.matters
        interview = played(interview, [move])


@given(policies, scenarios, operations, st.data())
def test_a_change_and_its_undoing_leave_all_as_it_was(
    policy: Policy, scenario: str, moves: list[Operation], data: st.DataObject
) -> None:
    interview, _ = ended(played(begun(policy, scenario), moves), data.draw(answers))
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


@given(policies, scenarios, operations)
def test_going_back_and_answering_the_same_leaves_all_as_it_was(
    policy: Policy, scenario: str, moves: list[Operation]
) -> None:
    interview = played(begun(policy, scenario), moves)
    if interview.testimony.reopened is not None:
        return
    try:
        back = interview.back()
    except BadInput:
        return
    assert back.testimony.reopened is not None
    again = told(interview.facts[back.testimony.reopened].answer)(back)
    assert (again.step, again.facts) == (interview.step, interview.facts)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("logic", LOGIC)
def test_it_is_right_for_everybody(logic: str, planned: bool) -> None:
    policy = rowing(logic)
    questions = {question: name for name, (_, question) in RULES.items()}
    for values in product((True, False), repeat=len(RULES)):
        known = dict(zip(RULES, values, strict=True))
        interview = begun(policy, planned=planned)
        while isinstance(interview.step, Ask):
            is_so = known[questions[interview.step.question]]
            interview = interview.answer(Answer.YES if is_so else Answer.NO)
        right = "yes" if eval(logic, {}, dict(known)) else "no"
        assert interview.explain().outcome == right


@given(st.text(min_size=1), st.text(max_size=50))
def test_any_text_is_drafted_or_refused_in_a_sentence(text: str, question: str) -> None:
    try:
        interview = Interview.begin(text, question)
    except BadInput as error:
        assert "\n" not in str(error)
        return
    assert_consistent(interview)
    interview, _ = ended(interview, Answer.NO)
    assert_consistent(interview)
    explanation = interview.explain()
    assert explanation.text()
    assert explanation.html()
    assert explanation.markdown()


def drafts_of_ours() -> list[Policy]:
    """A draft of each question that our policies answer."""
    asked = [(policy, each.question) for policy in our_policies() for each in policy.questions]
    return [draft(policy.rule_text, question) for policy, question in asked]


def test_drafts_of_all_our_policies_are_followed_consistently() -> None:
    chance = random.Random(0)
    for policy in drafts_of_ours():
        assert parse_policy(policy_object(policy)) == policy
        for question in policy.questions:
            interview = Interview.begin(policy, question.question)
            for _ in range(2 * len(policy.rules)):
                move = chance.choice([told(chance.choice([*Answer])), Interview.back])
                interview = played(interview, [move])
                assert_consistent(interview)
            interview, _ = ended(interview, chance.choice([*Answer]))
            assert_consistent(interview)


BULLET = re.compile(r"^([^\S\n]*)[*•-](?=[^\S\n])", re.MULTILINE)


@pytest.mark.parametrize(
    "other",
    [
        lambda text: BULLET.sub(r"\1-", text),
        lambda text: BULLET.sub(r"\1•", text),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("’", "'").replace("“", '"').replace("”", '"'),
        lambda text: text.replace("'", "’"),
        lambda text: f"\n\n{text}  \n",
    ],
    ids=["dashes", "dots", "line ends", "straight quotes", "curly quotes", "blank lines"],
)
def test_a_text_in_other_signs_gives_the_same_draft(other: Callable[[str], str]) -> None:
    for policy in our_policies("train")[::5]:
        text, question = policy.rule_text.text, policy.questions[0].question
        assert said(draft(other(text), question)) == said(draft(text, question)), text


def said(policy: Policy) -> list[object]:
    """What people see of a policy, with straight quotes."""
    text = policy.rule_text.text
    rules = [[r.id, r.span.of(text), r.question, r.yes_means] for r in policy.rules]
    asked = [[each.question, written(each.yes_when)] for each in policy.questions]
    signs = str.maketrans({"’": "'", "“": '"', "”": '"'})
    made = json.dumps([rules, asked], ensure_ascii=False)
    return [made.translate(signs), policy.irrelevant_questions]


def test_a_text_of_its_own_is_its_own_policy() -> None:
    assert draft(RuleText("You may row if you can swim."), QUESTION).drafted_by
