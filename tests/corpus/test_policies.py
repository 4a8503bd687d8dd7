"""Policies become trees that ask only what matters, in the order of the text."""

import itertools
from typing import Any

import pytest

from e3.corpus.policies import (
    PARTS,
    human_spans_of,
    our_policies,
    scenarios_of,
    tree_ids,
    trees_of,
)
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.facts import RuleValue
from e3.policy.logic import given, names
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy, Statements, Story
from e3.text import question_key

SWIM, BOAT = "Do you swim?", "Do you own a boat?"
POLICY: dict[str, Any] = {
    "title": "Boat Grants (2nd)",
    "domain": "boats",
    "rule_text": "You may row if you own a boat and you swim.",
    "rules": [
        {"id": "swim", "span": "you swim", "question": SWIM, "yes": ["I do."], "no": ["Never."]},
        {
            "id": "boat",
            "span": "you own a boat",
            "question": BOAT,
            "yes": ["It's mine."],
            "no": ["I have none."],
            "unclear": ["Boats!"],
        },
    ],
    "questions": [
        {"question": "May I row?", "yes_when": "swim and boat"},
        {"question": "Must I stay ashore?", "yes_when": "not (swim and boat)"},
    ],
    "stories": [{"text": "I sold my boat.", "settles": {"boat": "no"}}],
    "irrelevant_questions": ["Can I fly?"],
}

VALUE = {"fact": "age", "kind": "duration", "unit": "years", "test": ">= 16 and < 19"}

OURS = our_policies()
PAGES = our_policies(corpus="pages")


def read(**changes: Any) -> Policy:
    return parse_policies([POLICY | changes], source="file")[0]


def refused(*policies: Any) -> str:
    with pytest.raises(BadInput) as caught:
        parse_policies(list(policies), source="file")
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 300
    return message


def rule(number: int, **changes: Any) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = POLICY["rules"]
    return [fields | (changes if at == number else {}) for at, fields in enumerate(rules)]


def test_a_tree_for_each_question() -> None:
    yes, no = Conclusion(Answer.YES), Conclusion(Answer.NO)
    row, stay = trees_of(read())
    assert row.tree_id == "boat-grants-2nd/1"
    assert row.question == "May I row?"
    assert row.root == Inquiry(BOAT, Inquiry(SWIM, yes, no), no), "in the order of the text"
    assert stay.tree_id == "boat-grants-2nd/2"
    assert stay.root == Inquiry(BOAT, Inquiry(SWIM, no, yes), yes)


def test_what_people_say() -> None:
    scenarios = scenarios_of(read())
    assert scenarios.stories == (Story("I sold my boat.", {question_key(BOAT): Answer.NO}),)
    assert scenarios.statements[question_key(BOAT)] == Statements(
        ("It's mine.",), ("I have none.",), ("Boats!",)
    )
    assert scenarios.irrelevant_questions == ("Can I fly?",)
    assert human_spans_of(read()) == {
        question_key(SWIM): ("you swim",),
        question_key(BOAT): ("you own a boat",),
    }


def policy_trees() -> list[tuple[Policy, DialogueTree]]:
    return [(policy, tree) for policy in OURS for tree in trees_of(policy)]


def test_a_rule_says_what_it_compares() -> None:
    [policy] = parse_policies([POLICY | {"rules": rule(1, value=VALUE)}], source="file")
    boat, swim = policy.rules
    assert boat.value == RuleValue("age", "duration", "years", ">= 16 and < 19")
    assert swim.value is None


@pytest.mark.parametrize("test", [">= 60", "< 1959-09-22", "== 3", "> 18.5", "> 1 and <= 2"])
def test_ways_to_compare(test: str) -> None:
    [policy] = parse_policies(
        [POLICY | {"rules": rule(1, value=VALUE | {"test": test})}], source=""
    )
    assert policy.rules[0].value is not None
    assert policy.rules[0].value.test == test


def test_our_pages_have_stories_values_and_trees() -> None:
    for page in PAGES:
        asked = {question_key(rule.question) for rule in page.rules}
        assert page.stories, page.title
        assert all(story.settles.keys() <= asked for story in page.stories), page.title
        assert len(page.irrelevant_questions) == 2, page.title
        assert list(trees_of(page)), page.title
    assert sum(rule.value is not None for page in PAGES for rule in page.rules) == 3_169


def test_our_trees_ask_only_what_matters_and_answer_by_the_logic() -> None:
    for policy, tree in policy_trees():
        number = int(tree.tree_id.rpartition("/")[2]) - 1
        logic = policy.questions[number].yes_when
        ids = {question_key(rule.question): rule.id for rule in policy.rules}
        for state in tree.states:
            known = {ids[question_key(t.question)]: t.answer is Answer.YES for t in state.history}
            still = {
                given(logic, known | dict(zip(rest, values, strict=True)))
                for rest in [sorted(names(logic) - known.keys())]
                for values in itertools.product((True, False), repeat=len(rest))
            }
            if isinstance(state.node, Conclusion):
                assert still == {state.node.answer is Answer.YES}, tree.tree_id
            else:
                assert still == {True, False}, f"{tree.tree_id} asks what is settled"
                asked = ids[question_key(state.node.question)]
                assert _matters(logic, known, asked), f"{tree.tree_id} asks what is idle"


def _matters(logic: Any, known: dict[str, bool], asked: str) -> bool:
    others = sorted(names(logic) - known.keys() - {asked})
    return any(
        given(logic, {**known, **world, asked: True})
        != given(logic, {**known, **world, asked: False})
        for values in itertools.product((True, False), repeat=len(others))
        for world in [dict(zip(others, values, strict=True))]
    )


def test_our_trees_ask_in_the_order_of_the_text() -> None:
    for policy, tree in policy_trees():
        places = {question_key(rule.question): rule.span.start for rule in policy.rules}
        for state in tree.states:
            history = [places[question_key(turn.question)] for turn in state.history]
            assert history == sorted(history), tree.tree_id


def test_our_stories_and_statements_are_about_rules() -> None:
    for policy in OURS:
        asked = {question_key(rule.question) for rule in policy.rules}
        assert len(asked) == len(policy.rules), policy.title
        assert all(story.settles.keys() <= asked for story in policy.stories)
        for rule_ in policy.rules:
            assert rule_.statements.yes, policy.title
            assert rule_.statements.no, policy.title


def test_the_parts_are_fixed_for_ever() -> None:
    train, evaluation = (our_policies(part) for part in PARTS)
    assert (len(train), len(evaluation)) == (840, 174)
    assert len(OURS) == 1_014
    slugs = [policy.slug for policy in train + evaluation]
    assert len(set(slugs)) == 1_014
    in_train = {policy.title for policy in train}
    in_evaluation = {policy.title for policy in evaluation}
    assert {"Jury weeks", "Nephew and niece relief", "VAT on business cars"} <= in_train
    assert {"Anchor Guarantee", "Help with your bins", "Outback Patient Travel Help"} <= (
        in_evaluation
    )
    texts = {policy.rule_text.text for policy in train}
    assert texts.isdisjoint(policy.rule_text.text for policy in evaluation)


def test_the_parts_of_our_pages_are_fixed_for_ever() -> None:
    train, evaluation = (our_policies(part, corpus="pages") for part in PARTS)
    assert (len(train), len(evaluation)) == (3_552, 145)
    assert len(PAGES) == 3_697
    assert {"Jury service: being excused or deferring"} <= {page.title for page in evaluation}


def test_the_ids_of_trees_are_unique() -> None:
    ids = [tree_id for policy in [*OURS, *PAGES] for tree_id in tree_ids(policy)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": ""}, "title: "),
        ({"rule_text": ""}, "rule_text: "),
        ({"rules": []}, "questions[0].yes_when: there is no rule"),
        ({"rules": rule(0, id="boat")}, "rules[1].id: two rules have the id 'boat'"),
        ({"rules": rule(0, id="not")}, "rules[0].id: 'not' can't stand in logic"),
        ({"rules": rule(0, span="you fly")}, "rules[0].span: the span of 'swim' does not stand"),
        ({"rules": rule(0, span="you")}, "rules[0].span: the span of 'swim' stands in the text "),
        ({"rules": rule(1, question="")}, "rules[1].question: "),
        ({"rules": rule(1, yes="Yes.")}, "rules[1].yes: "),
        ({"rules": rule(1, question="do you swim")}, "rules[1].question: another rule asks"),
        ({"rules": rule(1, value=VALUE | {"kind": "mood"})}, "rules[1].value.kind: "),
        ({"rules": rule(1, value=VALUE | {"fact": ""})}, "rules[1].value.fact: "),
        ({"rules": rule(1, value=VALUE | {"test": "16+"})}, "rules[1].value.test: a test is like"),
        ({"rules": rule(1, value=VALUE | {"tests": ""})}, "rules[1].value.tests: "),
        (
            {"questions": [{"question": "May I?", "yes_when": "swim and"}]},
            "questions[0].yes_when: can't be",
        ),
        (
            {"questions": [{"question": "May I?", "yes_when": "swim + 1"}]},
            "questions[0].yes_when: only and",
        ),
        (
            {"questions": [{"question": "May I?", "yes_when": "fly"}]},
            "questions[0].yes_when: there is no rule",
        ),
        (
            {"questions": [{"question": "May I?", "yes_when": "swim or (boat and not boat)"}]},
            "questions[0].yes_when: rule 'boat' makes no difference",
        ),
        (
            {"questions": [{"question": "May I?", "yes_when": "not " * 30_000 + "swim"}]},
            "questions[0]",
        ),
        ({"stories": [{"text": "x", "settles": {"fly": "no"}}]}, "stories[0].settles: there is"),
        ({"stories": [{"text": "x", "settles": {"swim": "maybe"}}]}, "stories[0].settles.swim: "),
    ],
    ids=range(21),
)
def test_what_is_wrong_with_a_policy_is_named(changes: dict[str, Any], message: str) -> None:
    other = POLICY | {"title": "Another"}
    assert refused(other, POLICY | changes).startswith(f"file, row 2: {message}")


def test_what_is_no_policy() -> None:
    assert refused(POLICY, 3).startswith("file, row 2: ")


def test_two_policies_with_one_title() -> None:
    assert refused(POLICY, POLICY) == "file, row 2: title: another policy has it already"


def test_titles_in_other_scripts_are_told_apart() -> None:
    titles = ["Лодки", "Собаки"]
    found = parse_policies([POLICY | {"title": title} for title in titles], source="file")
    assert len({policy.slug for policy in found}) == 2


def test_too_many_rules_in_one_question() -> None:
    text = "You may row if " + " and ".join(f"condition {chr(97 + n)} holds" for n in range(13))
    rules = [
        {
            "id": f"r{n}",
            "span": f"condition {chr(97 + n)} holds",
            "question": f"Does {n} hold?",
            "yes": ["It does."],
            "no": ["It doesn't."],
        }
        for n in range(13)
    ]
    asked = [{"question": "May I?", "yes_when": " and ".join(f"r{n}" for n in range(13))}]
    changes = {"rule_text": text, "rules": rules, "questions": asked, "stories": []}
    [policy] = parse_policies([POLICY | changes], source="file")
    with pytest.raises(BadInput, match="over 13 rules is too large: 12 can be"):
        list(trees_of(policy))
