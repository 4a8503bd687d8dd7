"""What must not be so speaks against, however the rule is cut."""

import pytest

from e3.drafting.forbidden import with_forbidden
from e3.policy.logic import And, Expression, Name, Not, Or, written
from e3.policy.rule_text import RuleText
from e3.reading.drafts import FoundDraft, FoundRule
from e3.text import Span


def righted(text: str, found: list[tuple[str, bool]], logic: Expression, question: str) -> str:
    spans = [Span(text.index(words), text.index(words) + len(words)) for words, _ in found]
    rules = tuple(
        FoundRule(span, speaks_for=side, sure=0.9, side_sure=0.6)
        for span, (_, side) in zip(spans, found, strict=True)
    )
    draft = FoundDraft(rules, logic, answered=0.9, logic_sure=0.7, right=0.6)
    after = with_forbidden(draft, RuleText(text), question)
    assert after.holds_when is not None
    return written(after.holds_when)


@pytest.mark.parametrize(
    ("text", "rule", "side", "after"),
    [
        ("You must not have left the home empty.", "left the home empty", True, "not r0"),
        ("You must not have left the home empty.", "left the home empty", False, "not r0"),
        ("Tenants may not keep a dog.", "keep a dog", True, "not r0"),
        ("You cannot be in prison.", "in prison", True, "not r0"),
        ("You can’t be in prison.", "in prison", True, "not r0"),
        # A rule that has the "not" in it is met by who is not so.
        ("Applicants must not owe rent.", "not owe rent", False, "r0"),
        ("Applicants must not owe rent.", "Applicants must not owe rent", False, "r0"),
        ("It must be new, and must not have been shown.", "must not have been shown", False, "r0"),
        # Who is denied it.
        ("Sale items are not refunded unless faulty.", "Sale items", True, "not r0"),
        ("Vans can't have one.", "Vans", True, "not r0"),
        ("Students don't have to pay.", "Students", True, "r0"),
        # The words leave it open: the network knows more.
        ("You can join unless you may not drive.", "drive", True, "r0"),
        ("You must not only pay but also sign.", "not only pay", False, "not r0"),
        ("You must own a car.", "own a car", False, "not r0"),
        ("It must not be wet or must be sealed.", "must be sealed", True, "r0"),
    ],
)
def test_what_must_not_be_so_speaks_against(text: str, rule: str, side: bool, after: str) -> None:
    logic: Expression = Name("r0") if side else Not(Name("r0"))
    assert righted(text, [(rule, side)], logic, "Can I get it?") == after


def test_neither_of_two_things_may_be_so() -> None:
    text = "Yours if you pay. A shed must not be larger than 2.4 metres, or higher than 2.1 metres."
    found = [("you pay", True), ("larger than 2.4 metres", True), ("higher than 2.1 metres", True)]
    logic = And((Name("r0"), Or((Name("r1"), Name("r2")))))
    after = righted(text, found, logic, "May I put up a shed?")
    assert after == "r0 and (not r1 and not r2)"


@pytest.mark.parametrize("question", ["Will I be refused?", "Do I have to pay?"])
def test_a_question_for_the_opposite_is_left_to_the_network(question: str) -> None:
    text = "You must not owe rent."
    assert righted(text, [("owe rent", True)], Name("r0"), question) == "r0"
