"""What is regrouped keeps the side that it speaks for, whatever stands around it."""

from __future__ import annotations

import itertools

import pytest
from tests.interview.rowing import RULES, TEXT, rowing, span_of

from e3 import Policy
from e3.policy.logic import given, written
from e3.policy.parsing import parse_policy
from e3.studio.edits import Edit, edited
from e3.studio.logic_edits import DenyNode, GroupNodes, SetApart, Ungroup
from e3.studio.review import unsure
from e3.studio.rule_edits import AddRule

NONE_OF = "not (swim or boat) and hired"


@pytest.mark.parametrize(
    ("edit", "becomes"),
    [
        (Ungroup("0.0.0"), "not swim and not boat and hired"),
        (GroupNodes(("0.0.0.0", "0.1"), "any"), "(not swim or hired) and not boat"),
        (GroupNodes(("0.0.0.1", "0.1"), "any"), "not swim and (not boat or hired)"),
        (GroupNodes(("0.0", "0.1"), "any"), "not (swim or boat) or hired"),
        (GroupNodes(("0.0.0.0", "0.0.0.1"), "all"), "not (swim and boat) and hired"),
        (SetApart("0.0.0.0", "any"), "(not boat and hired) or not swim"),
    ],
)
def test_parts_of_a_group_that_is_denied(edit: Edit, becomes: str) -> None:
    assert written(edited(rowing(NONE_OF), edit).questions[0].yes_when) == becomes


@pytest.mark.parametrize("logic", ["not (swim and boat) or hired", "not (swim or not boat)"])
def test_to_dissolve_what_is_of_one_kind_changes_no_answer(logic: str) -> None:
    """All of none, and one of not all: these groups could as well not be there."""
    if "hired" not in logic:
        logic = f"({logic}) and hired"
    policy = rowing(logic)
    after = edited(policy, Ungroup("0.0.0"))
    for said in itertools.product((True, False), repeat=3):
        known = dict(zip(("swim", "boat", "hired"), said, strict=True))
        before, now = policy.questions[0].yes_when, after.questions[0].yes_when
        assert given(before, known) is given(now, known)


def test_a_marked_rule_stands_among_the_others_as_in_the_text() -> None:
    span = span_of("you own a boat")
    policy = parse_policy(
        {
            "title": "Rowing",
            "rule_text": TEXT,
            "rules": [
                {"id": id, "span": RULES[id][0], "question": RULES[id][1]}
                for id in ("swim", "hired")
            ],
            "questions": [{"question": "May I row?", "yes_when": "swim and hired"}],
        }
    )
    after = edited(policy, AddRule(span.start, span.end, into="0"))
    assert written(after.questions[0].yes_when) == "swim and r1 and hired"


def test_who_turns_a_rule_has_said_what_a_yes_means() -> None:
    sure = {"rule": 1.0, "question": 1.0, "polarity": 0.5}
    rule = {"id": "swim", "span": RULES["swim"][0], "question": RULES["swim"][1]}
    policy = parse_policy(
        {
            "title": "Rowing",
            "rule_text": TEXT,
            "drafted_by": "somebody",
            "rules": [{**rule, "confidence": sure}],
            "questions": [{"question": "May I row?", "yes_when": "swim"}],
        }
    )

    def open_rules(policy: Policy) -> list[str | None]:
        return [each.rule for each in unsure(policy) if each.sure < 1]

    assert open_rules(policy) == ["swim"]
    assert open_rules(edited(policy, DenyNode("0"))) == []
