"""What a story tells of values: by grammar and arithmetic, for the person to confirm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from e3.interview.events import Understood, UnderstoodValue
from e3.interview.values import checked_value
from e3.language.en.told_value import ToldValue
from e3.language.en.told_values import told_values
from e3.language.en.value_questions import value_question
from e3.language.en.whose_values import amount_in, asks_of_past, tells
from e3.policy.amounts import Amount, BadValue, written
from e3.policy.answers import Answer
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, Value
from e3.policy.policy import Policy


def understood_values(policy: Policy, story: str, today: date) -> tuple[UnderstoodValue, ...]:
    """The facts of a policy that a story tells, each once and without a doubt."""
    told = list(told_values(story, today))
    found = []
    for fact in policy.facts:
        if fact.since is not None or fact.kind is Kind.CHOICE:
            continue
        one = _Story(story, told, today).only(fact.question, fact.kind, fact.unit)
        if one is None:
            continue
        each, amount = one
        try:
            value = checked_value(policy, fact, Value(written(amount), fact.unit), today)
        except BadValue:
            continue
        found.append(UnderstoodValue(fact.id, each.words, value))
    return tuple(found)


def compared_in(policy: Policy, story: str, today: date) -> Iterator[Understood]:
    """The rules that a story settles by a value, where no fact of the policy asks for that."""
    told = list(told_values(story, today))
    for rule in policy.rules:
        value = rule.value
        question = value_question(rule.question)
        if value is None or policy.fact_of(rule) is not None or question is None:
            continue
        kind = Kind(value.kind)
        one = _Story(story, told, today).only(question, kind, value.unit, exactly=True)
        if one is not None:
            try:
                holds = comparison(value.test, value.kind).holds(one[1])
            except ValueError:  # nobody checks the test of a value that is not asked for
                continue
            yield Understood(rule.span, one[0].words, Answer.YES if holds else Answer.NO)


@dataclass(frozen=True, slots=True)
class _Story:
    """A story and the values that it tells."""

    text: str
    told: Sequence[ToldValue]
    today: date

    def only(
        self, question: str, kind: Kind, unit: str, *, exactly: bool = False
    ) -> tuple[ToldValue, Amount] | None:
        """The one value that answers a question; two that differ leave a doubt."""
        found = [
            (each, amount)
            for each in self.told
            if tells(each, self.text, question, kind, unit)
            and (amount := amount_in(each, kind, unit, self.today, exactly=exactly)) is not None
            and not (isinstance(amount, date) and amount > self.today and asks_of_past(question))
        ]
        return found[0] if len({amount for _, amount in found}) == 1 else None
