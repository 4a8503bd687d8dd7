"""The course of an interview (dialogue management): from all that was told to what comes next.

The policy's logic decides, and nothing else: what is known so far either makes the answer certain,
or leaves rules on which it depends. These are asked for, unless the person does not know.
What a reader takes from the scenario is confirmed first: nothing counts that the person has not
seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from e3.interview.events import Started
from e3.interview.facts import Fact, same_rule
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
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
    proof: Proof | None = None
    """Of a conclusion."""

    @property
    def known(self) -> dict[str, bool]:
        """The rules that were answered yes or no."""
        return _known(self.answers)


@lru_cache(maxsize=2**6)
def diagram_of(logic: Expression) -> Diagram:
    """The diagram of a logic; interviews by one policy share it."""
    return Diagram.of(logic)


def follow(policy: Policy, start: Started, facts: Sequence[Fact]) -> Course:
    """The course of the interview that began with `start` and in which `facts` were told."""
    if start.asked is None:
        return Course(NotAnswered(), {}, frozenset(), frozenset())
    asked = policy.questions[start.asked]
    rest = diagram_of(asked.yes_when)
    order = rest.order
    answers: dict[str, Answer] = {}
    used: set[int] = set()
    for place, fact in enumerate(facts):
        rule = rule_of(policy, fact)
        # Of two facts about one rule, which only E3 0.1 could have, the first counts.
        if rule is None or rule.id not in order or rule.id in answers:
            continue
        if rule.id in rest.matters:
            used.add(place)
        answers[rule.id] = fact.answer
        rest = rest.given(_known({rule.id: fact.answer}))
    known = _known(answers)
    proof = None if rest.value is None else prove(asked.yes_when, known, verdict=rest.value)
    step = _step(policy, start, answers, rest, proof)
    return Course(step, answers, frozenset(used), rest.matters, proof)


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


def _step(
    policy: Policy,
    start: Started,
    answers: Mapping[str, Answer],
    rest: Diagram,
    proof: Proof | None,
) -> Step:
    assert start.asked is not None
    asked = policy.questions[start.asked]
    if unconfirmed := tuple(_unconfirmed(policy, start, answers, rest)):
        return Confirm(unconfirmed)
    if proof is not None:
        decision = Decision.YES if rest.value else Decision.NO
        return Concluded(decision, draft_confidence(policy, asked, rests_on(proof)))
    open_rules = [rule for rule in policy.rules if rule.id in rest.matters]
    can_help = _can_help(rest, answers.keys())
    to_ask = [rule for rule in open_rules if rule.id in can_help]
    if not to_ask:
        unknown = (rule for rule in open_rules if rule.id in answers)
        return CannotTell(tuple(Ask(rule.question, rule.span) for rule in unknown))
    if start.planned:
        best = best_question(asked.yes_when, _known(answers), {rule.id for rule in to_ask})
        to_ask = [rule for rule in to_ask if rule.id == best]
    return Ask(to_ask[0].question, to_ask[0].span)


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


def _unconfirmed(
    policy: Policy, start: Started, answers: Mapping[str, Answer], rest: Diagram
) -> Iterator[Fact]:
    """What was taken from the scenario and still matters, in the order of the text."""
    for understood in sorted(start.understood, key=lambda each: each.rule):
        said = understood.answer
        rule = rule_of(policy, Fact("", said, understood.rule))
        if rule is not None and rule.id not in answers and rule.id in rest.matters:
            yield Fact(rule.question, said, rule.span, understood.words, said)


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
