"""What rules ask of a fact, as it is said to a person: "60 or over", "before 22 September 1959"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from e3.harmless import one_line
from e3.language.en.said_values import fact_name, value_in_words
from e3.policy.amounts import is_age, written
from e3.policy.comparing import Bound, Comparison, comparison
from e3.policy.facts import Kind, PolicyFact, RuleValue, Value
from e3.policy.ranges import Range

_OF_A_DAY = {
    ">": "after {}",
    ">=": "on or after {}",
    "<": "before {}",
    "<=": "on or before {}",
    "==": "on {}",
}
_OF_AN_AGE = {
    ">": "over {}",
    ">=": "{} or over",
    "<": "under {}",
    "<=": "{} or under",
    "==": "exactly {}",
}
_OF_AN_AMOUNT = {
    ">": "more than {}",
    ">=": "{} or more",
    "<": "less than {}",
    "<=": "{} or less",
    "==": "exactly {}",
}


def compares(fact: PolicyFact, value: RuleValue) -> str:
    """What a rule compares: "Your age: 60 or over"."""
    return f"{fact_name(fact.id)}: {test_in_words(fact, value)}"


def test_in_words(fact: PolicyFact, value: RuleValue) -> str:
    """What a rule asks of a fact: "60 or over"."""
    return _in_words(fact, value.unit, comparison(value.test, fact.kind))


def range_in_words(fact: PolicyFact, of: Range) -> str:
    """The values of a range: "16 to 18"; of one value that alone."""
    test = of.test(fact)
    if not test.bounds:
        return "whatever it is"
    if test.bounds[0].sign == "==":
        return _amount(fact, fact.unit, test.bounds[0])
    return _in_words(fact, fact.unit, test)


def value_of_fact(fact: PolicyFact, value: Value) -> str:
    """A value of a fact; of an age without its unit."""
    return one_line(value.text) if _is_in_years(fact, value.unit) else value_in_words(value)


def listed(parts: Sequence[str], word: str) -> str:
    """Parts as a list: "a, b or c"."""
    *before, last = parts
    return f"{', '.join(before)} {word} {last}" if before else last


def _in_words(fact: PolicyFact, unit: str, test: Comparison) -> str:
    if test.choices:
        return listed([one_line(choice) for choice in test.choices], "or")
    if [bound.sign for bound in test.bounds] == [">=", "<="]:
        low, high = (_amount(fact, unit, bound) for bound in test.bounds)
        return f"{'from ' if fact.kind is Kind.DATE else ''}{low} to {high}"
    words = _words(fact)
    said = (words[bound.sign].format(_amount(fact, unit, bound)) for bound in test.bounds)
    return " and ".join(said)


def _words(fact: PolicyFact) -> Mapping[str, str]:
    if fact.kind is Kind.DATE:
        return _OF_A_DAY
    return _OF_AN_AGE if is_age(fact) else _OF_AN_AMOUNT


def _amount(fact: PolicyFact, unit: str, bound: Bound) -> str:
    value = Value(written(bound.at), "" if fact.kind is Kind.DATE else unit)
    return value_of_fact(fact, value)


def _is_in_years(fact: PolicyFact, unit: str) -> bool:
    return is_age(fact) and unit == "years"
