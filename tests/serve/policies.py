"""Policies for tests of the server, and a drafter that knows the rules of rowing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.interview.rowing import RULES, rowing

from e3 import Policy, RuleText
from e3.policy.parsing import parse_policy
from e3.policy.writing import policy_object

ROWING: dict[str, Any] = policy_object(rowing())
"""As programs send it: a person wrote it, so that it is no draft."""


def one_rule(span: str, question: str, *, before: str = "You may row ", **more: object) -> Policy:
    """A policy of one rule, whatever is in it."""
    rules = [{"id": "a", "span": span, "question": question}]
    asked = [{"question": "May I row?", "yes_when": "a"}]
    text = f"{before}{span}."
    fields = {"title": "Rowing", "rule_text": text, "rules": rules, "questions": asked}
    return parse_policy({**fields, **more})


@dataclass(frozen=True)
class RowingDrafter:
    """Finds the rules of rowing in any text that has them, and none about cheese."""

    sure: float | None = 0.9
    name: str = "rowing"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        known = {id: rule for id, rule in RULES.items() if rule[0] in rule_text.text}
        answered = [question for question in questions if known and "cheese" not in question]
        logic = "swim and (boat or hired)" if len(known) == 3 else " and ".join(known)
        sure = None if self.sure is None else {"answered": self.sure, "logic": 1}
        return parse_policy(
            {
                "title": "Rowing",
                "rule_text": rule_text.text,
                "drafted_by": self.name,
                "rules": [
                    {"id": id, "span": span, "question": question, "occurrence": 1}
                    for id, (span, question) in known.items()
                ],
                "questions": [
                    {"question": question, "yes_when": logic, "confidence": sure}
                    for question in answered
                ],
                "irrelevant_questions": [each for each in questions if each not in answered],
            }
        )
