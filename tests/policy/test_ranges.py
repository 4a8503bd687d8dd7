"""Ranges that rules tell apart: gaps and overlaps where one ends and another begins."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3 import Policy
from e3.errors import BadInput
from e3.policy.checking import checked
from e3.policy.comparing import comparison
from e3.policy.parsing import parse_policy
from e3.policy.ranges import Seam, held_together, ranges, seams

AGE = {"id": "age", "kind": "number", "unit": "years", "question": "How old are you?"}
INCOME = {"id": "income", "kind": "money", "unit": "GBP", "question": "What do you earn?"}
BALANCE = {"id": "balance", "kind": "number", "question": "What is the balance?"}
BIRTH = {"id": "birth", "kind": "date", "question": "When were you born?"}
WEIGHT = {"id": "weight", "kind": "weight", "unit": "kg", "question": "What do you weigh?"}


def fields_of(fact: dict[str, Any], *tests: str | tuple[str, str]) -> dict[str, Any]:
    """A policy in which rules a, b, c have these tests of a fact, some in a unit of their own."""
    values = [
        {"fact": fact["id"], "test": test}
        if isinstance(test, str)
        else {"fact": fact["id"], "test": test[0], "unit": test[1]}
        for test in tests
    ]
    ids = "abcdefgh"[: len(tests)]
    return {
        "title": "A",
        "rule_text": " ".join(f"[{id}]" for id in ids),
        "facts": [fact],
        "rules": [
            {"id": id, "span": f"[{id}]", "question": f"Is it {id}?", "value": value}
            for id, value in zip(ids, values, strict=True)
        ],
        "questions": [{"question": "May I?", "yes_when": " or ".join(ids)}],
    }


def policy_of(fact: dict[str, Any], *tests: str | tuple[str, str]) -> Policy:
    return parse_policy(fields_of(fact, *tests))


def found(fact: dict[str, Any], *tests: str | tuple[str, str]) -> list[tuple[Any, ...]]:
    return [
        (seam.is_gap, seam.at.low, seam.at.high, "".join(seam.before), "".join(seam.after))
        for seam in seams(policy_of(fact, *tests))
    ]


@pytest.mark.parametrize(
    ("fact", "tests", "seam"),
    [
        (AGE, ("< 16", "> 16"), (True, 16, 16, "a", "b")),
        (AGE, ("> 16", "< 16"), (True, 16, 16, "b", "a")),
        (AGE, ("<= 15", ">= 17"), (True, 16, 16, "a", "b")),
        (AGE, (">= 16 and <= 18", ">= 18"), (False, 18, 18, "a", "b")),
        (AGE, ("< 19", ">= 18"), (False, 18, 18, "a", "b")),
        (AGE, ("< 16", "> 16", "< 99"), (True, 16, 16, "a", "b")),
        (AGE, (("< 24", "months"), "> 2"), (True, 2, 2, "a", "b")),
        (INCOME, ("< 100", "> 100"), (True, 100, 100, "a", "b")),
        (INCOME, ("<= 99", ">= 100"), (True, 99, 100, "a", "b")),
        (INCOME, ("<= 100.50", ">= 100.50"), (False, 100.5, 100.5, "a", "b")),
        (BALANCE, ("< -1", "> -1"), (True, -1, -1, "a", "b")),
        (WEIGHT, (("< 10", "stone"), ("> 140", "lb")), (True, 63.5029318, 63.5029318, "a", "b")),
        (
            BIRTH,
            ("< 1959-09-22", "> 1959-09-22"),
            (True, *[date(1959, 9, 22).toordinal()] * 2, "a", "b"),
        ),
    ],
)
def test_what_was_hardly_meant(
    fact: dict[str, Any], tests: tuple[Any, ...], seam: tuple[Any, ...]
) -> None:
    (one,) = found(fact, *tests)
    assert one[:1] + one[3:] == seam[:1] + seam[3:]
    assert [float(end) for end in one[1:3]] == list(seam[1:3])


@pytest.mark.parametrize(
    ("fact", "tests"),
    [
        (AGE, ("< 16", ">= 60")),  # a bus pass: all between pay
        (AGE, ("< 16", ">= 16")),
        (AGE, ("< 18", "< 16")),  # one in the other
        (AGE, ("< 16", "== 16", "> 16")),
        (AGE, (">= 10 and <= 20", "== 15")),
        (AGE, ("> 60", "< 16", ">= 16 and < 19")),
        (INCOME, ("< 100", ">= 100")),
        (INCOME, ("<= 99.50", ">= 100")),
        (BALANCE, ("<= 99", ">= 100")),  # a rating
        (BIRTH, ("< 1959-09-22", ">= 1959-09-22")),
        (BIRTH, ("<= 0001-01-01", ">= 9999-12-31")),
        (AGE, ("> 16",)),
    ],
)
def test_what_may_well_be_meant(fact: dict[str, Any], tests: tuple[str, ...]) -> None:
    assert found(fact, *tests) == []


def test_choices_have_no_ranges() -> None:
    pool = {"id": "pool", "kind": "choice", "question": "Which?", "choices": ["in", "out", "sea"]}
    policy = policy_of(pool, "one of in | out", "one of out | sea")
    assert ranges(policy, policy.facts[0]) == ()
    assert list(seams(policy)) == []
    ((rules, held),) = held_together(policy)
    assert rules == {"a", "b"}
    assert held == {frozenset("a"), frozenset("ab"), frozenset("b")}


def test_nothing_is_below_zero_that_can_not_be() -> None:
    policy = policy_of(AGE, "< 16", ">= 60")
    ends = [(each.low, each.high, "".join(each.rules)) for each in ranges(policy, policy.facts[0])]
    low, high = Fraction(15), Fraction(60)
    assert ends == [(None, low, "a"), (low + 1, high - 1, ""), (high, None, "b")]


SIGNS = st.sampled_from([">", ">=", "<", "<=", "=="])
STEP = Fraction(1, 8)
"""By which values are looked at, where the ends of ranges are halves."""


@st.composite
def drawn_tests(draw: st.DrawFn, scale: int) -> str:
    def number() -> Fraction:
        return Fraction(draw(st.integers(0, 8 * scale)), scale)

    low, high = sorted((number(), number()))
    if low < high and draw(st.booleans()):
        signs = draw(st.sampled_from([">", ">="])), draw(st.sampled_from(["<", "<="]))
        return f"{signs[0]} {float(low):g} and {signs[1]} {float(high):g}"
    return f"{draw(SIGNS)} {float(low):g}"


def brute(policy: Policy, grid: list[Fraction], whole: bool) -> set[tuple[bool, Fraction, str]]:
    """The same by looking at values one after the other."""
    rules = {r.id: comparison(r.value.test, "number") for r in policy.rules if r.value is not None}
    held = [frozenset(id for id, test in rules.items() if test.holds(at)) for at in grid]
    seen = set()
    start = 0
    while start < len(grid):
        end = start
        while end + 1 < len(grid) and held[end + 1] == held[start]:
            end += 1
        here = held[start]
        before = held[start - 1] if start else None
        after = held[end + 1] if end + 1 < len(grid) else None
        one = start == end and (whole or grid[start].denominator <= 2)
        first, last = grid[start] - grid[1], grid[end] + grid[1]
        between = not whole and first.denominator == last.denominator == 1 and last - first == 1
        if before is not None and after is not None and (one or between):
            ends, begins = before - after, after - before
            if ends - here and begins - here and here <= before & after:
                seen.add((True, grid[start], "".join(sorted((ends | begins) - here))))
            elif ends & here and begins & here and one:
                seen.add((False, grid[start], "".join(sorted((ends | begins) & here))))
        start = end + 1
    return seen


def first_of(seam: Seam, step: Fraction) -> Fraction:
    assert seam.at.low is not None
    return seam.at.low if seam.at.has_low else seam.at.low + step


@settings(max_examples=150)
@given(tests=st.lists(drawn_tests(1), min_size=2, max_size=4))
def test_of_whole_values_as_by_looking_at_each(tests: list[str]) -> None:
    try:
        policy = policy_of(AGE, *tests)
    except BadInput:  # nothing can pass such a test
        return
    grid = [Fraction(number) for number in range(12)]
    said = {
        (seam.is_gap, first_of(seam, Fraction(1)), "".join(sorted((*seam.before, *seam.after))))
        for seam in seams(policy)
    }
    assert said == brute(policy, grid, whole=True)


@settings(max_examples=150)
@given(tests=st.lists(drawn_tests(2), min_size=2, max_size=4))
def test_of_all_values_as_by_looking_at_many(tests: list[str]) -> None:
    try:
        policy = policy_of(INCOME, *tests)
    except BadInput:  # nothing can pass such a test
        return
    grid = [number * STEP for number in range(100)]
    said = {
        (seam.is_gap, first_of(seam, STEP), "".join(sorted((*seam.before, *seam.after))))
        for seam in seams(policy)
    }
    assert said == brute(policy, grid, whole=False)


@settings(max_examples=100)
@given(tests=st.lists(drawn_tests(2), min_size=1, max_size=4), number=st.integers(0, 90))
def test_every_value_lies_in_one_range_with_the_rules_that_hold(
    tests: list[str], number: int
) -> None:
    try:
        policy = policy_of(INCOME, *tests)
    except BadInput:  # nothing can pass such a test
        return
    at = Fraction(number, 10)
    (one,) = [each for each in ranges(policy, policy.facts[0]) if each.has(at)]
    holds = {r.id for r in policy.rules if r.value and comparison(r.value.test, "money").holds(at)}
    assert one.rules == holds


def test_the_check_warns_and_says_where() -> None:
    (gap,) = checked(fields_of(AGE, "> 16", "< 16")).faults
    assert (gap.is_fatal, gap.may_be_meant) == (False, True)
    assert gap.place == ("rules", 0, "value", "test")
    assert gap.sentence == "'b' and 'a' leave a gap: none holds where 'age' is 16 years"
    (gap,) = checked(fields_of(INCOME, "<= 99", ">= 100")).faults
    assert gap.sentence.endswith("where 'income' is between 99 and 100 GBP")
    (overlap,) = checked(fields_of(BIRTH, "<= 1959-09-22", ">= 1959-09-22")).faults
    assert overlap.sentence == "'a' and 'b' overlap where 'birth' is 1959-09-22"
