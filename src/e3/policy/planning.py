"""Which rule to ask for next, so that few have to be (query planning over boolean logic)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from e3.policy.logic import And, Expression, Name, Not, Or, given


def best_question(expression: Expression, known: Mapping[str, bool]) -> str:
    """The rule that leads soonest to the answer, as far as can be told from the logic's form.

    Yes and no are taken for equally likely. Part by part is asked, and of parts that belong
    together first the one that ends the most for the fewest questions; where rules stand once,
    no other way of going part by part takes fewer questions on average. The value must be open.
    """
    rest = given(expression, known)
    assert not isinstance(rest, bool)
    return _planned(rest).first


@dataclass(frozen=True, slots=True)
class _Plan:
    """What asking for a part costs, how likely it is true, and with which rule that begins."""

    first: str
    questions: float
    yes: float


def _planned(expression: Expression) -> _Plan:
    match expression:
        case Name(id=name):
            return _Plan(name, 1.0, 0.5)
        case Not(of=inner):
            plan = _planned(inner)
            return _Plan(plan.first, plan.questions, 1.0 - plan.yes)
        case And(parts=parts):
            return _in_turn([_planned(part) for part in parts], ends=False)
        case Or(parts=parts):
            return _in_turn([_planned(part) for part in parts], ends=True)


def _in_turn(parts: list[_Plan], *, ends: bool) -> _Plan:
    """Parts that are asked for until one comes out as `ends`."""

    def ended(plan: _Plan) -> float:
        return plan.yes if ends else 1.0 - plan.yes

    best_first = sorted(parts, key=lambda plan: -ended(plan) / plan.questions)
    questions, goes_on = 0.0, 1.0
    for plan in best_first:
        questions += goes_on * plan.questions
        goes_on *= 1.0 - ended(plan)
    return _Plan(best_first[0].first, questions, 1.0 - goes_on if ends else goes_on)
