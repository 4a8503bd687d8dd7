"""Rules are found by the form of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.content_words import stems
from e3.language.en.rules import find_rules
from e3.policy.rule_text import RuleText


def found(text: str) -> list[str]:
    return [rule.span.of(text) for rule in find_rules(RuleText(text))]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("You can row if you swim.", ["if you swim"]),
        ("If you swim, you can row.", ["If you swim"]),
        ("If you swim you can row.", ["If you swim"]),
        ("You can row if you swim unless you are ill.", ["if you swim", "unless you are ill"]),
        ("People who weigh less than 90 kg may row.", ["who weigh less than 90 kg"]),
        ("You can’t row after you drink.", ["after you drink"]),
        ("Row when working if you swim.", ["if you swim"]),  # "when" without a subject
        ("# If you swim\n\nYou must pay. Boats are blue.", ["You must pay"]),
        ("Boats are blue. Oars are red.", ["Boats are blue", "Oars are red"]),
        ("# Boats", ["Boats"]),
        ("You can row if you:\n\n* swim, or\n* own a boat.", ["swim", "own a boat"]),
        ("You can row if you’re over 16 and you:\n\n* swim", ["if you’re over 16", "swim"]),
        ("", []),
        ("* - \n\n...", []),
    ],
)
def test_rules_of_a_text(text: str, rules: list[str]) -> None:
    assert found(text) == rules


def test_pages_of_spaces_take_no_longer_than_words() -> None:
    spaces = " " * 100_000
    assert found(f"You can row if you:\n\n* swim,{spaces}or\n* own{spaces}a boat.") == [
        "swim",
        f"own{spaces}a boat",
    ]


def test_a_bullet_knows_the_sentence_before_its_list() -> None:
    text = "Rowing is fun. You can row if you:\n\n* swim\n\nYou can fish if you:\n\n* are 18"
    leads = [rule.lead and rule.lead.of(text) for rule in find_rules(RuleText(text))]
    assert leads == ["You can row if you:", "You can fish if you:"]


@given(st.text(alphabet="if you who:*#.,( and\nmust-A1’", max_size=120))
def test_rules_lie_in_the_text_in_order_and_have_words(text: str) -> None:
    last = 0
    for rule in find_rules(RuleText(text)):
        assert last <= rule.span.start
        last = rule.span.end
        assert last <= len(text)
        assert stems(rule.span.of(text))
