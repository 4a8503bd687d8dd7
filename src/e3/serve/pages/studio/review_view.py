"""What the review page shows of a draft: the text, the rules in groups, what to look at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from e3.language.en.studio import seam
from e3.language.en.wording import clause_line
from e3.policy.policy import Policy, PolicyRule
from e3.policy.ranges import seams
from e3.serve.pages.marks import Mark, Paragraph, paragraphs
from e3.serve.pages.studio.look_first import First, looked_at_first
from e3.serve.refusals import sentence as sentence_of
from e3.studio.cases import kept
from e3.studio.nodes import Kind, Node, nodes, tree
from e3.studio.review import (
    Speaks,
    asked_otherwise,
    compares,
    doubts,
    formula,
    sentence,
    speaks,
)

_HUES = 8
_SHOWN = 5
"""Things to look at first that are shown at once."""

_HEADINGS = {
    (Kind.ALL, False): "All of these are needed",
    (Kind.ANY, False): "One of these is enough",
    (Kind.ALL, True): "Not all of these together",
    (Kind.ANY, True): "None of these",
}
_OTHER = {Kind.ALL: ("any", "one is enough"), Kind.ANY: ("all", "all are needed")}
_SPEAKS = {
    Speaks.FOR: "A yes speaks for it",
    Speaks.AGAINST: "A yes speaks against it",
    Speaks.BOTH: "A yes can speak for it or against it",
    Speaks.NOT_USED: "This answer does not need it",
}


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A rule, with the number and the colour that it has in the text."""

    id: str
    number: int
    hue: int
    question: str
    clause: str
    speaks: str
    is_against: bool
    is_open: bool
    """Whether nobody has said yet that the drafter was right."""
    compares: str | None
    """The fact and the test; None where it is asked with yes and no."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the logic as the page draws it: a rule, or a group with a heading."""

    address: str
    rule: RuleCard | None = None
    heading: str = ""
    group: str = ""
    """The address of the group itself, where a "not" stands before it."""
    other: str = ""
    """What the group could be instead."""
    other_words: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A group that parts can be moved into."""

    address: str
    label: str


@dataclass(frozen=True)
class AnswerView:
    """When the answer to one of the questions is yes."""

    place: int
    question: str
    sentence: str
    formula: str
    part: Part
    targets: tuple[Target, ...]


@dataclass(frozen=True)
class ReviewView:
    """A draft, and the logic of one of its questions."""

    answer: AnswerView | None
    """None where it answers no question yet."""
    questions: tuple[str, ...]
    asked: str
    """What was asked and found to be no question of this text."""
    cards: tuple[RuleCard, ...]
    """All rules in the order of the text."""
    others: tuple[RuleCard, ...]
    """Rules that this answer does not need."""
    first: tuple[First, ...]
    more: tuple[First, ...]
    doubts: tuple[str, ...]
    """What can be followed, but was hardly meant."""
    failing: int
    """Tests that do not come out as they should."""
    text: list[list[Paragraph]]


def review_view(policy: Policy, question: int) -> ReviewView:
    """The page about one of the questions."""
    place = question if question < len(policy.questions) else None
    cards = rule_cards(policy, place)
    by_id = {card.id: card for card in cards}
    used = () if place is None else tuple(each.rule for each in nodes(tree(policy, place)))
    first = looked_at_first(policy)
    return ReviewView(
        answer=None if place is None else _answer(policy, place, by_id),
        questions=tuple(each.question for each in policy.questions),
        asked=next(iter(policy.irrelevant_questions), ""),
        cards=cards,
        others=tuple(card for card in cards if card.id not in used),
        first=first[:_SHOWN],
        more=first[_SHOWN:],
        doubts=tuple(_doubts(policy)),
        failing=sum(not case.as_expected for case in kept(policy)),
        text=marked_text(policy),
    )


def rule_cards(policy: Policy, question: int | None) -> tuple[RuleCard, ...]:
    """The rules, numbered as they stand in the text."""
    open_rules = {each.rule for each in looked_at_first(policy)}
    return tuple(
        _card(policy, rule, number, question, is_open=rule.id in open_rules)
        for number, rule in enumerate(policy.rules, start=1)
    )


def marked_text(policy: Policy, only: str | None = None) -> list[list[Paragraph]]:
    """The text with its rules, or with one of them."""
    marks = [
        Mark(rule.span, f"hue hue-{number % _HUES}", f"rule {number}", number, rule.id)
        for number, rule in enumerate(policy.rules, start=1)
        if only in (None, rule.id)
    ]
    return paragraphs(policy.rule_text, marks)


def _card(
    policy: Policy, rule: PolicyRule, number: int, question: int | None, *, is_open: bool
) -> RuleCard:
    side = Speaks.NOT_USED if question is None else speaks(policy, rule.id, question)
    return RuleCard(
        rule.id,
        number,
        number % _HUES,
        rule.question,
        clause_line(rule.span.of(policy.rule_text.text)),
        _SPEAKS[side],
        side is Speaks.AGAINST,
        is_open,
        compares(policy, rule),
    )


def _answer(policy: Policy, place: int, cards: dict[str, RuleCard]) -> AnswerView:
    part = _part(tree(policy, place), cards)
    return AnswerView(
        place,
        policy.questions[place].question,
        sentence(policy, place),
        formula(policy, place),
        part,
        tuple(_targets(part)),
    )


def _part(node: Node, cards: dict[str, RuleCard], denied: str | None = None) -> Part:
    """A node; a "not" before it is no part of its own, but belongs to what it denies."""
    if node.kind is Kind.NOT:
        return _part(node.parts[0], cards, str(node.address))
    address = denied or str(node.address)
    if node.kind is Kind.RULE:
        return Part(address, cards[node.rule or ""])
    other, other_words = _OTHER[node.kind]
    return Part(
        address,
        heading=_HEADINGS[node.kind, denied is not None],
        group=str(node.address),
        other=other,
        other_words=other_words,
        parts=tuple(_part(each, cards) for each in node.parts),
    )


def _targets(part: Part) -> Iterator[Target]:
    if part.rule is None:
        numbers = ", ".join(str(card.number) for card in _within(part))
        yield Target(part.group, f"{part.heading}: {numbers}")
        for inner in part.parts:
            yield from _targets(inner)


def _within(part: Part) -> Iterator[RuleCard]:
    if part.rule is not None:
        yield part.rule
    for inner in part.parts:
        yield from _within(inner)


def _doubts(policy: Policy) -> Iterator[str]:
    """What the page does not show otherwise, in words that need no file."""
    for fault in doubts(policy):
        match fault.place:
            case ("rules", int(place), "span"):
                yield f"Rule {place} and rule {place + 1} share words of the text."
            case ("review",):
                yield sentence_of(fault.sentence)
    for each in seams(policy):
        yield seam(policy, each)
    yield from asked_otherwise(policy)
