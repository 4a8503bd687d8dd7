"""What a reviewer is shown: where to look first, what a yes speaks for, what differs."""

from __future__ import annotations

from typing import Any

from tests.interview.rowing import rowing

from e3 import Policy
from e3.policy.parsing import parse_policy
from e3.policy.writing import policy_object
from e3.studio.differences import differences
from e3.studio.edits import edited
from e3.studio.logic_edits import AcceptLogic, DenyNode, SetFormula
from e3.studio.nodes import Address, Kind, nodes, tree
from e3.studio.policy_edits import ChangeText, Describe
from e3.studio.question_edits import AddQuestion, DeleteQuestion
from e3.studio.review import Part, Speaks, doubts, formula, speaks, unsure
from e3.studio.rule_edits import AcceptRule, DeleteRule, MoveSpan, RewordRule, TurnRule


def drafted(*, questions: tuple[float, ...] = (0.95, 0.95, 0.95)) -> Policy:
    fields: dict[str, Any] = policy_object(rowing())
    for rule, sure, asked in zip(fields["rules"], (0.9, 0.3, 0.8), questions, strict=True):
        rule["confidence"] = {"rule": sure, "question": asked, "polarity": 0.97}
    fields["questions"][0]["confidence"] = {"answered": 0.99, "logic": 0.5}
    return parse_policy({**fields, "drafted_by": "us"})


def test_what_the_drafter_is_least_sure_of_comes_first() -> None:
    policy = drafted()
    first, second, *_ = unsure(policy)
    assert (first.part, first.rule) == (Part.RULE, "boat")
    assert first.sentence(policy) == "rule 2: whether it is one, and where it begins and ends"
    assert (second.part, second.question) == (Part.LOGIC, 0)
    assert second.sentence(policy) == "“May I row?”: how the rules hang together"


def test_a_share_that_all_questions_have_says_nothing_of_one() -> None:
    assert Part.QUESTION not in {each.part for each in unsure(drafted(questions=(0.1, 0.1, 0.1)))}
    first = unsure(drafted(questions=(0.9, 0.9, 0.2)))[0]
    assert (first.part, first.rule) == (Part.QUESTION, "hired")


def test_what_a_person_has_looked_at_is_not_asked_again() -> None:
    policy = drafted()
    for rule in ("swim", "boat", "hired"):
        policy = edited(policy, AcceptRule(rule))
    assert {each.part for each in unsure(policy)} == {Part.ANSWERED, Part.LOGIC}
    assert unsure(edited(policy, AcceptLogic(0))) == ()
    assert unsure(edited(policy, DenyNode("0.0"))) == ()
    assert policy.is_draft  # until somebody reviews it as a whole


def test_what_a_yes_speaks_for() -> None:
    policy = rowing("swim and not (boat or not hired)")
    assert [speaks(policy, id, 0) for id in ("swim", "boat", "hired")] == [
        Speaks.FOR,
        Speaks.AGAINST,
        Speaks.FOR,
    ]
    both = rowing("(swim and boat) or (not swim and hired)")
    assert speaks(both, "swim", 0) is Speaks.BOTH
    assert speaks(edited(both, SetFormula(0, "boat")), "swim", 0) is Speaks.NOT_USED


def test_the_logic_as_groups_with_addresses() -> None:
    policy = rowing("swim and not (boat or hired)")
    found = {str(node.address): (node.kind, node.rule) for node in nodes(tree(policy, 0))}
    assert found == {
        "0": (Kind.ALL, None),
        "0.0": (Kind.RULE, "swim"),
        "0.1": (Kind.NOT, None),
        "0.1.0": (Kind.ANY, None),
        "0.1.0.0": (Kind.RULE, "boat"),
        "0.1.0.1": (Kind.RULE, "hired"),
    }
    assert Address.of("0.1.0") == Address(0, (1, 0))
    assert formula(policy, 0) == "swim and not (boat or hired)"


def test_doubts_are_those_of_e3_check() -> None:
    left = edited(rowing(), SetFormula(0, "swim and boat"))
    (doubt,) = doubts(left)
    assert (doubt.place, doubt.is_fatal) == (("rules", 2), False)


def test_what_differs_is_said_in_words() -> None:
    before = rowing()
    assert differences(before, before) == ()
    assert differences(before, edited(before, SetFormula(0, "(hired or boat) and swim"))) == ()
    after = before
    for edit in (
        Describe("Rowing now", contact="Ask us"),
        ChangeText(f"{before.rule_text.text}\nAsk."),
        DeleteRule("hired"),
        RewordRule("swim", "Are you a swimmer?"),
        TurnRule("boat"),
        MoveSpan("swim", 21, 31),
        AddQuestion("May I swim?", "swim"),
    ):
        after = edited(after, edit)
    swim = after.rule("swim").span.of(after.rule_text.text)
    assert differences(before, after) == (
        "It was called “Rowing” and is called “Rowing now”.",
        "The text is another one.",
        "A rule is gone: “you have hired one from the club”.",
        f"The rule “you can swim” is now “{swim}”.",
        f"The rule “{swim}” was asked as “Can you swim?” and is asked as “Are you a swimmer?”.",
        "A yes to the rule “you own a boat” now means that it is not met.",
        "It answers “May I swim?”: Yes if you are a swimmer.",
        "The answer to “May I row?” was: Yes if you can swim, and either you own a boat or have"
        " hired a boat from the club. It is: Yes if you are a swimmer and do not own a boat.",
        "Its source, its date or whom to ask is another.",
    )
    assert differences(after, edited(after, DeleteQuestion(1))) == (
        "It does not answer “May I swim?” any more.",
    )
