"""The course of an interview (dialogue management): from all that was told to what comes next.

The policy's logic decides, and nothing else: what is known so far either makes the answer certain,
or leaves rules on which it depends. These are asked for, unless the person does not know.
What a reader takes from the scenario is confirmed first: nothing counts that the person has not
seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from e3.interview.events import Started
from e3.interview.facts import Fact, same_rule
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.interview.values import asked_fact, rules_of, settled
from e3.memory import remembered
from e3.policy.answers import Answer
from e3.policy.diagram import Diagram, TooTangled
from e3.policy.logic import Expression
from e3.policy.planning import best_question
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.proof import Proof, prove, rests_on
from e3.reading.conversation import Decision


@dataclass(frozen=True)
class Course:
    """What comes next, and what led there."""

    step: Step
    answers: Mapping[str, Answer]
    """By the ids of rules, all that was told of them."""
    used: frozenset[int]
    """The places of the facts that count: on which the answer depended when they were told."""
    matters: frozenset[str]
    """The ids of the rules on which the answer still depends."""
    told: Mapping[str, int]
    """By the ids of rules, the place of the fact that tells of them first."""
    proof: Proof | None = None
    """Of a conclusion."""

    @property
    def known(self) -> dict[str, bool]:
        """The rules that were answered yes or no."""
        return _known(self.answers)


@remembered
def diagram_of(logic: Expression) -> Diagram:
    """The diagram of a logic; interviews by one policy share it."""
    return Diagram.of(logic)


def follow(policy: Policy, start: Started, facts: Sequence[Fact]) -> Course:
    """The course of the interview that began with `start` and in which `facts` were told."""
    if start.asked is None:
        return Course(NotAnswered(), {}, frozenset(), frozenset(), {})
    asked = policy.questions[start.asked]
    rest = diagram_of(asked.yes_when)
    order = rest.order
    answers: dict[str, Answer] = {}
    told: dict[str, int] = {}
    used: set[int] = set()
    declined: set[str] = set()
    left_out: set[str] = set()
    for place, fact in enumerate(facts):
        if fact.of is not None and fact.value is None:
            # Who says that their story does not tell it is asked for it.
            (declined if fact.words is None else left_out).add(fact.of)
            if any(rule.id in rest.matters for rule in rules_of(policy, fact.of)):
                used.add(place)
        said = told_by(policy, start, fact)
        for rule, _ in said:
            told.setdefault(rule.id, place)
        # Of two facts about one rule the first counts.
        new = {r.id: answer for r, answer in said if r.id in order and r.id not in answers}
        if rest.matters.intersection(new):
            used.add(place)
        answers |= new
        rest = rest.given(_known(new))
    known = _known(answers)
    proof = None if rest.value is None else prove(asked.yes_when, known, verdict=rest.value)
    step = _Next(policy, start, answers, rest, declined, left_out).step(proof)
    return Course(step, answers, frozenset(used), rest.matters, told, proof)


def told_by(policy: Policy, start: Started, fact: Fact) -> list[tuple[PolicyRule, Answer]]:
    """The rules that a fact tells of, and what it says to each."""
    if fact.of is not None:
        return list(settled(policy, fact, start.today or date.today()))
    rule = rule_of(policy, fact)
    return [] if rule is None else [(rule, fact.answer)]


def rule_of(policy: Policy, fact: Fact) -> PolicyRule | None:
    """The rule that a fact is about: the one with its span, or one that is nearly the same."""
    same = [rule for rule in policy.rules if rule.span == fact.rule]
    near = same or [rule for rule in policy.rules if same_rule(rule.span, fact.rule)]
    # A clause may be asked about twice: then the question tells which.
    return next(
        (rule for rule in near if rule.question == fact.question), near[0] if near else None
    )


def _known(answers: Mapping[str, Answer]) -> dict[str, bool]:
    return {id: a is Answer.YES for id, a in answers.items() if a is not Answer.UNKNOWN}


@dataclass(frozen=True)
class _Next:
    """What is known, and with it what comes next."""

    policy: Policy
    start: Started
    answers: Mapping[str, Answer]
    rest: Diagram
    declined: Collection[str]
    """The facts of which a person does not say what they are."""
    left_out: Collection[str]
    """The facts that the scenario does not tell after all."""

    def step(self, proof: Proof | None) -> Step:
        """What comes next, or how it ended."""
        policy, start, rest = self.policy, self.start, self.rest
        assert start.asked is not None
        asked = policy.questions[start.asked]
        if unconfirmed := (*self._values(), *self._unconfirmed()):
            return Confirm(unconfirmed)
        if proof is not None:
            decision = Decision.YES if rest.value else Decision.NO
            return Concluded(decision, draft_confidence(policy, asked, rests_on(proof)))
        open_rules = [rule for rule in policy.rules if rule.id in rest.matters]
        can_help = _can_help(rest, self.answers.keys())
        to_ask = [rule for rule in open_rules if rule.id in can_help]
        if not to_ask:
            unknown = (rule for rule in open_rules if rule.id in self.answers)
            return CannotTell(tuple(Ask(rule.question, rule.span) for rule in unknown))
        if start.planned:
            known, ids = _known(self.answers), {rule.id for rule in to_ask}
            best = best_question(asked.yes_when, known, ids)
            to_ask = [rule for rule in to_ask if rule.id == best]
        return self._ask(to_ask[0])

    def _ask(self, rule: PolicyRule) -> Ask:
        """How a rule is asked for: by its fact, or with yes and no to who does not say that."""
        fact = asked_fact(self.policy, rule)
        if fact is None or fact.id in self.declined:
            return Ask(rule.question, rule.span)
        return Ask(fact.question, rule.span, fact=fact)

    def _values(self) -> Iterator[Fact]:
        """The values that the scenario tells and that still matter."""
        for told in self.start.understood_values:
            fact = self.policy.fact(told.fact)
            rules = [rule for rule in rules_of(self.policy, told.fact) if self._is_open(rule)]
            if fact and rules and fact.id not in (*self.declined, *self.left_out):
                question, place, value = fact.question, rules[0].span, told.value
                yield Fact(
                    question,
                    Answer.UNKNOWN,
                    place,
                    told.words,
                    of=fact.id,
                    value=value,
                    understood_value=value,
                )

    def _unconfirmed(self) -> Iterator[Fact]:
        """What else was taken from the scenario and still matters, in the order of the text."""
        by_value = {told.fact for told in self.start.understood_values}
        for understood in sorted(self.start.understood, key=lambda each: each.rule):
            said = understood.answer
            rule = rule_of(self.policy, Fact("", said, understood.rule))
            if rule is None or not self._is_open(rule):
                continue
            fact = asked_fact(self.policy, rule)
            # What a value of the scenario settles needs no other word of it.
            if fact is None or fact.id not in by_value:
                yield Fact(rule.question, said, rule.span, understood.words, said)

    def _is_open(self, rule: PolicyRule) -> bool:
        return rule.id not in self.answers and rule.id in self.rest.matters


def _can_help(rest: Diagram, told: Collection[str]) -> frozenset[str]:
    """The rules to ask for that can lead to an answer although some of those told are not known."""
    unknown = rest.matters.intersection(told)
    if not unknown:
        return rest.matters
    try:
        yes, no = rest.whatever(unknown)
    except TooTangled:
        return rest.matters - unknown
    return yes.matters | no.matters


def draft_confidence(policy: Policy, asked: PolicyQuestion, rules: frozenset[str]) -> float | None:
    """How sure the drafter is of its logic and of the rules a conclusion rests on.

    None where a person wrote the policy, or has reviewed it: then there is nothing to trust but the
    policy itself.
    """
    if not policy.is_draft or asked.confidence is None:
        return None
    if asked.confidence.right is not None:
        return asked.confidence.answered * asked.confidence.right
    sure = asked.confidence.answered * asked.confidence.logic
    for rule in policy.rules:
        if rule.id in rules and rule.confidence is not None:
            sure *= rule.confidence.rule * rule.confidence.polarity
    return sure
