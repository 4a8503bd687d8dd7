"""What all edits share: why one can't be made, and what a policy is after it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from e3.errors import BadInput
from e3.interview.interview import check
from e3.policy.answers import Answer, State
from e3.policy.checking import checked
from e3.policy.logic import Expression, Name, names
from e3.policy.policy import AnswerConfidence, ExamplePerson, Policy, PolicyRule, Story
from e3.policy.writing import policy_object
from e3.studio.groups import denied, with_rules
from e3.text import question_key


class EditRefused(BadInput):
    """An edit that can't be made, or that would leave a policy that can't be followed."""

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


class NothingToDo(EditRefused):
    """There is nothing to undo, or to redo."""


def followable(policy: Policy) -> Policy:
    """The policy as it is written and read again; EditRefused where it could not be followed."""
    found = checked(policy_object(policy))
    if found.policy is None:
        fault = next(fault for fault in found.faults if fault.is_fatal)
        raise EditRefused(fault.sentence, ".".join(map(str, fault.place)))
    return found.policy


def rule_of(policy: Policy, id: str) -> PolicyRule:
    """The rule with an id."""
    found = next((rule for rule in policy.rules if rule.id == id), None)
    if found is None:
        raise EditRefused(f"there is no rule {id[:80]!r}", "rule")
    return found


def free_id(rules: Iterable[PolicyRule]) -> str:
    """An id that none of the rules has, such as r7."""
    taken = {rule.id for rule in rules}
    return next(id for number in range(1, len(taken) + 2) if (id := f"r{number}") not in taken)


def readable(policy: Policy, question: str, field: str = "question") -> str:
    """A question without spaces around it, if people can be asked it."""
    try:
        check(policy.rule_text, question.strip())
    except BadInput as error:
        raise EditRefused(str(error), field) from None
    return question.strip()


def clause_met(rule: PolicyRule) -> Expression:
    """That the clause of a rule is met, as logic over answers."""
    name = Name(rule.id)
    return name if rule.yes_means is State.MET else denied(name)


def with_logic(policy: Policy, question: int, logic: Expression) -> Policy:
    """The policy with another logic for one of its questions; a person is sure of it."""
    asked = policy.questions[question]
    if asked.yes_when == logic:
        return policy
    sure = AnswerConfidence(1.0, 1.0) if asked.confidence else None
    changed = replace(asked, yes_when=logic, confidence=sure)
    before, after = policy.questions[:question], policy.questions[question + 1 :]
    return replace(policy, questions=(*before, changed, *after))


def with_parts(policy: Policy, parts: Mapping[str, Expression | None]) -> Policy:
    """The policy with other parts for some rules in the logic of each question, or without them."""
    for number, asked in enumerate(policy.questions):
        if not any(id in parts for id in names(asked.yes_when)):
            continue
        logic = with_rules(asked.yes_when, parts)
        if logic is None:
            raise EditRefused(
                f"nothing would be left of the logic of “{asked.question}”: delete the question, or"
                " give it another logic first"
            )
        policy = with_logic(policy, number, logic)
    return policy


def looked_at(policy: Policy, rule: PolicyRule) -> Policy:
    """The policy with a rule that a person has looked at."""
    return with_rules_for(policy, {rule.id: (replace(rule, confidence=None),)})


def with_rules_for(policy: Policy, rules: Mapping[str, tuple[PolicyRule, ...]]) -> Policy:
    """The policy with other rules for some, by their ids; all are in the order of the text.

    What stories and example people say of one rule they say of the one that it becomes, where it
    becomes one. A fact that was compared, and by none of them any more, goes.
    """
    after = [new for rule in policy.rules for new in rules.get(rule.id, (rule,))]
    becomes = {
        rule.id: found[0] for rule in policy.rules if len(found := rules.get(rule.id, (rule,))) == 1
    }
    ids = {question_key(rule.question): rule.id for rule in policy.rules}
    return replace(
        policy,
        rules=tuple(sorted(after, key=lambda rule: rule.span)),
        stories=tuple(_story(each, ids, becomes) for each in policy.stories),
        people=tuple(_person(each, becomes) for each in policy.people),
        facts=tuple(
            fact
            for fact in policy.facts
            if fact.id not in _needed(policy, policy.rules) or fact.id in _needed(policy, after)
        ),
    )


def _needed(policy: Policy, rules: Iterable[PolicyRule]) -> set[str]:
    """The facts that rules compare, and those that these are computed from."""
    compared = {rule.value.fact for rule in rules if rule.value is not None}
    since = {fact.since for fact in policy.facts if fact.id in compared and fact.since}
    return compared | since


def _story(story: Story, ids: Mapping[str, str], becomes: Mapping[str, PolicyRule]) -> Story:
    settles = {
        question_key(becomes[ids[key]].question): answer
        for key, answer in story.settles.items()
        if ids[key] in becomes
    }
    return replace(story, settles=settles)


def _person(person: ExamplePerson, becomes: Mapping[str, PolicyRule]) -> ExamplePerson:
    answers: dict[str, Answer] = {
        becomes[id].id: answer for id, answer in person.answers.items() if id in becomes
    }
    return replace(person, answers=answers)
