"""What a reviewer is shown of a policy: where to look first, and what the logic comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from e3.language.en import said_tests
from e3.language.en import studio as words
from e3.language.en.comparisons import compared
from e3.language.en.stating import yes_if
from e3.policy.checking import checked
from e3.policy.comparing import comparison
from e3.policy.faults import Fault
from e3.policy.logic import And, Expression, Name, Not, Or, written
from e3.policy.policy import Policy, PolicyRule
from e3.policy.units import are_alike
from e3.policy.writing import policy_object


class Part(StrEnum):
    """What a drafter can be unsure of."""

    RULE = "rule"
    """Whether it is one, and where it begins and ends."""
    QUESTION = "question"
    """How it is asked."""
    POLARITY = "polarity"
    """What a yes means, and which side it speaks for."""
    ANSWERED = "answered"
    """Whether the text answers a question."""
    LOGIC = "logic"
    """How the rules hang together."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A part of a draft, and how sure the drafter is of it."""

    sure: float
    part: Part
    rule: str | None = None
    question: int | None = None

    def sentence(self, policy: Policy) -> str:
        """What to look at."""
        if self.rule is not None:
            number = [rule.id for rule in policy.rules].index(self.rule) + 1
            return words.look_at_rule(number, self.part.value)
        assert self.question is not None
        return words.look_at_answer(policy.questions[self.question].question, self.part.value)


def unsure(policy: Policy) -> tuple[Unsure, ...]:
    """All parts of a draft that nobody has accepted or changed, the least sure first."""
    return tuple(sorted(_unsure(policy), key=lambda each: each.sure))


def _unsure(policy: Policy) -> Iterator[Unsure]:
    # A drafter that is as sure of each question as of any other says nothing of this one.
    shares = {rule.confidence.question for rule in policy.rules if rule.confidence}
    for rule in policy.rules:
        if sure := rule.confidence:
            yield Unsure(sure.rule, Part.RULE, rule.id)
            if len(shares) > 1:
                yield Unsure(sure.question, Part.QUESTION, rule.id)
            yield Unsure(sure.polarity, Part.POLARITY, rule.id)
    for number, asked in enumerate(policy.questions):
        confidence = asked.confidence
        if confidence is None:
            continue
        for sure_of, part in (
            (confidence.answered, Part.ANSWERED),
            (confidence.logic, Part.LOGIC),
        ):
            if sure_of < 1.0:  # what a person has put right is certain
                yield Unsure(sure_of, part, question=number)


class Speaks(StrEnum):
    """Which side a yes to a rule's question speaks for."""

    FOR = "for"
    AGAINST = "against"
    BOTH = "both"
    NOT_USED = "not used"


def speaks(policy: Policy, rule: str, question: int) -> Speaks:
    """What a yes to a rule speaks for, in the logic of one of the questions."""
    sides = set(_sides(policy.questions[question].yes_when, rule, is_for=True))
    if len(sides) == 2:
        return Speaks.BOTH
    return Speaks.NOT_USED if not sides else Speaks.FOR if sides == {True} else Speaks.AGAINST


def _sides(logic: Expression, rule: str, *, is_for: bool) -> Iterator[bool]:
    match logic:
        case Name(id=id):
            if id == rule:
                yield is_for
        case Not(of=inner):
            yield from _sides(inner, rule, is_for=not is_for)
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from _sides(part, rule, is_for=is_for)


def compares(policy: Policy, rule: PolicyRule) -> str | None:
    """What a rule compares: "Your age: 60 or over"; None where it is asked with yes and no."""
    fact = policy.fact_of(rule)
    return None if fact is None or rule.value is None else said_tests.compares(fact, rule.value)


def asked_otherwise(policy: Policy) -> Iterator[str]:
    """Where the words of a rule's question say another test than the one that it has."""
    for number, rule in enumerate(policy.rules, start=1):
        fact, value, asked = policy.fact_of(rule), rule.value, compared(rule.question)
        if fact is None or value is None or asked is None or fact.kind is not asked.kind:
            continue
        if not are_alike(asked.unit, value.unit):
            continue
        said = comparison(asked.test, asked.kind).in_unit(asked.unit, value.unit)
        if said != comparison(value.test, fact.kind):
            test = said_tests.test_in_words(fact, value)
            yield words.asks_otherwise(number, rule.question, test)


def sentence(policy: Policy, question: int) -> str:
    """When the answer is yes: "Yes if you live in Ashby and do not owe a fine."."""
    return yes_if(policy, policy.questions[question].yes_when)


def formula(policy: Policy, question: int) -> str:
    """The logic of an answer as it is written: a and (b or not c)."""
    return written(policy.questions[question].yes_when)


def doubts(policy: Policy) -> tuple[Fault, ...]:
    """What `e3 check` warns of: what can be followed, but was hardly meant."""
    return checked(policy_object(policy)).faults
