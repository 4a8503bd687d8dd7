"""Two drafts of one text side by side: what both found, what one found, what to look at first.

Where drafters that work differently agree they are mostly right; so a reviewer begins where they
do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from e3.language.en import comparing as words
from e3.policy.answers import State
from e3.policy.diagram import Branch, Diagram, Node, TooTangled
from e3.policy.logic import And, Expression, Name, Not, Or, names
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.studio.review import Speaks, sentence, speaks
from e3.text import Span, question_key


@dataclass(frozen=True)
class ComparedAnswer:
    """A question, and when either draft answers it with yes."""

    question: str
    sentences: tuple[str | None, str | None]
    """None where a draft finds no answer."""
    alike: float | None
    """The share of all people that both give the same answer; None where that can't be told."""


@dataclass(frozen=True)
class ComparedDrafts:
    """Two drafts of one text."""

    drafts: tuple[Policy, Policy]
    both: tuple[tuple[PolicyRule, PolicyRule], ...]
    only: tuple[tuple[PolicyRule, ...], tuple[PolicyRule, ...]]
    """The rules that only the first has, and only the second."""
    answers: tuple[ComparedAnswer, ...]
    look_first: tuple[str, ...]
    """In sentences, what matters most before the rest."""


def compare(one: Policy, other: Policy) -> ComparedDrafts:
    """What two drafts of the same text have in common."""
    both = tuple(_pairs(one, other))
    paired = {rule.id for rule, _ in both}, {rule.id for _, rule in both}
    only = (
        tuple(rule for rule in one.rules if rule.id not in paired[0]),
        tuple(rule for rule in other.rules if rule.id not in paired[1]),
    )
    compared = _Compared(one, other, both, only)
    return ComparedDrafts(
        (one, other), both, only, tuple(compared.answers()), tuple(compared.look_first())
    )


def _pairs(one: Policy, other: Policy) -> Iterator[tuple[PolicyRule, PolicyRule]]:
    """The rules of both that share half of the shorter one's words, each once."""
    free = list(other.rules)
    for rule in one.rules:
        shared = [_shared(rule.span, each.span) for each in free]
        best = max(shared, default=0)
        if best and 2 * best >= min(len(rule.span), len(free[shared.index(best)].span)):
            yield rule, free.pop(shared.index(best))


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


@dataclass(frozen=True)
class _Compared:
    one: Policy
    other: Policy
    both: tuple[tuple[PolicyRule, PolicyRule], ...]
    only: tuple[tuple[PolicyRule, ...], tuple[PolicyRule, ...]]

    def answers(self) -> Iterator[ComparedAnswer]:
        for question, mine, theirs in self._asked():
            yield ComparedAnswer(
                question,
                (_said(self.one, mine), _said(self.other, theirs)),
                self._alike(mine, theirs) if mine and theirs else None,
            )

    def look_first(self) -> Iterator[str]:
        asked = list(self._asked())
        for question, mine, theirs in asked:
            if mine is None or theirs is None:
                yield words.answered_by_one(question, (self.one if mine else self.other).drafted_by)
        for question, mine, theirs in asked:
            if mine and theirs:
                yield from self._opposites(question, mine, theirs)
        yield from self._found_by_one()
        for question, mine, theirs in asked:
            if mine and theirs and self._same_rules(mine, theirs):
                alike = self._alike(mine, theirs)
                opposites = any(self._opposites(question, mine, theirs))
                if alike is not None and alike < 1 and not opposites:
                    yield words.joined_differently(question)

    def _asked(self) -> Iterator[tuple[str, PolicyQuestion | None, PolicyQuestion | None]]:
        """Every question that either answers."""
        mine, theirs = (
            {question_key(each.question): each for each in policy.questions}
            for policy in (self.one, self.other)
        )
        for key in {**mine, **theirs}:
            asked = mine.get(key) or theirs[key]
            yield asked.question, mine.get(key), theirs.get(key)

    def _opposites(
        self, question: str, mine: PolicyQuestion, theirs: PolicyQuestion
    ) -> Iterator[str]:
        for rule, other in self.both:
            sides = (
                _side(self.one, rule, self.one.questions.index(mine)),
                _side(self.other, other, self.other.questions.index(theirs)),
            )
            if set(sides) == {Speaks.FOR, Speaks.AGAINST}:
                yield words.opposite(rule.span.of(self.one.rule_text.text), question)

    def _found_by_one(self) -> Iterator[str]:
        found = [
            (_changes(policy, rule), policy, rule)
            for policy, rules in zip((self.one, self.other), self.only, strict=True)
            for rule in rules
        ]
        for changes, policy, rule in sorted(found, key=lambda each: -each[0]):
            clause = rule.span.of(policy.rule_text.text)
            yield words.found_by_one(clause, policy.drafted_by, changes)

    def _same_rules(self, mine: PolicyQuestion, theirs: PolicyQuestion) -> bool:
        one, other = self._over_clauses(mine, theirs)
        return names(one) == names(other)

    def _alike(self, mine: PolicyQuestion, theirs: PolicyQuestion) -> float | None:
        one, other = self._over_clauses(mine, theirs)
        return _share(Or((And((one, other)), And((Not(one), Not(other))))))

    def _over_clauses(
        self, mine: PolicyQuestion, theirs: PolicyQuestion
    ) -> tuple[Expression, Expression]:
        """Both logics over the same names: that a clause holds."""
        first = {rule.id: _met(rule, f"a_{rule.id}") for rule in self.one.rules}
        second = {rule.id: _met(rule, f"b_{rule.id}") for rule in self.other.rules}
        second |= {other.id: _met(other, f"a_{rule.id}") for rule, other in self.both}
        return _with(mine.yes_when, first), _with(theirs.yes_when, second)


def _said(policy: Policy, asked: PolicyQuestion | None) -> str | None:
    return None if asked is None else sentence(policy, policy.questions.index(asked))


def _met(rule: PolicyRule, name: str) -> Expression:
    """A yes to a rule, by whether its clause holds."""
    return Name(name) if rule.yes_means is State.MET else Not(Name(name))


def _with(logic: Expression, parts: Mapping[str, Expression]) -> Expression:
    match logic:
        case Name(id=id):
            return parts[id]
        case Not(of=inner):
            return Not(_with(inner, parts))
        case And(parts=inner_parts) | Or(parts=inner_parts):
            return type(logic)(tuple(_with(part, parts) for part in inner_parts))


def _side(policy: Policy, rule: PolicyRule, question: int) -> Speaks:
    """What the clause of a rule speaks for."""
    side = speaks(policy, rule.id, question)
    turned = {Speaks.FOR: Speaks.AGAINST, Speaks.AGAINST: Speaks.FOR}
    return side if rule.yes_means is State.MET else turned.get(side, side)


def _changes(policy: Policy, rule: PolicyRule) -> float:
    """The largest share of people whose answer to a question turns with a rule."""
    shares = [0.0]
    for asked in policy.questions:
        if rule.id in names(asked.yes_when):
            yes, no = (
                _with(asked.yes_when, {**_names(asked.yes_when), rule.id: each})
                for each in (And(()), Or(()))
            )
            shares.append(_share(Or((And((yes, Not(no))), And((Not(yes), no))))) or 0.0)
    return max(shares)


def _names(logic: Expression) -> dict[str, Expression]:
    return {id: Name(id) for id in names(logic)}


def _share(logic: Expression) -> float | None:
    """The share of all ways to answer its rules for which a logic is yes."""
    try:
        diagram = Diagram.of(logic)
    except TooTangled:
        return None
    shares: dict[Branch, float] = {}

    def of(node: Node) -> float:
        return float(node) if isinstance(node, bool) else shares[node]

    for branch in reversed(list(diagram.branches())):
        shares[branch] = (of(branch.no) + of(branch.yes)) / 2
    return of(diagram.root)
