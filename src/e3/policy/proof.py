"""Why a verdict follows from the answers: a proof over the rules that were needed for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from e3.policy.logic import And, Expression, Name, Not, Or, given, names, without_denials


@dataclass(frozen=True, slots=True)
class ByAnswer:
    """A rule was answered so."""

    rule: str
    yes: bool


@dataclass(frozen=True, slots=True)
class AllOf:
    """Each of several parts was needed."""

    parts: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several parts was enough."""

    part: Proof
    others: tuple[Expression, ...]
    """What would have been enough as well, or still would be."""


@dataclass(frozen=True, slots=True)
class Whatever:
    """So it is however some rules are answered, as "a or not a" is; what was answered counts."""

    open: tuple[str, ...]
    answered: tuple[ByAnswer, ...]


Proof = ByAnswer | AllOf | OneOf | Whatever


def prove(expression: Expression, known: Mapping[str, bool], *, verdict: bool) -> Proof:
    """The shortest proof, in the order of the logic, that known answers make it this verdict.

    They must: see `Diagram.value`.
    """
    wanted = without_denials(expression, denied=not verdict)
    return _proof(wanted, known)


def _proof(wanted: Expression, known: Mapping[str, bool]) -> Proof:
    """Why an expression with denials before rules alone is true."""
    if given(wanted, known) is not True:
        rules = sorted(names(wanted))
        answered = tuple(ByAnswer(rule, known[rule]) for rule in rules if rule in known)
        return Whatever(tuple(rule for rule in rules if rule not in known), answered)
    match wanted:
        case Name(id=rule):
            return ByAnswer(rule, True)
        case Not(of=Name(id=rule)):
            return ByAnswer(rule, False)
        case And(parts=parts):
            return AllOf(tuple(_proof(part, known) for part in parts))
        case Or(parts=parts):
            enough = [(_proof(p, known), p) for p in parts if given(p, known) is True]
            proof, taken = min(enough, key=lambda each: size(each[0]))
            return OneOf(proof, tuple(part for part in parts if part is not taken))
    raise AssertionError("denials stand before rules alone")


def size(proof: Proof) -> int:
    """How many answers a proof rests on."""
    match proof:
        case ByAnswer():
            return 1
        case AllOf(parts=parts):
            return sum(map(size, parts))
        case OneOf(part=part):
            return size(part)
        case Whatever(answered=answered):
            return len(answered)


def rests_on(proof: Proof) -> frozenset[str]:
    """The rules whose answers a proof rests on."""
    match proof:
        case ByAnswer(rule=rule):
            return frozenset([rule])
        case AllOf(parts=parts):
            return frozenset().union(*map(rests_on, parts))
        case OneOf(part=part):
            return rests_on(part)
        case Whatever(answered=answered):
            return frozenset(each.rule for each in answered)
