"""Policies put in another way: the rules stay, their surroundings do not."""

from __future__ import annotations

from random import Random

import pytest

from e3.corpus.policies import our_policies
from e3.corpus.variation import short_ones, varied
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy

_TEXT = """# Rowing

The boats are made of ash.

You may row if you:
* can swim
* own a boat
* have paid

Nobody rows on Sunday.
"""


def _policy(text: str, *spans: str) -> Policy:
    rules = [
        {"id": f"r{n}", "span": span, "question": f"Is it so that {span}?"}
        for n, span in enumerate(spans)
    ]
    return parse_policy(
        {
            "title": "Rowing on the lake",
            "rule_text": text,
            "rules": rules,
            "questions": [
                {"question": "May I row?", "yes_when": " and ".join(r["id"] for r in rules)}
            ],
        }
    )


_ROWING = _policy(_TEXT, "can swim", "own a boat", "have paid", "on Sunday")


def _said(policy: Policy) -> dict[str, str]:
    return {rule.id: rule.span.of(policy.rule_text.text) for rule in policy.rules}


@pytest.mark.parametrize("corpus", ["policies", "pages"])
def test_all_rules_stay_what_they_say(corpus: str) -> None:
    random = Random(0)
    others = short_ones(our_policies("train"))
    changed = 0
    for policy in our_policies("train", corpus=corpus)[::7]:
        found = varied(policy, policy.questions[0].question, random, others)
        assert _said(found) == _said(policy)
        assert [rule.span for rule in found.rules] == sorted(rule.span for rule in found.rules)
        changed += found.rule_text.text != policy.rule_text.text
    assert changed > 20


def test_bullets_change_places_and_what_says_nothing_goes() -> None:
    random = Random(1)
    texts = {varied(_ROWING, "May I row?", random, ()).rule_text.text for _ in range(60)}
    assert any("ash" not in text for text in texts)
    assert any(text.index("own a boat") < text.index("can swim") for text in texts)
    assert all("You may row if you:" in text and "# Rowing" in text for text in texts)


def test_a_list_whose_end_says_how_it_is_joined_stays_in_order() -> None:
    text = "You may row if you:\n* can swim; or\n* own a boat; and\n* have paid."
    policy = _policy(text, "can swim", "own a boat", "have paid")
    random = Random(1)
    assert {varied(policy, "May I row?", random, ()).rule_text.text for _ in range(30)} == {text}


def test_beside_another_text_only_if_it_is_clear_which_is_meant() -> None:
    other = our_policies("train")[0]
    random = Random(2)
    asked = "May I row a boat on the lake?"
    clear = {varied(_ROWING, asked, random, [other]).rule_text.text for _ in range(60)}
    assert any(other.rule_text.text in text for text in clear)
    vague = {varied(_ROWING, "May I?", random, [other]).rule_text.text for _ in range(60)}
    assert not any(other.rule_text.text in text for text in vague)
