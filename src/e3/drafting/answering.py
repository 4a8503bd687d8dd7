"""The answers that a text gives: the statements that bear on a question, put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from e3.drafting.assembly import answer
from e3.drafting.bearing import Relevance
from e3.drafting.formula import Clause, Formula, kept
from e3.drafting.outline import outline
from e3.drafting.statements import Statement, statements
from e3.policy.rule_text import RuleText

SURE = 0.5
"""From which on a clause is taken for one that bears on a question."""


@dataclass(frozen=True)
class Answering:
    """A text taken apart."""

    text: str
    statements: Sequence[Statement]

    @classmethod
    def of(cls, rule_text: RuleText) -> Answering:
        """Takes a text apart."""
        return cls(rule_text.text, statements(rule_text.text, outline(rule_text)))

    def answer(self, question: str) -> Formula | None:
        """When the answer is yes; None where the text does not say."""
        return answer(self.bearing(question), question)

    def bearing(self, question: str) -> list[Statement]:
        """The statements with those of their clauses alone that bear on a question."""
        relevance = Relevance(self.text, self.statements, question)
        found = []
        for place, statement in enumerate(self.statements):

            def is_sure(clause: Clause, place: int = place) -> bool:
                return relevance.sureness(place, clause) >= SURE

            when, duty = kept(statement.when, is_sure), kept(statement.duty, is_sure)
            found.append(replace(statement, when=when, duty=duty))
        return found
