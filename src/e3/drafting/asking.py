"""How a clause is asked for, and what a yes then says of it."""

from __future__ import annotations

from e3.drafting.formula import Clause
from e3.language.en.likeness import negated
from e3.language.en.questions import write_question
from e3.language.en.rules import RuleSpan
from e3.policy.answers import State


def asked(text: str, clause: Clause) -> tuple[str, State]:
    """The question about a clause, and whether a yes to it means that the clause holds."""
    question = write_question(text, RuleSpan(clause.span, clause.lead))
    same = negated(clause.span.of(text)) is negated(question)
    return question, State.MET if same else State.NOT_MET
