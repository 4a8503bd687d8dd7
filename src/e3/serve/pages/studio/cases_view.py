"""What the page shows on which a draft is tried: people, what they get, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from e3.language.en.said_tests import value_of_fact
from e3.language.en.said_values import fact_name, value_in_words
from e3.policy.answers import Answer
from e3.policy.facts import PolicyFact
from e3.policy.people import said_by, value_written
from e3.policy.policy import Policy
from e3.serve.pages.studio.review_view import RuleCard, rule_cards
from e3.studio.boundaries import FactCases, boundary_cases
from e3.studio.cases import CaseResult, generated, kept, table
from e3.studio.editing import EditRefused
from e3.studio.review import Speaks, speaks

SAID = {Answer.YES: "Yes", Answer.NO: "No", Answer.UNKNOWN: "Can’t tell"}
_LETTERS = {Answer.YES: "y", Answer.NO: "n"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says to a rule."""

    card: RuleCard
    answer: str
    decides: bool
    """Whether the verdict rests on it."""


@dataclass(frozen=True)
class CaseView:
    """A person, what they get by the logic, and why."""

    code: str
    """Their answers in the order of the rules, for buttons: "yn-"."""
    name: str
    said: tuple[Said, ...]
    gets: str
    outcome: str
    because: str | None
    would_change: tuple[str, ...]
    open: tuple[RuleCard, ...]
    """Rules on which it still depends."""
    expected: str | None = None
    """Where it is kept as a test."""
    passes: bool = True
    place: int | None = None
    """Among the tests."""
    values: tuple[tuple[int, str], ...] = ()
    """What they say of facts, by the places of these."""


@dataclass(frozen=True, slots=True)
class BoundaryLine:
    """Somebody with a value at a boundary of a fact, or next to it."""

    value: str
    told: str | None
    """The day that they say, where the value is computed from it."""
    case: CaseView
    is_kept: bool
    """Whether they are one of the tests."""


@dataclass(frozen=True)
class BoundaryView:
    """People who differ in one fact alone."""

    name: str
    cards: tuple[RuleCard, ...]
    """The rules that their values settle."""
    otherwise: tuple[Said, ...]
    """What all of them say to the other rules."""
    lines: tuple[BoundaryLine, ...]


@dataclass(frozen=True)
class TryView:
    """All cases of one of the questions."""

    place: int
    question: str
    questions: tuple[str, ...]
    cards: tuple[RuleCard, ...]
    """The rules that this answer needs."""
    facts: tuple[tuple[int, PolicyFact], ...]
    """What these compare, by their places."""
    asked: tuple[RuleCard, ...]
    """Those that compare nothing."""
    tests: tuple[CaseView, ...]
    passed: int
    made: tuple[CaseView, ...]
    boundaries: tuple[BoundaryView, ...]
    table: tuple[CaseView, ...] | None


def try_view(policy: Policy, question: int) -> TryView:
    """The page about one of the questions."""
    cards = used_cards(policy, question)
    tests = tuple(
        case_view(policy, cards, result, place)
        for place, result in enumerate(kept(policy))
        if result.person.question == question
    )
    codes = {test.code for test in tests if not test.values}
    told = {(test.code, test.values) for test in tests}
    every = table(policy, question)
    return TryView(
        place=question,
        question=policy.questions[question].question,
        questions=tuple(each.question for each in policy.questions),
        cards=cards,
        facts=tuple(
            (place, fact)
            for place, fact in enumerate(policy.facts)
            if any(policy.fact_of(policy.rule(card.id)) is fact for card in cards)
        ),
        asked=tuple(card for card in cards if card.compares is None),
        tests=tests,
        passed=sum(test.passes for test in tests),
        made=tuple(
            case
            for result in generated(policy, question)
            if (case := case_view(policy, cards, result)).code not in codes
        ),
        boundaries=tuple(
            _boundary(policy, cards, each, told)
            for each in boundary_cases(policy, question, date.today())
        ),
        table=None if every is None else tuple(case_view(policy, cards, each) for each in every),
    )


def case_view(
    policy: Policy, used: Sequence[RuleCard], result: CaseResult, place: int | None = None
) -> CaseView:
    """A person, by the rules that the answer needs; with a place, one of the tests."""
    person = result.person
    answers = said_by(policy, person)
    cards = {card.id: card for card in used}
    return CaseView(
        code=code_of(policy, answers),
        name=person.name,
        said=tuple(
            Said(card, SAID[answer], id in result.rests_on)
            for id, card in cards.items()
            if (answer := answers.get(id)) is not None
        ),
        gets=SAID[result.gets],
        outcome=result.gets.value,
        because=result.because,
        would_change=result.would_change,
        open=tuple(cards[id] for id in result.open if id in cards),
        expected=None if place is None else SAID[person.gets],
        passes=result.as_expected,
        place=place,
        values=tuple(
            (place, value_written(fact, person.values[fact.id]))
            for place, fact in enumerate(policy.facts)
            if fact.id in person.values
        ),
    )


def _boundary(
    policy: Policy, cards: Sequence[RuleCard], of: FactCases, tests: Collection[object]
) -> BoundaryView:
    lines = []
    for each in of.cases:
        case = case_view(policy, cards, each.result)
        told = None if each.told == each.value else value_in_words(each.told)
        value = value_of_fact(of.fact, each.value)
        lines.append(BoundaryLine(value, told, case, (case.code, case.values) in tests))
    others = [card for card in cards if card.id in of.otherwise]
    return BoundaryView(
        fact_name(of.fact.id),
        tuple(card for card in cards if card not in others),
        tuple(Said(card, SAID[of.otherwise[card.id]], False) for card in others),
        tuple(lines),
    )


def code_of(policy: Policy, answers: Mapping[str, Answer]) -> str:
    """Somebody's answers in the order of the rules: y, n, or - where it is not known."""
    said = (answers.get(rule.id, Answer.UNKNOWN) for rule in policy.rules)
    return "".join(_LETTERS.get(each, "-") for each in said)


def answers_of(policy: Policy, code: str) -> dict[str, Answer]:
    """The answers that such a code stands for."""
    if len(code) != len(policy.rules) or set(code) - set("yn-"):
        raise EditRefused("the rules have changed since: choose this person again")
    answers = {"y": Answer.YES, "n": Answer.NO}
    said = zip(policy.rules, code, strict=True)
    return {rule.id: answers[letter] for rule, letter in said if letter != "-"}


def used_cards(policy: Policy, question: int) -> tuple[RuleCard, ...]:
    """The rules that an answer needs."""
    return tuple(
        card
        for card in rule_cards(policy, question)
        if speaks(policy, card.id, question) is not Speaks.NOT_USED
    )
