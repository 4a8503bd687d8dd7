"""How a clause is asked for, and what a yes then says of it."""

from __future__ import annotations

from e3.drafting.formula import Clause
from e3.language.en import questions
from e3.language.en.rules import RuleSpan
from e3.policy.answers import State
from e3.policy.rule_text import RuleText


def asked(rule_text: RuleText, clause: Clause) -> tuple[str, State]:
    """The question about a clause, and whether a yes to it means that the clause holds."""
    found = questions.asked(rule_text, RuleSpan(clause.span, clause.lead))
    return found.question, found.yes_means
