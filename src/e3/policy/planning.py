"""Which rule to ask for next, so that few have to be (query planning over boolean logic)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from e3.policy.logic import And, Expression, Name, Not, Or, given


def best_question(
    expression: Expression, known: Mapping[str, bool], may_ask: Collection[str]
) -> str:
    """Of the rules that may be asked for, the one that leads soonest to the answer.

    Yes and no are taken for equally likely. Part by part is asked, and of parts that belong
    together first the one that ends the most for the fewest questions; where rules stand once,
    no other way of going part by part takes fewer questions on average. The value must be open,
    and depend on a rule that may be asked for.
    """
    rest = given(expression, known)
    assert not isinstance(rest, bool)
    plan = _planned(rest, may_ask)
    assert plan.first is not None
    return plan.first


@dataclass(frozen=True, slots=True)
class _Plan:
    """What asking for a part costs, how likely it is true, and with which rule that begins."""

    first: str | None
    """None where all of it was asked for, and is not known."""
    questions: float
    yes: float


def _planned(expression: Expression, may_ask: Collection[str]) -> _Plan:
    match expression:
        case Name(id=name):
            return _Plan(name, 1.0, 0.5) if name in may_ask else _Plan(None, 0.0, 0.5)
        case Not(of=inner):
            plan = _planned(inner, may_ask)
            return _Plan(plan.first, plan.questions, 1.0 - plan.yes)
        case And(parts=parts):
            return _in_turn([_planned(part, may_ask) for part in parts], ends=False)
        case Or(parts=parts):
            return _in_turn([_planned(part, may_ask) for part in parts], ends=True)


def _in_turn(parts: list[_Plan], *, ends: bool) -> _Plan:
    """Parts that are asked for until one comes out as `ends`."""

    def ended(plan: _Plan) -> float:
        return plan.yes if ends else 1.0 - plan.yes

    to_ask = [plan for plan in parts if plan.first is not None]
    if not to_ask:
        return _Plan(None, 0.0, 0.5)
    best_first = sorted(to_ask, key=lambda plan: -ended(plan) / plan.questions)
    questions, goes_on = 0.0, 1.0
    for plan in best_first:
        questions += goes_on * plan.questions
        goes_on *= 1.0 - ended(plan)
    return _Plan(best_first[0].first, questions, 1.0 - goes_on if ends else goes_on)
