"""How a clause is asked for, and what a yes then says of it."""

from __future__ import annotations

from collections.abc import Collection

from e3.drafting.formula import Clause
from e3.language.en import questions
from e3.language.en.rules import RuleSpan
from e3.language.en.telling_apart import told_apart
from e3.policy.answers import State
from e3.policy.rule_text import RuleText
from e3.text import question_key


def asked(rule_text: RuleText, clause: Clause, taken: Collection[str] = ()) -> tuple[str, State]:
    """The question about a clause, and whether a yes to it means that the clause holds.

    `taken` are the keys of the questions about other rules: one that would be asked again says
    where the text has it, so that a person knows which of the two is meant.
    """
    rule = RuleSpan(clause.span, clause.lead)
    found = questions.asked(rule_text, rule)
    question = found.question
    if question_key(question) in taken:
        others = told_apart(rule_text, rule, question)
        question = next(each for each in others if question_key(each) not in taken)
    return question, found.yes_means
