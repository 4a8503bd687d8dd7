"""The answers that a text gives: the statements that bear on a question, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from e3.drafting import shares
from e3.drafting.assembly import answer
from e3.drafting.bearing import Relevance
from e3.drafting.formula import Clause, Formula, clauses_of, kept
from e3.drafting.outline import outline
from e3.drafting.statements import Statement, statements
from e3.policy.rule_text import RuleText

SURE = 0.5
"""From which on a clause is taken for one that bears on a question."""


@dataclass(frozen=True)
class GivenAnswer:
    """When the answer to a question is yes."""

    when: Formula | None
    """None where the text has no condition at all."""
    sure: Mapping[Clause, float]
    """How likely each clause of the text is to bear on the question."""
    sides: Mapping[Clause, float]
    """How likely each clause is to speak for the side that the formula says."""
    logic: float
    """How likely the formula is, if its clauses are right."""
    likely: float
    """How likely the text is to answer the question."""
    right: float | None = None
    """How likely somebody who follows it gets the right answer, where that is known as a whole."""


@dataclass(frozen=True)
class Answering:
    """A text taken apart."""

    text: str
    statements: Sequence[Statement]

    @classmethod
    def of(cls, rule_text: RuleText) -> Answering:
        """Takes a text apart."""
        return cls(rule_text.text, statements(rule_text.text, outline(rule_text)))

    def answer(self, question: str, likely: float = 1.0) -> GivenAnswer:
        """The answer to a question, as if the text were about it."""
        relevance = Relevance(self.text, self.statements, question)
        sure = self._sure(relevance)
        sides = {clause: shares.polarity(clause.form) for clause in sure}
        for least in (SURE, max(sure.values(), default=1.0)):
            if found := answer(self._bearing(sure, least), self.text, question):
                return GivenAnswer(found, sure, sides, _logic(found), likely)
        return GivenAnswer(None, sure, sides, 1.0, likely)

    def _sure(self, relevance: Relevance) -> dict[Clause, float]:
        sure: dict[Clause, float] = {}
        for place, statement in enumerate(self.statements):
            clauses = (*clauses_of(statement.when), *clauses_of(statement.duty))
            each = {clause: relevance.sureness(place, clause) for clause in clauses}
            # The bullets of one list stand or fall together.
            bullets = [clause for clause in clauses if clause.form.startswith("bullet")]
            together = fmean(each[clause] for clause in bullets) if bullets else 0.0
            sure |= each | dict.fromkeys(bullets, together)
        return sure

    def _bearing(self, sure: Mapping[Clause, float], least: float) -> list[Statement]:
        """The statements with those of their clauses alone that are sure enough."""
        return [
            replace(
                statement,
                when=kept(statement.when, lambda clause: sure[clause] >= least),
                duty=kept(statement.duty, lambda clause: sure[clause] >= least),
            )
            for statement in self.statements
        ]


def _logic(formula: Formula) -> float:
    return shares.logic(sum(1 for _ in clauses_of(formula)))
