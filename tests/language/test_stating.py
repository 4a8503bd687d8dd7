"""A logic as a sentence."""

import pytest
from tests.interview.rowing import rowing
from tests.serve.policies import one_rule

from e3.language.en.stating import yes_if


@pytest.mark.parametrize(
    ("logic", "sentence"),
    [
        ("swim", "Yes if you can swim."),
        ("not boat", "Yes if you do not own a boat."),
        ("swim and not boat", "Yes if you can swim and do not own a boat."),
        (
            "swim and (boat or hired)",
            "Yes if you can swim, and either you own a boat or have hired a boat from the club.",
        ),
        (
            "not swim or (boat and hired)",
            "Yes if you cannot swim, or both you own a boat and have hired a boat from the club.",
        ),
        (
            "not (swim and boat and hired)",
            "Yes if you cannot swim, do not own a boat or have not hired a boat from the club.",
        ),
    ],
)
def test_rules_are_said_as_statements(logic: str, sentence: str) -> None:
    policy = rowing(logic)
    assert yes_if(policy, policy.questions[0].yes_when) == sentence


@pytest.mark.parametrize(
    ("span", "question", "said"),
    [
        ("it is raining", "Is it raining?", "it is raining"),
        ("your boat is insured", "Is your boat insured?", "your boat is insured"),
        ("hulls of wood", "Is the hull of wood?", "“Is the hull of wood?” is answered yes"),
        ("whose boat is insured", "Is the boat insured?", "the boat is insured"),
        (
            "larger than six feet",
            "Is the boat larger than six feet?",
            "the boat is larger than six feet",
        ),
    ],
)
def test_what_has_another_subject_is_said_as_it_stands(span: str, question: str, said: str) -> None:
    policy = one_rule(span, question, before="You may row where ")
    assert yes_if(policy, policy.questions[0].yes_when) == f"Yes if {said}."


def test_what_must_not_be_so() -> None:
    asked = [{"question": "May I row?", "yes_when": "not a"}]
    policy = one_rule("your boat is on hire", "Is your boat on hire?", questions=asked)
    assert yes_if(policy, policy.questions[0].yes_when) == "Yes if your boat is not on hire."
    turned = one_rule("the club owns the boat", "Is the boat the club's?", questions=asked)
    said = yes_if(turned, turned.questions[0].yes_when)
    assert said == "Yes if it is not so that the club owns the boat."
