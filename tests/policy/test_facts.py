"""Facts of a policy: read, written, checked, and compared exactly."""

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.errors import BadInput
from e3.policy.amounts import BadValue, amount_of, elapsed, whole_units
from e3.policy.checking import checked
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.parsing import parse_policy, read_policy
from e3.policy.units import are_alike, changed
from e3.policy.writing import as_json, as_yaml, policy_object
from e3.policy.yaml_files import parse_yaml

FIELDS: dict[str, Any] = {
    "title": "Swim",
    "rule_text": "You may swim if you are 60 or over or under 16, weigh under 11 stone, outside.",
    "facts": [
        {"id": "birth", "kind": "date", "question": "When were you born?"},
        {"id": "age", "kind": "number", "unit": "years", "since": "birth"},
        {"id": "weight", "kind": "weight", "unit": "kg", "question": "What do you weigh?"},
        {
            "id": "pool",
            "kind": "choice",
            "question": "Which pool?",
            "choices": ["indoor", "outdoor", "sea"],
        },
    ],
    "rules": [
        {
            "id": "old",
            "span": "you are 60 or over",
            "question": "Are you 60 or over?",
            "value": {"fact": "age", "test": ">= 60"},
        },
        {
            "id": "young",
            "span": "under 16",
            "question": "Are you under 16?",
            "value": {"fact": "age", "test": "< 16"},
        },
        {
            "id": "light",
            "span": "under 11 stone",
            "question": "Do you weigh under 11 stone?",
            "value": {"fact": "weight", "unit": "stone", "test": "< 11"},
        },
        {
            "id": "open",
            "span": "outside",
            "question": "Is it in the open?",
            "value": {"fact": "pool", "test": "one of outdoor | sea"},
        },
    ],
    "questions": [{"question": "May I swim?", "yes_when": "(old or young) and light and open"}],
}


def changed_fields(**fields: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(FIELDS)), **fields}


def test_facts_are_written_as_they_are_read() -> None:
    policy = parse_policy(FIELDS)
    assert policy_object(policy) == FIELDS
    assert parse_policy(json.loads(as_json(policy))) == policy
    assert parse_policy(parse_yaml(as_yaml(policy).encode(), source="it")) == policy
    assert policy.rules[1].value is not None
    assert policy.rules[1].value.kind == "number"
    assert policy.rules[1].value.unit == "years"


def test_a_fact_is_part_of_the_version() -> None:
    policy = parse_policy(FIELDS)
    other = changed_fields()
    other["rules"][0]["value"]["test"] = "> 60"
    assert parse_policy(other).version != policy.version
    without = changed_fields(facts=[])
    for rule in without["rules"]:
        del rule["value"]
    plain = parse_policy(without).version
    without["rules"][0]["value"] = {"fact": "age", "kind": "number", "test": ">= 60"}
    assert parse_policy(without).version == plain


def fault(fields: dict[str, Any]) -> str:
    found = next(fault for fault in checked(fields).faults if fault.is_fatal)
    return f"{'.'.join(map(str, found.place))}: {found.sentence}"


def with_fact(number: int, **fields: Any) -> dict[str, Any]:
    found = changed_fields()
    found["facts"][number] |= fields
    return found


def with_value(number: int, **fields: Any) -> dict[str, Any]:
    found = changed_fields()
    found["rules"][number]["value"] |= fields
    return found


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (with_fact(2, question=""), "facts.2: the fact 'weight' has no question"),
        (with_fact(2, question="Are you under 16?"), "facts.2.question: another question is"),
        (with_fact(1, since="weight"), "facts.1.since: 'weight' is no fact that is a date"),
        (with_fact(1, question="How old?"), "facts.1.question: the fact 'age' is computed"),
        (with_fact(3, choices=["sea"]), "facts.3: the fact 'pool' is a choice"),
        (with_fact(2, choices=["x"]), "facts.2.choices: the fact 'weight' is a weight"),
        (with_value(2, unit="miles"), "rules.2.value.unit: 'miles' can't be changed to 'kg'"),
        (with_value(2, kind="money"), "rules.2.value.kind: 'light' compares a money"),
        (with_value(2, test="< 1959-09-22"), "rules.2.value.test: "),
        (with_value(0, test=">= 19 and < 16"), "rules.0.value.test: nothing can pass"),
        (with_value(3, test="one of lake"), "rules.3.value.test: 'lake' is no choice"),
        (with_value(0, fact="height"), "rules.0.value.fact: there is no fact 'height'"),
    ],
)
def test_what_is_wrong_with_facts(fields: dict[str, Any], says: str) -> None:
    assert fault(fields).startswith(says)


def test_what_is_wrong_has_its_line(tmp_path: Any) -> None:
    path = tmp_path / "swim.yaml"
    path.write_text(
        "title: x\nrule_text: you are 60\nfacts:\n- id: age\n  kind: number\n"
        "  question: How old are you?\nrules:\n- id: a\n  span: you are 60\n"
        "  question: Are you 60?\n  value:\n    fact: age\n    test: '>= 2000-01-01'\n"
    )
    with pytest.raises(BadInput, match=r"swim.yaml:13: '2000-01-01' is no number"):
        read_policy(path)


def test_a_fact_that_no_rule_compares_is_doubted() -> None:
    fields = changed_fields()
    fields["facts"].append({"id": "height", "kind": "distance", "question": "How tall?"})
    [doubt] = checked(fields).faults
    assert (doubt.place, doubt.is_fatal) == (("facts", 4), False)


numbers = st.fractions(min_value=-1000, max_value=1000, max_denominator=1000)


@given(numbers, st.sampled_from([("kg", "stone"), ("miles", "metres"), ("weeks", "days")]))
def test_units_round_trip(amount: Fraction, units: tuple[str, str]) -> None:
    one, other = units
    there = changed(amount, unit=one, to=other)
    assert changed(there, unit=other, to=one) == amount


def test_months_are_never_days() -> None:
    assert are_alike("years", "months")
    assert not are_alike("months", "days")
    assert are_alike("GBP a month", "£ per year")
    assert changed(Fraction(100), unit="GBP a month", to="GBP a year") == 1200
    assert not are_alike("GBP a week", "GBP a year")
    assert not are_alike("hours", "days")


@pytest.mark.parametrize(
    ("test", "passes", "fails"),
    [
        ("> 60", "61", "60"),
        (">= 60", "60", "59"),
        ("< 16", "15", "16"),
        ("<= 16", "16", "16.01"),
        (">= 16 and < 19", "16", "19"),
        ("> 16 and <= 19", "19", "16"),
        ("== 3", "3", "4"),
    ],
)
def test_boundaries_are_exact(test: str, passes: str, fails: str) -> None:
    found = comparison(test, "number")
    assert found.holds(Fraction(passes))
    assert not found.holds(Fraction(fails))


def test_days_are_compared_with_days() -> None:
    before = comparison("< 1959-09-22", "date")
    assert before.holds(date(1959, 9, 21))
    assert not before.holds(date(1959, 9, 22))
    assert not before.holds(Fraction(3))


@pytest.mark.parametrize(
    ("born", "today", "years"),
    [
        (date(2000, 2, 29), date(2018, 2, 28), 17),
        (date(2000, 2, 29), date(2018, 3, 1), 18),
        (date(1960, 5, 1), date(2020, 4, 30), 59),
        (date(1960, 5, 1), date(2020, 5, 1), 60),
    ],
)
def test_an_age_is_counted_in_whole_years(born: date, today: date, years: int) -> None:
    assert whole_units(born, today, "years") == years


@pytest.mark.parametrize(
    ("since", "unit", "count"),
    [
        (date(2026, 11, 11), "weeks", 1),
        (date(2026, 11, 10), "weeks", Fraction(3, 2)),
        (date(2026, 11, 12), "weeks", Fraction(1, 2)),
        (date(2020, 11, 18), "years", 6),
        (date(2020, 11, 17), "years", Fraction(13, 2)),
        (date(2020, 11, 19), "years", Fraction(11, 2)),
        (date(2026, 10, 18), "months", 1),
        (date(2026, 10, 17), "months", Fraction(3, 2)),
        (date(2026, 11, 18), "years", 0),
        (date(2026, 10, 19), "days", 30),
    ],
)
def test_a_day_more_is_more(since: date, unit: str, count: Fraction) -> None:
    assert elapsed(since, date(2026, 11, 18), unit) == count


@given(st.dates(max_value=date(2100, 1, 1)), st.dates(max_value=date(2100, 1, 1)))
def test_time_is_counted_by_the_calendar(one: date, other: date) -> None:
    since, until = sorted((one, other))
    days = whole_units(since, until, "days")
    assert since.toordinal() + days == until.toordinal()
    assert whole_units(since, until, "weeks") == days // 7
    assert 0 <= whole_units(since, until, "years") == whole_units(since, until, "months") // 12


@pytest.mark.parametrize(
    ("kind", "unit", "text"),
    [
        (Kind.NUMBER, "years", "-3"),
        (Kind.NUMBER, "years", "1e400"),
        (Kind.NUMBER, "years", "nan"),
        (Kind.NUMBER, "years", "Infinity"),
        (Kind.NUMBER, "years", "sixty-ish"),
        (Kind.NUMBER, "years", "60.5"),
        (Kind.NUMBER, "years", "9" * 400),
        (Kind.NUMBER, "years", "٦٠"),
        (Kind.COUNT, "children", "2.5"),
        (Kind.WEIGHT, "kg", "1,5"),
        (Kind.MONEY, "GBP", "1.234,50"),
        (Kind.DATE, "", "2026-02-31"),
        (Kind.DATE, "", "31/02/2026"),
        (Kind.DATE, "", "2026-1-1"),
        (Kind.DATE, "", ""),
    ],
)
def test_what_is_no_value_is_refused(kind: Kind, unit: str, text: str) -> None:
    with pytest.raises(BadValue):
        amount_of(PolicyFact("x", kind, unit, "?"), Value(text))


def test_an_age_in_months_is_one_in_whole_years() -> None:
    age = PolicyFact("age", Kind.NUMBER, "years", "How old are you?")
    assert amount_of(age, Value("723", "months")) == 60
    assert not comparison("> 60", "number").holds(amount_of(age, Value("731", "months")))
    assert comparison("> 60", "number").holds(amount_of(age, Value("732", "months")))


def test_other_units_are_taken_exactly() -> None:
    fact = PolicyFact("weight", Kind.WEIGHT, "kg", "?")
    assert amount_of(fact, Value("11", "stone")) == Fraction("69.85322498")
    with pytest.raises(BadValue, match="miles can't be changed to kg"):
        amount_of(fact, Value("11", "miles"))
    assert amount_of(PolicyFact("debt", Kind.MONEY, "GBP", "?"), Value("-12.50")) == -12.5
