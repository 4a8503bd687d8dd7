"""Drafts by the form of a text alone (pattern-based): lists, lead-ins, conditions, small words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from e3.language.en.questions import write_question
from e3.language.en.rules import find_rules
from e3.policy.logic import And, Expression, Name
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.provenance import VERSION
from e3.reading.systems import ConversationReader


@dataclass(frozen=True)
class FormDrafter:
    """Finds rules and their logic by the form of a text."""

    reader: ConversationReader | None = field(default=None, repr=False)
    name: str = f"form {VERSION}"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """The draft policy."""
        found = find_rules(rule_text.text)
        rules = tuple(
            PolicyRule(f"r{number}", rule.span, write_question(rule_text.text, rule))
            for number, rule in enumerate(found, start=1)
        )
        parts = tuple(Name(rule.id) for rule in rules)
        logic: Expression = parts[0] if len(parts) == 1 else And(parts)
        asked = tuple(PolicyQuestion(question, logic) for question in questions)
        return Policy("Draft", "", rule_text, rules, asked, drafted_by=self.name)
