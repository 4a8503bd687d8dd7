"""Drafts by the form of a text alone (pattern-based): lists, lead-ins, conditions, small words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from e3.drafting.answered import answered
from e3.drafting.answering import Answering
from e3.drafting.making import made_policy
from e3.drafting.own_questions import own_questions
from e3.policy.policy import Policy
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
        answering = Answering.of(rule_text)
        asked = questions or own_questions(answering.statements)
        likely = {q: answered(rule_text, q, self.reader) if questions else 1.0 for q in asked}
        answers = {q: answering.answer(q, how) for q, how in likely.items() if how is not None}
        return replace(made_policy(rule_text, asked, answers), drafted_by=self.name)
