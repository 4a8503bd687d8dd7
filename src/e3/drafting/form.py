"""Drafts by the form of a text alone (pattern-based): lists, lead-ins, conditions, small words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from e3.drafting.asking import asked
from e3.drafting.assembly import answer
from e3.drafting.formula import All, Any, Clause, Deny, Formula, clauses_of
from e3.drafting.outline import outline
from e3.drafting.statements import statements
from e3.policy.answers import State
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.provenance import VERSION
from e3.reading.systems import ConversationReader
from e3.text import Span, question_key


@dataclass(frozen=True)
class FormDrafter:
    """Finds rules and their logic by the form of a text."""

    reader: ConversationReader | None = field(default=None, repr=False)
    name: str = f"form {VERSION}"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """The draft policy."""
        text = rule_text.text
        said = statements(text, outline(rule_text))
        answers = {question: answer(said, question) for question in questions}
        found: dict[Span, Clause] = {}
        for formula in answers.values():
            for clause in clauses_of(formula):
                found.setdefault(clause.span, clause)
        rules: dict[Span, PolicyRule] = {}
        keys: set[str] = set()
        for span in sorted(found):
            question, means = asked(text, found[span])
            if question_key(question) in keys:
                question = f"{question[:-1]} ({len(keys)})?"
            keys.add(question_key(question))
            rules[span] = PolicyRule(f"r{len(rules) + 1}", span, question, yes_means=means)
        return Policy(
            title="Draft",
            domain="",
            rule_text=rule_text,
            rules=tuple(rules.values()),
            questions=tuple(
                PolicyQuestion(question, logic_of(formula, rules))
                for question, formula in answers.items()
                if formula is not None
            ),
            irrelevant_questions=tuple(q for q, formula in answers.items() if formula is None),
            drafted_by=self.name,
        )


def logic_of(formula: Formula, rules: Mapping[Span, PolicyRule]) -> Expression:
    """The logic over rules that a formula over clauses stands for."""
    match formula:
        case Clause(span=span):
            name = Name(rules[span].id)
            return name if rules[span].yes_means is State.MET else Not(name)
        case Deny(of=inner):
            return Not(logic_of(inner, rules))
        case All(parts=parts):
            return And(tuple(logic_of(part, rules) for part in parts))
        case Any(parts=parts):
            return Or(tuple(logic_of(part, rules) for part in parts))
