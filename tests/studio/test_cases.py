"""Cases: what people get and why; people made so that every rule decides."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.interview.rowing import rowing

from e3 import Answer, Policy
from e3.errors import BadInput
from e3.policy.logic import names, parse
from e3.policy.parsing import parse_policy
from e3.policy.policy import ExamplePerson
from e3.studio.cases import generated, kept, table, taken_for, tried


def policy_of(rules: int, yes_when: str) -> Policy:
    ids = [f"a{number}" for number in range(rules)]
    return parse_policy(
        {
            "title": "A",
            "rule_text": " ".join(f"[{id}]" for id in ids),
            "rules": [{"id": id, "span": f"[{id}]", "question": f"Is it {id}?"} for id in ids],
            "questions": [{"question": "May I?", "yes_when": yes_when}],
        }
    )


def person(**answers: str) -> ExamplePerson:
    return ExamplePerson("Ann", {id: Answer(said) for id, said in answers.items()}, Answer.YES)


def test_what_a_person_gets_and_why() -> None:
    result = tried(rowing(), person(swim="yes", boat="no", hired="yes"))
    assert (result.gets, result.as_expected) == (Answer.YES, True)
    assert result.because
    assert "“you have hired one from the club”" in result.because
    assert result.rests_on == ("swim", "hired")
    assert result.would_change[0].startswith("The answer would be no if")
    result = tried(rowing(), person(swim="yes"))
    assert (result.gets, result.as_expected) == (Answer.UNKNOWN, False)
    assert (result.because, result.open) == (None, ("boat", "hired"))


def test_cases_are_kept_with_the_policy_and_tried_again() -> None:
    people = [
        {"name": "Ann", "answers": {"swim": "no"}, "gets": "no"},
        {"name": "Bo", "answers": {"swim": "yes", "boat": "yes"}, "gets": "no"},
    ]
    assert [each.as_expected for each in kept(rowing(people=people))] == [True, False]
    turned = rowing("swim and not (boat or hired)", people=people)
    assert [each.as_expected for each in kept(turned)] == [True, True]


def test_all_people_of_a_small_policy() -> None:
    every = table(rowing(), 0)
    assert every is not None
    assert [each.gets.value for each in every] == ["yes"] * 3 + ["no"] * 5
    assert table(policy_of(7, " and ".join(f"a{n}" for n in range(7))), 0) is None


def test_a_list_takes_one_person_more_than_it_has_rules() -> None:
    rules = 30
    people = generated(policy_of(rules, " or ".join(f"a{n}" for n in range(rules))), 0)
    assert len(people) == rules + 1


LOGIC = st.recursive(
    st.sampled_from([f"a{number}" for number in range(5)]),
    lambda inner: st.one_of(
        inner.map(lambda part: f"not ({part})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' and '.join(parts)})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' or '.join(parts)})"),
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(yes_when=LOGIC)
def test_every_rule_decides_both_ways(yes_when: str) -> None:
    try:
        policy = policy_of(5, yes_when)
    except BadInput:  # the answer, or a rule of it, is the same for everybody
        return
    people = generated(policy, 0)
    given_yes = {each.person.answers[id] for each in people for id in each.person.answers}
    assert given_yes <= {Answer.YES, Answer.NO}
    for rule in names(parse(yes_when)):
        decided = set()
        for each in people:
            answers = dict(each.person.answers)
            other = {**answers, rule: answers[rule].opposite}
            turned = tried(policy, ExamplePerson("", other, Answer.YES))
            if turned.gets is not each.gets:
                decided.add(each.gets)
        assert decided == {Answer.YES, Answer.NO}
    assert len({tuple(each.person.answers.items()) for each in people}) == len(people)


def test_the_table_and_the_people_agree() -> None:
    policy = rowing()
    every = table(policy, 0)
    assert every is not None
    by_answers = {tuple(sorted(each.person.answers.items())): each.gets for each in every}
    assert len(by_answers) == len(list(product((1, 2), repeat=3)))
    for each in generated(policy, 0):
        assert by_answers[tuple(sorted(each.person.answers.items()))] is each.gets


@pytest.mark.parametrize(
    ("words", "number"),
    [("May I row?", 0), ("am I allowed to row", 0), ("What does the cheese cost?", None)],
)
def test_which_question_words_are_taken_for(words: str, number: int | None) -> None:
    policy = rowing(
        questions=[{"question": "Am I allowed to row?", "yes_when": "swim and boat and hired"}]
    )
    assert taken_for(policy, words) == number
