"""A question more, answered as a drafter would, over the rules that are there and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from e3.drafting.asking import asked
from e3.drafting.formula import Clause
from e3.interview.facts import same_rule
from e3.policy.answers import State
from e3.policy.facts import PolicyFact, RuleValue
from e3.policy.logic import Expression, names
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.units import are_alike
from e3.studio.editing import EditRefused, clause_met, free_id, readable
from e3.studio.groups import denied, normal, with_rules
from e3.text import question_key


def with_drafted(policy: Policy, drafted: Policy, question: str) -> Policy:
    """The policy with a question, and the answer that a draft of the same text has for it.

    A rule of the draft that is one of the policy's is that one, with its own words.
    """
    if not drafted.questions:
        raise EditRefused(
            "the drafter finds no answer to it in the text: add it with a logic of your own",
            "question",
        )
    answer = drafted.questions[0]
    parts: dict[str, Expression | None] = {}
    rules = list(policy.rules)
    for found in drafted.rules:
        if found.id not in names(answer.yes_when):
            continue
        rule = next((each for each in rules if same_rule(each.span, found.span)), None)
        if rule is None:
            rule = _beside(found, rules, policy)
            rules.append(rule)
        met = clause_met(rule)
        parts[found.id] = met if found.yes_means is State.MET else denied(met)
    logic = with_rules(answer.yes_when, parts)
    assert logic is not None, "every rule of the draft has a part"
    new = PolicyQuestion(readable(policy, question), normal(logic), answer.confidence)
    key = question_key(question)
    return replace(
        policy,
        rules=tuple(sorted(rules, key=lambda rule: rule.span)),
        questions=(*policy.questions, new),
        facts=(*policy.facts, *_facts(policy, drafted, rules)),
        irrelevant_questions=tuple(
            each for each in policy.irrelevant_questions if question_key(each) != key
        ),
    )


def _facts(policy: Policy, drafted: Policy, rules: Sequence[PolicyRule]) -> list[PolicyFact]:
    """The facts of a draft that rules compare, and that the policy has not."""
    compared = {rule.value.fact for rule in rules if rule.value is not None}
    since = {fact.since for fact in drafted.facts if fact.id in compared}
    needed = [fact for fact in drafted.facts if fact.id in compared | since]
    new = [fact for fact in needed if policy.fact(fact.id) is None]
    questions = (*(rule.question for rule in rules), *(fact.question for fact in policy.facts))
    asked = {question_key(question) for question in questions if question}
    # Without them their rules are asked with yes and no.
    return [] if any(question_key(fact.question) in asked for fact in new) else new


def _beside(found: PolicyRule, rules: Sequence[PolicyRule], policy: Policy) -> PolicyRule:
    """A rule of a draft with an id and a question that none of the others has."""
    rule = replace(found, id=free_id(rules), value=_value(found, policy))
    taken = {question_key(each.question) for each in rules}
    if question_key(rule.question) not in taken:
        return rule
    words, means = asked(policy.rule_text, Clause(rule.span, "drafted"), taken)
    return replace(rule, question=words, yes_means=means)


def _value(found: PolicyRule, policy: Policy) -> RuleValue | None:
    """What a rule of a draft compares; nothing where the policy has another fact of that name."""
    value = found.value
    fact = None if value is None else policy.fact(value.fact)
    if value is None or fact is None:
        return value
    return value if fact.kind == value.kind and are_alike(fact.unit, value.unit) else None
