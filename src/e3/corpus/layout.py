"""A policy laid out in another way (data augmentation): other signs before its bullets."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from e3.policy.bullet_signs import with_signs
from e3.policy.policy import Policy

_SIGNS = ("*", "-", "•", "–", "1.", "(a)", "a)")
_KEPT = 0.4
"""The share of texts that stay as they are."""


def laid_out(policy: Policy, random: Random) -> Policy:
    """The policy with other signs before its bullets, or as it is."""
    if not policy.rule_text.bullets or random.random() < _KEPT:
        return policy
    sign = random.choice(_SIGNS)
    found = with_signs(policy.rule_text, lambda number: _numbered(sign, number))
    rules = tuple(replace(rule, span=found.now(rule.span)) for rule in policy.rules)
    return replace(policy, rule_text=found.text, rules=rules)


def _numbered(sign: str, number: int) -> str:
    letter = "abcdefghijklmnopqrstuvwxyz"[(number - 1) % 26]
    return sign.replace("1", str(min(number, 99))).replace("a", letter)
