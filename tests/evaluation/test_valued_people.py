"""Simulated people who answer with values, and how values are scored."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.interview.test_values import AGES

from e3 import Answer, Interview
from e3.corpus.policies import policy_corpus
from e3.drafting.facts import with_facts
from e3.evaluation.people import everybody
from e3.evaluation.simulation import hold
from e3.evaluation.valued import given_for, values_of
from e3.evaluation.values import read_items, story_figures, story_items, value_figures
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.parsing import parse_policy
from e3.text import question_key

TODAY = date(2026, 11, 18)
# As the corpus has it: values without facts that are asked for.
GOLD: dict[str, Any] = {
    **AGES,
    "facts": [],
    "rules": [
        {**rule, "value": {**rule["value"], "kind": "number", "unit": "years"}}
        if "value" in rule
        else rule
        for rule in AGES["rules"]
    ],
    "questions": AGES["questions"][:1],
    "stories": [{"text": "I turned 63 in May.", "settles": {"old": "yes"}}],
}


def answers(old: bool, young: bool, teen: bool) -> dict[str, Answer]:
    said = {"Are you over 60?": old, "Are you under 16?": young, "Are you 16 to 18?": teen}
    return {question_key(q): Answer.YES if yes else Answer.NO for q, yes in said.items()}


def test_nobody_is_old_and_young() -> None:
    policy = parse_policy(GOLD)
    assert values_of(policy, answers(True, True, False)) is None
    for old, young, teen in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)]:
        found = values_of(policy, answers(bool(old), bool(young), bool(teen)))
        assert found is not None
        [age] = {int(value.text) for value in found.values()}
        assert (age > 60, age < 16, 16 <= age < 19) == (old, young, teen)


@pytest.mark.parametrize("with_story", [False, True])
def test_with_values_fewer_questions_lead_to_the_same_end(with_story: bool) -> None:
    gold = parse_policy(GOLD)
    people = [
        person
        for person in everybody(policy_corpus("it", [gold]), with_scenario=with_story)
        if person.values
    ]
    assert people
    for person in people:
        story = person.story.text if person.story else ""
        held = [
            hold(Interview.begin(policy, "Is it free?", story, today=TODAY), person)
            for policy in (gold, with_facts(gold))
        ]
        assert all(each.is_right for each in held)
        assert held[1].questions <= held[0].questions
        assert held[1].corrected == 0
        assert held[1].confirmed == with_story


@pytest.mark.parametrize("with_story", [False, True])
def test_where_the_corpus_has_no_value_a_question_for_one_is_no_question_more(
    with_story: bool,
) -> None:
    gold = parse_policy(GOLD)
    plain = replace(gold, rules=tuple(replace(rule, value=None) for rule in gold.rules))
    for person in everybody(policy_corpus("it", [plain]), with_scenario=with_story):
        assert not any(person.has_value(question) for question in person.tree.questions)
        if values_of(gold, person.answers) is None:
            continue
        story = person.story.text if person.story else ""
        held = hold(Interview.begin(with_facts(plain), "Is it free?", story, today=TODAY), person)
        assert held.is_right
        assert (held.redundant, held.confirmed, held.corrected) == (0, 0, 0)


def test_a_person_says_the_day_that_it_was() -> None:
    delivery = PolicyFact("delivery", Kind.DATE, "", "When was it delivered?")
    assert given_for(delivery, Value("14", "days"), TODAY) == Value("2026-11-04")
    assert given_for(delivery, Value("3", "miles"), TODAY) is None


def test_values_of_rules_are_scored() -> None:
    found = value_figures([parse_policy(GOLD)])
    assert (found.with_value, found.without) == (3, 1)
    assert (found.found, found.right_fact, found.right_test) == (1, 1, 1)
    assert (found.false_of_found, found.false_of_others) == (0, 0)
    wrong = {**GOLD, "rules": [{**GOLD["rules"][0], "value": {**GOLD["rules"][0]["value"]}}]}
    wrong["rules"][0]["value"]["test"] = ">= 60"
    wrong = {**wrong, "questions": [{"question": "Is it free?", "yes_when": "old"}], "stories": []}
    assert value_figures([parse_policy(wrong)]).right_test == 0


def test_stories_are_scored() -> None:
    items = story_items(
        [
            {"story": "My wife's 34.", "fact_kind": "age", "whose": "wife", "value": 34},
            {"story": "My wife's 34.", "fact_kind": "age", "whose": "person", "value": 34},
            {
                "story": "I weigh 7 stone 12 pounds.",
                "fact_kind": "weight",
                "whose": "person",
                "value": 110,
                "unit": "lb",
            },
            {"story": "I'm nearly 18.", "fact_kind": "age", "whose": "person", "value": 18},
        ]
    )
    found = story_figures(read_items(items, TODAY))
    assert (found.items, found.found, found.value_right) == (4, 0.75, 0.75)
    assert (found.whose_right, found.wrong) == (0.5, 0.25)


def test_what_is_read_where_nothing_is_told_is_false() -> None:
    item = {"fact_kind": "age", "whose": "person", "value": None}
    stories = ["I'm in my sixties.", "I'm 61."]
    items = story_items([{**item, "story": story} for story in stories])
    found = story_figures(read_items(items, TODAY))
    assert (found.items, found.without, found.false) == (0, 2, 0.5)
