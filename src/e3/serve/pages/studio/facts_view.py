"""What the pages of facts show: what is asked for once, by which rules, and how it is compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from e3.language.en import studio as words
from e3.language.en.said_tests import range_in_words
from e3.language.en.said_values import fact_name
from e3.policy.amounts import written
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, PolicyFact, RuleValue
from e3.policy.policy import Policy
from e3.policy.ranges import compared_by, ranges, seams
from e3.policy.units import other_units
from e3.serve.pages.studio.fact_forms import HOW
from e3.serve.pages.studio.review_view import RuleCard, rule_cards

KINDS: Mapping[Kind, str] = {
    Kind.NUMBER: "a number, such as an age or a score",
    Kind.COUNT: "how many there are",
    Kind.MONEY: "money",
    Kind.DATE: "a date",
    Kind.DURATION: "a time, such as days or months",
    Kind.DISTANCE: "a length or a distance",
    Kind.WEIGHT: "a weight",
    Kind.PERCENTAGE: "a percentage",
    Kind.CHOICE: "one of several things",
}

TESTS: Mapping[str, str] = {
    "least": "at least, or from that day on",
    "over": "over, or after that day",
    "most": "at most, or until that day",
    "under": "under, or before that day",
    "exactly": "exactly",
    "from-to": "from … to …, both included",
    "from-under": "from … to under …",
    "over-to": "over … to …",
    "over-under": "over … and under …",
}


@dataclass(frozen=True, slots=True)
class RangeLine:
    """Values of a fact, and the rules that hold for them."""

    values: str
    cards: tuple[RuleCard, ...]


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact, and the rules that compare it."""

    place: int
    name: str
    question: str
    since: str
    """What it is computed from, where it is."""
    counted: str
    """What is computed from it, where something is."""
    cards: tuple[RuleCard, ...]


@dataclass(frozen=True, slots=True)
class FactView:
    """The page of a fact."""

    line: FactLine
    ranges: tuple[RangeLine, ...]
    seams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TestView:
    """The form of a test as it is first shown."""

    how: str = ""
    amount: str = ""
    to: str = ""
    unit: str = ""
    chosen: tuple[str, ...] = ()


def fact_lines(policy: Policy) -> tuple[FactLine, ...]:
    """All facts of a policy."""
    cards = {card.id: card for card in rule_cards(policy, None)}
    return tuple(
        FactLine(
            place,
            fact_name(fact.id),
            fact.question,
            fact_name(fact.since) if fact.since else "",
            ", ".join(fact_name(each.id) for each in policy.facts if each.since == fact.id),
            tuple(cards[rule.id] for rule in policy.rules if policy.fact_of(rule) is fact),
        )
        for place, fact in enumerate(policy.facts)
    )


def fact_view(policy: Policy, place: int) -> FactView:
    """The page of one of them."""
    fact, line = policy.facts[place], fact_lines(policy)[place]
    return FactView(
        line,
        tuple(_range_lines(policy, fact, line.cards)),
        tuple(words.seam(policy, each) for each in seams(policy) if each.fact is fact),
    )


def _range_lines(
    policy: Policy, fact: PolicyFact, cards: Sequence[RuleCard]
) -> Iterator[RangeLine]:
    if fact.kind is Kind.CHOICE:
        tests = compared_by(policy, fact)
        for choice in fact.choices:
            yield RangeLine(choice, tuple(card for card in cards if tests[card.id].holds(choice)))
    for each in ranges(policy, fact):
        held = tuple(card for card in cards if card.id in each.rules)
        yield RangeLine(range_in_words(fact, each), held)


def fact_values(fact: PolicyFact | None, policy: Policy) -> dict[str, str]:
    """The form of a fact as it is first shown."""
    if fact is None:
        return dict.fromkeys(("name", "measures", "unit", "question", "choices", "since"), "")
    since = [each.id for each in policy.facts].index(fact.since) if fact.since else ""
    return {
        "name": fact.id,
        "measures": fact.kind.value,
        "unit": fact.unit,
        "question": fact.question,
        "choices": "\n".join(fact.choices),
        "since": str(since),
    }


def dates(policy: Policy, but: PolicyFact | None) -> list[tuple[str, str]]:
    """The facts that another can be computed from."""
    return [
        (str(place), fact_name(fact.id))
        for place, fact in enumerate(policy.facts)
        if fact.kind is Kind.DATE and fact.since is None and fact is not but
    ]


def test_view(fact: PolicyFact | None, value: RuleValue | None) -> TestView:
    """The form of a test: with the one that a rule has, or empty."""
    unit = fact.unit if fact else ""
    if value is None:
        return TestView(unit=unit)
    test = comparison(value.test, value.kind)
    signs = tuple(bound.sign for bound in test.bounds)
    how = next((name for name, of in HOW.items() if of == signs), "")
    amounts = [written(bound.at) for bound in test.bounds]
    low, high = [*amounts, "", ""][:2]
    return TestView(how, low, high, value.unit, test.choices)


def units_for(fact: PolicyFact) -> tuple[str, ...]:
    """The units that a test of a fact may be in."""
    return () if fact.kind in (Kind.NUMBER, Kind.DATE, Kind.CHOICE) else other_units(fact.unit)
