"""A policy made of formulas: its rules in the order of the text, their questions, the logic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from e3.drafting import shares
from e3.drafting.answering import GivenAnswer
from e3.drafting.asking import asked as asked_for
from e3.drafting.facts import with_facts
from e3.drafting.formula import All, Any, Clause, Deny, Formula, clauses_of, kept
from e3.policy.answers import State
from e3.policy.checking import MOST_RULES
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import AnswerConfidence, Policy, PolicyQuestion, PolicyRule, RuleConfidence
from e3.policy.rule_text import RuleText
from e3.text import Span, question_key

_TITLE_WORDS = 8
_TITLE_LETTERS = 80


def made_policy(
    rule_text: RuleText, questions: Sequence[str], answers: Mapping[str, GivenAnswer]
) -> Policy:
    """The policy with these answers; a question without one is irrelevant."""
    distinct: dict[str, str] = {}
    for question in filter(str.strip, questions):
        distinct.setdefault(question_key(question), question)
    asked = distinct.values()
    given = {question: answers[question] for question in asked if question in answers}
    spans = set(_spans(given.values()))
    logic = {q: kept(each.when, lambda clause: clause.span in spans) for q, each in given.items()}
    clauses = {c.span: c for formula in logic.values() for c in clauses_of(formula)}
    sure, sides = (
        {
            span: max(of[clause] for each in given.values() if clause in (of := held(each)))
            for span, clause in clauses.items()
        }
        for held in (attrgetter("sure"), attrgetter("sides"))
    )
    rules = _rules(rule_text, clauses, sure, sides)
    policy = Policy(
        title=title_of(rule_text),
        domain="",
        rule_text=rule_text,
        rules=tuple(rules.values()),
        questions=tuple(
            PolicyQuestion(question, _logic(formula, rules), _confidence(given[question], formula))
            for question, formula in logic.items()
            if formula is not None
        ),
        irrelevant_questions=tuple(q for q in asked if logic.get(q) is None),
    )
    return with_facts(policy)


def _confidence(answered: GivenAnswer, formula: Formula) -> AnswerConfidence:
    """Where rules had to be left out, the logic is as much less sure as there are fewer."""
    count, of = (sum(1 for _ in clauses_of(each)) for each in (formula, answered.when))
    logic = answered.logic * count / of
    right = None if answered.right is None else round(answered.right * count / of, 2)
    return AnswerConfidence(round(answered.likely, 2), round(logic, 2), right)


def title_of(rule_text: RuleText) -> str:
    """The title of a text, or its first words."""
    title = rule_text.title
    first = title.span if title else rule_text.blocks[0].span if rule_text.blocks else None
    said = (first.of(rule_text.text) if first else rule_text.text).replace("*", " ").split()
    ends = next((n for n, word in enumerate(said, start=1) if word.endswith((".", "!", "?"))), 0)
    count = min(ends or _TITLE_WORDS, _TITLE_WORDS)
    words = " ".join(said if title else said[:count]).strip(" #_|:;,.")
    return words[:_TITLE_LETTERS].strip() or "A text"


def _spans(answers: Iterable[GivenAnswer]) -> Iterator[Span]:
    """The spans of the rules, the first ones and none that overlaps one before it."""
    every = sorted({clause.span for each in answers for clause in clauses_of(each.when)})
    end = count = 0
    for span in every:
        if span.start >= end and count < MOST_RULES:
            end, count = span.end, count + 1
            yield span


def _rules(
    rule_text: RuleText,
    clauses: Mapping[Span, Clause],
    sure: Mapping[Span, float],
    sides: Mapping[Span, float],
) -> dict[Span, PolicyRule]:
    rules: dict[Span, PolicyRule] = {}
    keys: set[str] = set()
    for number, span in enumerate(sorted(clauses), start=1):
        question, means = asked_for(rule_text, clauses[span], keys)
        keys.add(question_key(question))
        confidence = RuleConfidence(round(sure[span], 2), shares.QUESTION, round(sides[span], 2))
        rules[span] = PolicyRule(
            f"r{number}", span, question, yes_means=means, confidence=confidence
        )
    return rules


def _logic(formula: Formula, rules: Mapping[Span, PolicyRule]) -> Expression:
    """The logic over rules that a formula over clauses stands for."""
    match formula:
        case Clause(span=span):
            name = Name(rules[span].id)
            return name if rules[span].yes_means is State.MET else Not(name)
        case Deny(of=inner):
            return Not(_logic(inner, rules))
        case All(parts=parts):
            return And(tuple(_logic(part, rules) for part in parts))
        case Any(parts=parts):
            return Or(tuple(_logic(part, rules) for part in parts))
