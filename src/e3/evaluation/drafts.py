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
from e3.policy.logic import Expression, names, without_denials
from e3.policy.logic import And, Name, Not, Or
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
        logic = self.gold.questions[self.question].yes_when
        drafted = self._drafted_logic
        if drafted is None:
            return DraftScore(0.0, False, 0.0, 0, None)
        needed = names(logic)
        used = [rule for rule in self.draft.rules if rule.id in names(drafted)]
        aligned = {rule.id: gold for rule in used if (gold := self._gold_rule(rule))}
        found = {gold.id for gold in aligned.values()} & needed
        gold_diagram, draft_diagram = Diagram.of(logic), Diagram.of(drafted)
        right = [
            draft_diagram.given(self._answers(person, aligned)).value
            is gold_diagram.given(person).value
            for person in people(sorted(needed))
        ]
        sides = [
            (_side(drafted, id) == _side(logic, gold.id)) is not self._turned(id, gold)
            for id, gold in aligned.items()
            if gold.id in needed
        ]
        return DraftScore(
            right=fmean(right),
            exact=all(right),
            found=len(found) / len(needed),
            wrong_rules=sum(1 for r in used if r.id not in aligned or aligned[r.id].id not in needed),
            polarity=fmean(sides) if sides else None,
        )

    @property
    def _drafted_logic(self) -> Expression | None:
        asked = question_key(self.gold.questions[self.question].question)
        found = (q.yes_when for q in self.draft.questions if question_key(q.question) == asked)
        return next(found, None)

    def _gold_rule(self, rule: PolicyRule) -> PolicyRule | None:
        """The gold rule that a rule's span overlaps most, by half of the shorter at least.

        Of equals one that the question needs comes first.
        """
        needed = names(self.gold.questions[self.question].yes_when)
        shares = [
            (_shared(rule.span, gold.span), gold.id in needed, -place)
            for place, gold in enumerate(self.gold.rules)
        ]
        share, _, place = max(shares, default=(0, False, 0))
        if not share or share < _SHARED * min(len(rule.span), len(self.gold.rules[-place].span)):
            return None
        return self.gold.rules[-place]

    def _turned(self, id: str, gold: PolicyRule) -> bool:
        """Whether a yes to the draft's question is a no to the gold one."""
        return negated(self.draft.rule(id).question) is not negated(gold.question)

    def _answers(
        self, person: Mapping[str, bool], aligned: Mapping[str, PolicyRule]
    ) -> dict[str, bool]:
        return {
            id: person[gold.id] is not self._turned(id, gold)
            for id, gold in aligned.items()
            if gold.id in person
        }


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _side(logic: Expression, id: str) -> frozenset[bool]:
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
        return [dict(zip(rules, said, strict=True)) for said in product((True, False), repeat=len(rules))]
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
