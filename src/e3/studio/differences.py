"""What differs between two versions of a policy, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from e3.language.en import studio as words
from e3.policy.diagram import Diagram, TooTangled
from e3.policy.logic import And, Expression, Not, Or, names
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.studio.publishing import Words
from e3.studio.review import compares, sentence
from e3.text import question_key


def differences(before: Policy, after: Policy) -> tuple[str, ...]:
    """What differs, each in a sentence; nothing where a person would see and get the same."""
    return tuple(_differences(before, after))


def other_words(before: Words, after: Words) -> tuple[str, ...]:
    """What differs in what people are told at a published address."""
    others = [
        field.name
        for field in fields(Words)
        if getattr(before, field.name) != getattr(after, field.name)
    ]
    return (words.told_otherwise(others),) if others else ()


def _differences(before: Policy, after: Policy) -> Iterator[str]:
    if before.title != after.title:
        yield words.renamed(before.title, after.title)
    if before.rule_text.text != after.rule_text.text:
        yield words.OTHER_TEXT
    yield from _rules(before, after)
    yield from _facts(before, after)
    yield from _answers(before, after)
    if before.origin != after.origin:
        yield words.OTHER_SOURCE
    if before.people != after.people:
        yield words.other_cases(len(before.people), len(after.people))


def _rules(before: Policy, after: Policy) -> Iterator[str]:
    old, new = ({rule.id: rule for rule in policy.rules} for policy in (before, after))
    for id in (id for id in old if id not in new):
        yield words.rule_gone(_clause(old[id], before))
    for id in (id for id in new if id not in old):
        yield words.rule_new(_clause(new[id], after), new[id].question)
    for id in (id for id in new if id in old):
        one, other = old[id], new[id]
        if _clause(one, before) != _clause(other, after):
            yield words.rule_moved(_clause(one, before), _clause(other, after))
        if one.question != other.question:
            yield words.rule_asked(_clause(other, after), one.question, other.question)
        if one.yes_means is not other.yes_means:
            yield words.rule_means(_clause(other, after), other.yes_means.value)
        was, now = compares(before, one), compares(after, other)
        if was != now:
            yield words.rule_compares(_clause(other, after), was, now)


def _facts(before: Policy, after: Policy) -> Iterator[str]:
    for fact in before.facts:
        if after.fact(fact.id) is None:
            yield words.fact_gone(fact.id)
    for fact in after.facts:
        if before.fact(fact.id) != fact:
            yield words.fact_asked(fact)


def _answers(before: Policy, after: Policy) -> Iterator[str]:
    old, new = (
        {question_key(asked.question): asked for asked in policy.questions}
        for policy in (before, after)
    )
    for key in (key for key in old if key not in new):
        yield words.question_gone(old[key].question)
    for key in (key for key in new if key not in old):
        yield words.question_new(new[key].question, sentence(after, _place(after, new[key])))
    for key in (key for key in new if key in old):
        if not _same(old[key].yes_when, new[key].yes_when):
            yield words.question_decided(
                new[key].question,
                sentence(before, _place(before, old[key])),
                sentence(after, _place(after, new[key])),
            )


def _same(one: Expression, other: Expression) -> bool:
    """Whether two logics say the same: that just one of them holds is never so."""
    if one == other or names(one) != names(other):
        return one == other
    apart = Or((And((one, Not(other))), And((Not(one), other))))
    try:
        return Diagram.of(apart).value is False
    except TooTangled:
        return False


def _clause(rule: PolicyRule, policy: Policy) -> str:
    return rule.span.of(policy.rule_text.text)


def _place(policy: Policy, asked: PolicyQuestion) -> int:
    return policy.questions.index(asked)
