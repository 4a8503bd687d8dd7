"""Boundary cases: the values at which rules turn, and what people with them get."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.policy.test_ranges import AGE, BALANCE, BIRTH, INCOME, WEIGHT, policy_of
from tests.studio.passes import DAYS, ISSUE, bus_pass

from e3.errors import BadInput
from e3.policy.amounts import amount_of, last_day, whole_units, written
from e3.policy.boundaries import boundary_values
from e3.policy.comparing import comparison
from e3.policy.people import said_by
from e3.policy.ranges import ranges
from e3.studio.boundaries import boundary_cases
from e3.studio.cases import generated, table

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("fact", "tests", "values"),
    [
        (AGE, (">= 60",), "59 years, 60 years, 61 years"),
        (AGE, ("< 1",), "0 years, 1 years, 2 years"),
        (AGE, (">= 0",), "0 years, 1 years"),
        (AGE, (("< 18", "months"),), "1 years, 2 years"),
        (INCOME, ("<= 125.5",), "125.49 GBP, 125.5 GBP, 125.51 GBP"),
        (WEIGHT, (("< 11", "stone"),), "10 stone, 11 stone, 12 stone"),
        (WEIGHT, ("<= 1", ">= 1.5"), "0 kg, 1 kg, 1.4 kg, 1.5 kg, 1.6 kg, 2 kg"),
        (WEIGHT, ("<= 99", ">= 100"), "98 kg, 99 kg, 99.5 kg, 100 kg, 101 kg"),
        (BALANCE, ("> 0",), "-1, 0, 1"),
        (BIRTH, ("< 1959-03-01",), "1959-02-28, 1959-03-01, 1959-03-02"),
        (BIRTH, ("<= 0001-01-01",), "0001-01-01, 0001-01-02"),
    ],
)
def test_before_at_and_after(fact: dict[str, str], tests: tuple[str, ...], values: str) -> None:
    policy = policy_of(fact, *tests)
    found = boundary_values(policy, policy.facts[0])
    assert ", ".join(f"{value.text} {value.unit}".strip() for value in found) == values


@given(
    fact=st.sampled_from([AGE, WEIGHT, BALANCE]),
    tests=st.lists(
        st.tuples(st.sampled_from([">", ">=", "<", "<=", "=="]), st.integers(0, 12)),
        min_size=1,
        max_size=4,
    ),
)
def test_every_range_has_a_value(fact: dict[str, str], tests: list[tuple[str, int]]) -> None:
    try:
        policy = policy_of(fact, *[f"{sign} {number}" for sign, number in tests])
    except BadInput:
        return
    found = boundary_values(policy, policy.facts[0])
    numbers = [Fraction(value.text) for value in found]
    assert numbers == sorted(set(numbers))
    for each in ranges(policy, policy.facts[0]):
        assert any(each.has(number) for number in numbers)


@given(
    until=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
    count=st.integers(0, 900),
    unit=st.sampled_from(["days", "weeks", "months", "years"]),
)
def test_the_last_day_since_which_it_is_so_long(until: date, count: int, unit: str) -> None:
    day = last_day(count, until, unit)
    assert whole_units(day, until, unit) == count
    assert whole_units(day + timedelta(days=1), until, unit) < count


def test_people_differ_in_one_fact_and_it_decides() -> None:
    age, days = boundary_cases(bus_pass(), 0, TODAY)
    assert (age.fact.id, days.fact.id) == ("your age", "days since issue")
    said = {id: said.value for id, said in age.otherwise.items()}
    assert said == {"live": "yes", "learns": "yes", "fresh": "yes"}
    gets = {case.value.text: case.result.gets.value for case in age.cases}
    free = dict.fromkeys(("15", "16", "17", "18", "61"), "yes")
    assert gets == {**free, **dict.fromkeys(("19", "59", "60"), "no")}
    assert [(c.value.text, c.told.text, c.result.gets.value) for c in days.cases] == [
        ("29", "2026-10-20", "yes"),
        ("30", "2026-10-19", "yes"),
        ("31", "2026-10-18", "no"),
    ]
    # Nobody is over 60, under 16 and in between.
    assert sum(days.otherwise[id].value == "yes" for id in ("old", "young", "mid")) == 1


def test_who_is_61_tomorrow_is_60_today() -> None:
    birth = {"id": "birth", "kind": "date", "question": "When were you born?"}
    age = {"id": "your age", "kind": "number", "unit": "years", "since": "birth"}
    policy = bus_pass(facts=[birth, age, ISSUE, DAYS])
    cases = {case.value.text: case for case in boundary_cases(policy, 0, TODAY)[0].cases}
    assert (cases["60"].told.text, cases["60"].result.gets.value) == ("1965-11-19", "no")
    assert (cases["61"].told.text, cases["61"].result.gets.value) == ("1965-11-18", "yes")
    # As a test it is the age: a day would come out otherwise tomorrow.
    assert cases["60"].result.person.values.keys() == {"your age"}


def test_the_verdict_of_a_value_is_that_of_its_tests() -> None:
    policy = bus_pass()
    for of in boundary_cases(policy, 0, TODAY):
        for case in of.cases:
            said = said_by(policy, case.result.person)
            for rule in policy.rules:
                if rule.value is not None and rule.value.fact == of.fact.id:
                    test = comparison(rule.value.test, of.fact.kind)
                    holds = test.holds(amount_of(of.fact, case.value))
                    assert said[rule.id].value == ("yes" if holds else "no")


def test_a_fact_that_an_answer_does_not_need_is_not_tried() -> None:
    asked = [{"question": "Where?", "yes_when": "live and learns"}]
    assert boundary_cases(bus_pass(questions=asked), 0, TODAY) == ()


def test_nobody_is_made_up_who_can_not_be() -> None:
    policy = bus_pass()
    every = table(policy, 0)
    assert every is not None
    for case in (*every, *generated(policy, 0)):
        said = said_by(policy, case.person)
        assert sum(said[id].value == "yes" for id in ("old", "young", "mid")) <= 1
    assert len(every) == 2**3 * 4


def test_amounts_are_written_without_what_says_nothing() -> None:
    for text in ("0", "60", "100", "-12.5", "0.000001", "123456789012345.678901"):
        assert written(Fraction(text)) == text
    assert written(Fraction(1, 3)) == "0.333333"
