"""Proofs, what would change a verdict, and plans, against trying out every case."""

from itertools import combinations, product

from hypothesis import assume, settings
from hypothesis import given as cases
from tests.policy.test_logic import EXPRESSIONS, KNOWN, NAMES, truth, worlds

from e3.policy.changes import changes
from e3.policy.diagram import Diagram
from e3.policy.logic import Expression, names, occurrences, parse
from e3.policy.planning import best_question
from e3.policy.proof import AllOf, ByAnswer, OneOf, Whatever, prove, rests_on


@cases(EXPRESSIONS, KNOWN)
@settings(max_examples=200)
def test_what_a_proof_rests_on_is_enough(expression: Expression, known: dict[str, bool]) -> None:
    diagram = Diagram.of(expression)
    verdict = diagram.given(known).value
    assume(verdict is not None)
    assert verdict is not None
    rules = rests_on(prove(expression, known, verdict=verdict))
    assert rules <= known.keys()
    assert diagram.given({rule: known[rule] for rule in rules}).value is verdict


def test_proofs_as_a_person_would_give_them() -> None:
    logic = parse("a and (b or c or d)")
    yes = prove(logic, {"a": True, "b": False, "c": True}, verdict=True)
    enough = OneOf(ByAnswer("c", True), (parse("b"), parse("d")))
    assert yes == AllOf((ByAnswer("a", True), enough))
    no = prove(logic, {"a": False, "b": True}, verdict=False)
    assert no == OneOf(ByAnswer("a", False), (parse("not b and not c and not d"),))
    short = prove(parse("(a and b) or c"), {"a": True, "b": True, "c": True}, verdict=True)
    assert isinstance(short, OneOf)
    assert short.part == ByAnswer("c", True)
    either = prove(parse("(a and b) or (not a and c)"), {"b": True, "c": True}, verdict=True)
    assert either == Whatever(("a",), (ByAnswer("b", True), ByAnswer("c", True)))


@cases(EXPRESSIONS, KNOWN)
@settings(max_examples=200)
def test_no_fewer_answers_turn_a_verdict(expression: Expression, known: dict[str, bool]) -> None:
    diagram = Diagram.of(expression)
    verdict = diagram.given(known).value
    assume(verdict is not None)
    assert verdict is not None
    found = changes(diagram, known, verdict=verdict)
    least = fewest(expression, known, verdict)
    if least is None:
        assert found == ()
        return
    for change in found:
        assert len(change.others) == least
        assert all(known[rule] is not yes for rule, yes in change.others.items())
        assert known.keys().isdisjoint(change.then)
        after = {**known, **change.others, **change.then}
        assert diagram.given(after).value is (not verdict)
    assert len({frozenset(change.others) for change in found}) == len(found)


def fewest(expression: Expression, known: dict[str, bool], verdict: bool) -> int | None:
    """How many known answers must change for the other verdict to be possible."""
    for count in range(len(known) + 1):
        for turned in combinations(known, count):
            after = {**known, **{rule: not known[rule] for rule in turned}}
            if any(truth(expression, {**world, **after}) is not verdict for world in worlds()):
                return count
    return None


def test_what_would_change_it_is_told_as_far_as_one_reads() -> None:
    logic = parse(" and ".join(f"(a{n} or b{n})" for n in range(20)))
    known = {f"{letter}{n}": True for n in range(20) for letter in "ab"}
    found = changes(Diagram.of(logic), known, verdict=True)
    assert len(found) == 6
    assert all(len(change.others) == 2 for change in found)


def average(expression: Expression, *, planned: bool) -> float:
    """The mean number of questions to everybody, planned or in the order of the names."""
    diagram, rules = Diagram.of(expression), sorted(names(expression))
    asked = 0
    for values in product((True, False), repeat=len(rules)):
        person = dict(zip(rules, values, strict=True))
        known: dict[str, bool] = {}
        while (rest := diagram.given(known)).value is None:
            best = best_question(expression, known, rest.matters)
            rule = best if planned else min(rest.matters)
            assert rule in rest.matters
            known[rule] = person[rule]
            asked += 1
    people: int = 2 ** len(rules)
    return asked / people


@cases(EXPRESSIONS)
@settings(max_examples=60)
def test_plans_need_no_more_questions_where_rules_stand_once(expression: Expression) -> None:
    assume(len(list(occurrences(expression))) == len(names(expression)))
    assert average(expression, planned=True) <= average(expression, planned=False) + 1e-9


def test_a_plan_asks_first_what_ends_most() -> None:
    logic = parse("(a and b and c) or d")
    assert best_question(logic, {}, set(NAMES)) == "d"
    assert best_question(logic, {}, {"a", "b", "c"}) == "a"
    assert average(logic, planned=True) < average(logic, planned=False)
