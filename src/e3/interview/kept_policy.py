"""The policy of an interview as it is kept with it: so it is followed to its end, come what may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from e3.errors import BadInput
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object

_NOT_FOLLOWED = ("rule_text", "stories", "people", "domain")
"""The text is kept beside the events, and the rest is not needed to go on."""


def policy_to_keep(policy: Policy) -> dict[str, Any]:
    """A policy without its text, as JSON."""
    fields = policy_object(policy)
    for rule in fields.get("rules", []):
        for said in ("yes", "no", "unclear"):
            rule.pop(said, None)
    return {name: value for name, value in fields.items() if name not in _NOT_FOLLOWED}


def kept_policy(fields: Mapping[str, Any], rule_text: RuleText) -> Policy:
    """The policy that was kept, with its text."""
    try:
        return parse_policy({**fields, "rule_text": rule_text.text})
    except BadInput as error:
        raise BadInput(str(error), source="the policy of the interview") from None
