"""How good a draft is (logic accuracy): what people get who follow it, against what they should.

A person is an answer to each rule of the gold logic. The rules of a draft are answered from the
gold rules that their spans overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from statistics import fmean

from e3.language.en.likeness import negated
from e3.policy.diagram import Diagram
from e3.policy.logic import And, Expression, Name, Not, Or, names, without_denials
from e3.policy.policy import Policy, PolicyRule
from e3.text import Span, question_key

MOST_RULES_WALKED = 8
"""Up to which everybody is walked; of more rules some people are drawn."""
_PEOPLE = 256
_SHARED = 0.5


@dataclass(frozen=True)
class DraftScore:
    """How one draft answers one question."""

    right: float
    """The share of all people for whom following the draft gives the gold answer."""
    exact: bool
    """Whether it does for everybody."""
    found: float
    """The share of the gold rules that a rule of the draft overlaps."""
    wrong_rules: int
    """Rules of the draft that overlap no rule of the gold logic."""
    polarity: float | None
    """The share of the aligned rules whose yes speaks for the same side; None without any."""


@dataclass(frozen=True)
class Comparison:
    """A gold answer, and a draft's answer to the same question."""

    gold: Policy
    question: int
    draft: Policy

    @cached_property
    def score(self) -> DraftScore:
        """How good the draft is."""
        if self._drafted is None:
            return DraftScore(right=0.0, exact=False, found=0.0, wrong_rules=0, polarity=None)
        gold, draft = Diagram.of(self._logic), Diagram.of(self._drafted)
        right = [
            draft.given(self._answers(person)).value is gold.given(person).value
            for person in people(sorted(self._needed))
        ]
        found = {rule.id for rule in self._aligned.values()} & self._needed
        sides = [right for _, _, right in self.sides]
        return DraftScore(
            right=fmean(right),
            exact=all(right),
            found=len(found) / len(self._needed),
            wrong_rules=len(names(self._drafted)) - len(sides),
            polarity=fmean(sides) if sides else None,
        )

    @property
    def sides(self) -> list[tuple[PolicyRule, PolicyRule, bool]]:
        """Drafted rules, the gold rules they stand for, and whether a yes speaks for one side."""
        if self._drafted is None:
            return []
        return [
            (
                self.draft.rule(id),
                rule,
                (_sides(self._drafted, id) == _sides(self._logic, rule.id))
                is not self._is_turned(id, rule),
            )
            for id, rule in self._aligned.items()
            if rule.id in self._needed
        ]

    @property
    def _logic(self) -> Expression:
        return self.gold.questions[self.question].yes_when

    @cached_property
    def _needed(self) -> frozenset[str]:
        return names(self._logic)

    @cached_property
    def _drafted(self) -> Expression | None:
        asked = question_key(self.gold.questions[self.question].question)
        found = (q.yes_when for q in self.draft.questions if question_key(q.question) == asked)
        return next(found, None)

    @cached_property
    def _aligned(self) -> dict[str, PolicyRule]:
        used = names(self._drafted) if self._drafted else frozenset()
        spans = {rule.id: rule.span for rule in self.draft.rules if rule.id in used}
        return {
            id: rule
            for id, span in spans.items()
            if (rule := self.nearest(span, self.gold, self._needed))
        }

    @staticmethod
    def nearest(span: Span, gold: Policy, needed: frozenset[str]) -> PolicyRule | None:
        """The rule that a span shares most with, half of the shorter at least.

        Of equals one that the question needs comes first, and then the first.
        """
        shares = [
            (_shared(span, rule.span), rule.id in needed, -place)
            for place, rule in enumerate(gold.rules)
        ]
        share, _, place = max(shares, default=(0, False, 0))
        if not share or share < _SHARED * min(len(span), len(gold.rules[-place].span)):
            return None
        return gold.rules[-place]

    def _is_turned(self, id: str, gold: PolicyRule) -> bool:
        """Whether a yes to the draft's question is a no to the gold one.

        The questions tell, not `yes_means`: what people are asked is what they answer, and our
        corpus has positive questions to negative clauses without saying so.
        """
        return negated(self.draft.rule(id).question) is not negated(gold.question)

    def _answers(self, person: Mapping[str, bool]) -> dict[str, bool]:
        return {
            id: person[rule.id] is not self._is_turned(id, rule)
            for id, rule in self._aligned.items()
            if rule.id in person
        }


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _sides(logic: Expression, id: str) -> frozenset[bool]:
    """For which side a yes to a rule speaks: {True}, {False}, or both where it stands twice."""

    def sides(part: Expression) -> Iterator[bool]:
        match part:
            case Name(id=name):
                yield from [True] if name == id else []
            case Not(of=Name(id=name)):
                yield from [False] if name == id else []
            case And(parts=parts) | Or(parts=parts):
                for each in parts:
                    yield from sides(each)

    return frozenset(sides(without_denials(logic)))


def people(rules: Sequence[str]) -> list[dict[str, bool]]:
    """Everybody, as answers to these rules; where they are too many, some, always the same."""
    if len(rules) <= MOST_RULES_WALKED:
        return [
            dict(zip(rules, said, strict=True))
            for said in product((True, False), repeat=len(rules))
        ]
    random = Random(0)
    return [{rule: random.random() < 0.5 for rule in rules} for _ in range(_PEOPLE)]


@dataclass(frozen=True)
class DraftScores:
    """Means over questions."""

    questions: int
    right: float
    exact: float
    found: float
    wrong_rules: float
    polarity: float

    @classmethod
    def of(cls, scores: Iterable[DraftScore]) -> DraftScores:
        """The means of some scores."""
        every = list(scores)
        sides = [score.polarity for score in every if score.polarity is not None]
        return cls(
            questions=len(every),
            right=fmean(score.right for score in every),
            exact=fmean(score.exact for score in every),
            found=fmean(score.found for score in every),
            wrong_rules=fmean(score.wrong_rules for score in every),
            polarity=fmean(sides) if sides else 0.0,
        )
