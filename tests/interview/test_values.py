"""Values in an interview: asked for once, compared exactly, kept like any answer."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interview.rowing import StoryReader
from tests.policy.test_facts import FIELDS

from e3 import Answer, Ask, Concluded, Confirm, Decision, Interview, State
from e3.drafting.drafter import find_drafter
from e3.drafting.facts import with_facts
from e3.errors import BadInput
from e3.interview.events import event_object, event_of
from e3.policy.amounts import BadValue
from e3.policy.facts import Value
from e3.policy.parsing import parse_policy

TODAY = date(2026, 11, 18)
AGES: dict[str, Any] = {
    "title": "Bus pass",
    "rule_text": "Free if you are over 60, or under 16, or 16 to 18 and in full-time education.",
    "facts": [{"id": "age", "kind": "number", "unit": "years", "question": "How old are you?"}],
    "rules": [
        {
            "id": "old",
            "span": "you are over 60",
            "question": "Are you over 60?",
            "value": {"fact": "age", "test": "> 60"},
        },
        {
            "id": "young",
            "span": "under 16",
            "question": "Are you under 16?",
            "value": {"fact": "age", "test": "< 16"},
        },
        {
            "id": "teen",
            "span": "16 to 18",
            "question": "Are you 16 to 18?",
            "value": {"fact": "age", "test": ">= 16 and < 19"},
        },
        {"id": "study", "span": "full-time education", "question": "Are you in education?"},
    ],
    "questions": [
        {"question": "Is it free?", "yes_when": "old or young or (teen and study)"},
        {"question": "May I study?", "yes_when": "study"},
    ],
}


def begun(fields: dict[str, Any] = AGES, question: str = "Is it free?") -> Interview:
    return Interview.begin(parse_policy(fields), question, today=TODAY)


def verdict(interview: Interview) -> Decision | None:
    return interview.step.decision if isinstance(interview.step, Concluded) else None


def test_one_value_settles_every_rule() -> None:
    interview = begun()
    assert isinstance(interview.step, Ask)
    assert interview.step.question == "How old are you?"
    assert interview.step.fact is not None
    assert (interview.step.fact.kind, interview.step.fact.unit) == ("number", "years")
    assert verdict(interview.answer("63")) is Decision.YES
    assert verdict(interview.answer(60)) is Decision.NO
    states = interview.answer(17).states
    assert [states[id] for id in ("old", "young", "teen")] == [
        State.NOT_MET,
        State.NOT_MET,
        State.MET,
    ]
    asked = interview.answer(17).step
    assert isinstance(asked, Ask)
    assert asked.question == "Are you in education?"


@pytest.mark.parametrize("said", [Answer.UNKNOWN, "unknown"])
def test_who_does_not_say_is_asked_yes_or_no(said: str) -> None:
    interview = begun().answer(said)
    assert interview.step == Ask("Are you over 60?", interview.policy.rule("old").span)
    assert verdict(interview.answer(Answer.YES)) is Decision.YES
    # What was asked first can be gone back to, and a value settles all after all.
    again = interview.back()
    assert isinstance(again.step, Ask)
    assert again.step.fact is not None
    assert again.step.before is Answer.UNKNOWN
    assert verdict(interview.answer(Answer.NO).change(0, 61)) is Decision.YES


def test_it_goes_back_and_changes_like_other_answers() -> None:
    interview = begun().answer(17).answer(Answer.YES)
    assert verdict(interview) is Decision.YES
    back = interview.back().back()
    assert isinstance(back.step, Ask)
    assert back.step.value_before == Value("17", "years")
    assert verdict(back.answer("19")) is Decision.NO
    changed = interview.change(0, Value("61"))
    assert verdict(changed) is Decision.YES
    assert changed.unused == (1,)
    assert verdict(interview.change(0, Answer.UNKNOWN)) is None


def test_the_explanation_names_the_value() -> None:
    explanation = begun().answer(63).explain()
    assert "You answered 63 years to “How old are you?”" in explanation.text()
    assert explanation.rules[0].value == Value("63", "years")
    assert [rule.state for rule in explanation.rules[:3]] == [
        State.MET,
        State.NOT_MET,
        State.NOT_MET,
    ]
    assert "How old are you?" in explanation.html()
    declined = begun().answer(Answer.UNKNOWN).answer(Answer.YES).explain()
    assert [rule.question for rule in declined.rules if rule.answer] == ["Are you over 60?"]


def test_why_a_value_is_asked_for() -> None:
    why = begun().why()
    assert why.clauses == ("you are over 60", "under 16", "16 to 18")
    assert "“under 16”" in why.text()
    assert (why.yes, why.no) == (None, None)


def test_it_is_kept_and_gone_on_with() -> None:
    interview = begun().answer("17").change(0, "18").back()
    events = [event_of(event_object(event)) for event in interview.events]
    again = Interview.resume(interview.rule_text, events)
    assert again == interview
    assert again.step == interview.step
    assert again.today == TODAY


@pytest.mark.parametrize(
    "said", ["-1", "1e400", "sixty-ish", "17,5", "17.5", "", True, "2026-01-01"]
)
def test_what_is_no_value_changes_nothing(said: Any) -> None:
    with pytest.raises(BadInput):
        begun().answer(said)


def test_who_knows_only_yes_and_no_answers_the_rule_that_is_asked_about() -> None:
    interview = begun()
    assert isinstance(interview.step, Ask)
    assert interview.step.fact is not None
    asked = []
    while isinstance(interview.step, Ask):
        asked.append(interview.step.rule)
        interview = interview.answer(Answer.NO)
    assert len(asked) == len(set(asked))
    by_rule = {rule.span: rule.id for rule in interview.policy.rules}
    assert all(interview.states[by_rule[span]] is not State.UNKNOWN for span in asked if span)
    over = begun().answer("yes")
    assert isinstance(over.step, Concluded)
    assert over.facts[0].question != "How old are you?"


def test_a_value_is_no_answer_to_yes_or_no() -> None:
    with pytest.raises(BadInput, match="yes, no or unknown is asked for"):
        begun(question="May I study?").answer("63")


def test_an_age_is_computed_on_the_day_it_began() -> None:
    policy = parse_policy({**FIELDS, "questions": [{"question": "May I?", "yes_when": "old"}]})
    born = date(1966, 11, 18)
    today = Interview.begin(policy, "May I?", today=TODAY)
    assert isinstance(today.step, Ask)
    assert today.step.question == "When were you born?"
    assert verdict(today.answer(born)) is Decision.YES
    yesterday = Interview.begin(policy, "May I?", today=date(2026, 11, 17))
    assert verdict(yesterday.answer("1966-11-18")) is Decision.NO
    with pytest.raises(BadValue, match="still to come"):
        today.answer("2026-11-20")
    # On the other side of the date line it is tomorrow already.
    assert verdict(today.answer("2026-11-19")) is Decision.NO
    with pytest.raises(BadValue, match="there is no day 1966-02-31"):
        today.answer("1966-02-31")


def test_units_and_choices() -> None:
    policy = parse_policy(
        {**FIELDS, "questions": [{"question": "May I?", "yes_when": "light and open"}]}
    )
    interview = Interview.begin(policy, "May I?", today=TODAY)
    assert verdict(interview.answer(Value("11", "stone"))) is Decision.NO
    # 10.99 stone, in kilograms
    interview = interview.answer(Value("69.7"))
    with pytest.raises(BadValue, match="'lake' is none of indoor, outdoor, sea"):
        interview.answer("lake")
    assert verdict(interview.answer("sea")) is Decision.YES
    assert verdict(interview.answer("indoor")) is Decision.NO


@given(st.integers(0, 120), st.booleans())
def test_the_verdict_is_that_of_yes_and_no(age: int, studies: bool) -> None:
    truth = {"Are you over 60?": age > 60, "Are you under 16?": age < 16}
    truth |= {"Are you 16 to 18?": 16 <= age < 19, "Are you in education?": studies}
    by_value, by_answers = begun(), begun().answer(Answer.UNKNOWN)
    questions = []
    for begins in (by_value, by_answers):
        interview = begins
        while isinstance(step := interview.step, Ask):
            said = Answer.YES if truth.get(step.question) else Answer.NO
            interview = interview.answer(said if step.fact is None else age)
        questions.append((verdict(interview), len(interview.events)))
    assert questions[0][0] is questions[1][0]
    assert questions[0][1] <= questions[1][1]


def told(story: str, fields: dict[str, Any] = AGES) -> Interview:
    policy = parse_policy(fields)
    return Interview.begin(policy, "Is it free?", story, reader=StoryReader(), today=TODAY)


def test_a_value_of_the_story_is_confirmed_as_a_value() -> None:
    interview = told("I live alone. I turned 63 in May.")
    assert isinstance(interview.step, Confirm)
    [fact] = interview.step.facts
    assert (fact.of, fact.value) == ("age", Value("63", "years"))
    assert fact.words is not None
    assert fact.words.of(interview.opening.scenario) == "I turned 63 in May."
    assert verdict(interview.confirm()) is Decision.YES
    assert verdict(interview.confirm("59")) is Decision.NO
    explained = interview.confirm().explain().text()
    assert "You wrote “I turned 63 in May.” and confirmed 63 years" in explained
    assert "and corrected it to 59 years" in interview.confirm(59).explain().text()
    again = interview.confirm("59").back()
    assert isinstance(again.step, Confirm)
    assert again.step.facts[0].value == Value("63", "years")


def test_what_is_left_out_is_asked_for() -> None:
    interview = told("I turned 63 in May.").confirm(Answer.UNKNOWN)
    assert isinstance(interview.step, Ask)
    assert interview.step.question == "How old are you?"
    events = [event_of(event_object(event)) for event in interview.events]
    assert Interview.resume(interview.rule_text, events).step == interview.step


@pytest.mark.parametrize("story", ["My son is seventeen.", "I'm about 60.", "I'm 63. I am 36."])
def test_what_is_not_the_persons_or_not_certain_is_asked_for(story: str) -> None:
    assert isinstance(told(story).step, Ask)


def test_a_day_is_reckoned_from_the_story() -> None:
    fields = {
        "title": "Returns",
        "rule_text": "You can send it back within 14 days of delivery.",
        "facts": [
            {"id": "delivery", "kind": "date", "question": "When was it delivered?"},
            {"id": "days since", "kind": "duration", "unit": "days", "since": "delivery"},
        ],
        "rules": [
            {
                "id": "a",
                "span": "within 14 days of delivery",
                "question": "Is it within 14 days of delivery?",
                "value": {"fact": "days since", "test": "<= 14"},
            }
        ],
        "questions": [{"question": "Is it free?", "yes_when": "a"}],
    }
    late = told("It arrived three weeks ago.", fields)
    assert isinstance(late.step, Confirm)
    assert late.step.facts[0].value == Value("2026-10-28")
    assert verdict(late.confirm()) is Decision.NO
    assert verdict(told("It was delivered yesterday.", fields).confirm()) is Decision.YES


BIRTH: dict[str, Any] = {
    "title": "Pension",
    "rule_text": "You get it if you were born before 6 April 1960.",
    "facts": [{"id": "birth", "kind": "date", "question": "When were you born?"}],
    "rules": [
        {
            "id": "a",
            "span": "you were born before 6 April 1960",
            "question": "Were you born before 6 April 1960?",
            "value": {"fact": "birth", "test": "< 1960-04-06"},
        }
    ],
    "questions": [{"question": "Is it free?", "yes_when": "a"}],
}


def test_the_day_of_another_is_not_the_persons() -> None:
    assert isinstance(told("My wife was born on 3 May 1958.", BIRTH).step, Ask)
    own = told("I was born on 3 May 1958 and my wife on 1 July 1961.", BIRTH).step
    assert isinstance(own, Confirm)
    assert own.facts[0].value == Value("1958-05-03")


@pytest.mark.parametrize(
    ("story", "age"), [("My baby is ten weeks old.", "0"), ("My son is two and a half.", "2")]
)
def test_an_age_in_other_units_is_one_in_whole_years(story: str, age: str) -> None:
    fields = {
        **AGES,
        "facts": [{**AGES["facts"][0], "question": "How old is your child?"}],
    }
    step = told(story, fields).step
    assert isinstance(step, Confirm)
    assert step.facts[0].value == Value(age, "years")


def test_yes_to_a_value_is_gone_back_to_changed_and_kept() -> None:
    over = begun().answer(Answer.NO)
    assert isinstance(over.step, Ask)
    assert over.step.fact is not None  # the next rule of the same fact
    again = over.back()
    assert again.step == Ask("Are you over 60?", over.facts[0].rule, Answer.NO)
    assert verdict(again.answer(Answer.YES)) is Decision.YES
    assert verdict(over.change(0, Answer.YES)) is Decision.YES
    events = [event_of(event_object(event)) for event in over.events]
    assert Interview.resume(over.rule_text, events) == over
    explained = begun().answer(Answer.YES).explain()
    assert [rule.question for rule in explained.rules if rule.answer] == ["Are you over 60?"]
    with pytest.raises(BadInput, match="is asked for"):
        begun().answer(63).change(0, Answer.YES)


def test_a_rule_without_a_fact_is_settled_by_arithmetic() -> None:
    fields = {
        "title": "Pay",
        "rule_text": "You qualify if you earn more than £120 a week.",
        "rules": [
            {
                "id": "a",
                "span": "you earn more than £120 a week",
                "question": "Do you earn more than £120 a week?",
                "value": {"fact": "pay", "kind": "money", "unit": "GBP a week", "test": "> 120"},
            }
        ],
        "questions": [{"question": "Is it free?", "yes_when": "a"}],
    }
    step = told("I earn £120 a week.", fields).step
    assert isinstance(step, Confirm)
    assert step.facts[0].answer is Answer.NO
    assert isinstance(told("My wife earns £300 a week.", fields).step, Ask)


def test_a_draft_asks_for_an_age_once() -> None:
    text = "You get it free if you are 60 or over.\n\nYou get it free if you are under 16."
    interview = Interview.begin(text, "Is it free?", drafter=find_drafter("form"), today=TODAY)
    assert interview.policy.facts
    assert isinstance(interview.step, Ask)
    assert interview.step.question == "How old are you?"


def test_a_test_that_nobody_has_checked_settles_nothing() -> None:
    fields = {
        "title": "Born",
        "rule_text": "You qualify if you were born before 1960.",
        "rules": [
            {
                "id": "a",
                "span": "you were born before 1960",
                "question": "Were you born before 1 January 1960?",
                "value": {"fact": "birth", "kind": "date", "test": "< 1960"},
            }
        ],
        "questions": [{"question": "Is it free?", "yes_when": "a"}],
    }
    assert isinstance(told("I was born on 3 May 1959.", fields).step, Ask)


@pytest.mark.parametrize(
    ("rule", "day", "answer"),
    [
        ("Was the event no more than six years ago?", "2020-11-18", Decision.YES),
        ("Was the event no more than six years ago?", "2020-11-17", Decision.NO),
        ("Was the event more than 12 weeks ago?", "2026-08-26", Decision.NO),
        ("Was the event more than 12 weeks ago?", "2026-08-25", Decision.YES),
        ("Was the event at least six months ago?", "2026-05-18", Decision.YES),
        ("Was the event at least six months ago?", "2026-05-19", Decision.NO),
        ("Was the event less than a year ago?", "2025-11-18", Decision.NO),
        ("Was the event less than a year ago?", "2025-11-19", Decision.YES),
    ],
)
def test_time_since_a_day_is_exact_to_the_day(rule: str, day: str, answer: Decision) -> None:
    fields = {
        "title": "Claims",
        "rule_text": "You can claim in time.",
        "rules": [{"id": "a", "span": "in time", "question": rule}],
        "questions": [{"question": "Can I claim?", "yes_when": "a"}],
    }
    interview = Interview.begin(with_facts(parse_policy(fields)), "Can I claim?", today=TODAY)
    assert isinstance(interview.step, Ask)
    assert interview.step.question == "When was the event?"
    assert verdict(interview.answer(day)) is answer
