"""A policy made of formulas: its rules in the order of the text, their questions, the logic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from e3.drafting.asking import asked
from e3.drafting.formula import All, Any, Clause, Deny, Formula, clauses_of, kept
from e3.policy.answers import State
from e3.policy.checking import MOST_RULES
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.text import Span, question_key

_TITLE_WORDS = 8
_TITLE_LETTERS = 80


def made_policy(rule_text: RuleText, answers: Mapping[str, Formula | None]) -> Policy:
    """The policy with these answers; a question without a formula is one it does not answer."""
    distinct = {question_key(question): question for question in reversed(answers)}
    mine = {q: answers[q] for q in answers if distinct[question_key(q)] == q and q.strip()}
    spans = set(_spans(mine))
    mine = {q: kept(formula, lambda clause: clause.span in spans) for q, formula in mine.items()}
    clauses = {c.span: c for formula in mine.values() for c in clauses_of(formula)}
    rules = _rules(rule_text.text, clauses)
    return Policy(
        title=title_of(rule_text),
        domain="",
        rule_text=rule_text,
        rules=tuple(rules.values()),
        questions=tuple(
            PolicyQuestion(question, _logic(formula, rules))
            for question, formula in mine.items()
            if formula is not None
        ),
        irrelevant_questions=tuple(q for q, formula in mine.items() if formula is None),
    )


def title_of(rule_text: RuleText) -> str:
    """The title of a text, or its first words."""
    title = rule_text.title
    said = (title.span.of(rule_text.text) if title else rule_text.text).replace("*", " ").split()
    words = " ".join(said if title else said[:_TITLE_WORDS]).strip(" #_|:;,.")
    return words[:_TITLE_LETTERS].strip() or "A text"


def _spans(answers: Mapping[str, Formula | None]) -> Iterator[Span]:
    """The spans of the rules, the first ones and none that overlaps one before it."""
    every = sorted({c.span for formula in answers.values() for c in clauses_of(formula)})
    end = count = 0
    for span in every:
        if span.start >= end and count < MOST_RULES:
            end, count = span.end, count + 1
            yield span


def _rules(text: str, clauses: Mapping[Span, Clause]) -> dict[Span, PolicyRule]:
    rules: dict[Span, PolicyRule] = {}
    asked_for: set[str] = set()
    for number, span in enumerate(sorted(clauses), start=1):
        question, means = asked(text, clauses[span])
        if question_key(question) in asked_for:
            question = f"{question.removesuffix('?')} ({number})?"
        asked_for.add(question_key(question))
        rules[span] = PolicyRule(f"r{number}", span, question, yes_means=means)
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
