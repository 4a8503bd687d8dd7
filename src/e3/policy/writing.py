"""Policies as files, JSON for programs and YAML for people (serialisation)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from e3.policy.answers import State
from e3.policy.checking import occurrence_of
from e3.policy.facts import PolicyFact, RuleValue
from e3.policy.logic import written
from e3.policy.people import value_written
from e3.policy.policy import ExamplePerson, Policy, PolicyQuestion, PolicyRule
from e3.policy.yaml_files import write_yaml
from e3.text import question_key


def policy_object(policy: Policy) -> dict[str, Any]:
    """A policy as an object ready for JSON; what says nothing is left out."""
    ids = {question_key(rule.question): rule.id for rule in policy.rules}
    text = policy.rule_text.text
    found = {
        "title": policy.title,
        "domain": policy.domain,
        "source": _filled(asdict(policy.origin)),
        "drafted_by": policy.drafted_by,
        "review": asdict(policy.review) if policy.review else None,
        "rule_text": text,
        "facts": [_fact(fact) for fact in policy.facts],
        "rules": [_rule(rule, policy) for rule in policy.rules],
        "questions": [_question(question) for question in policy.questions],
        "people": [
            _filled(
                {
                    "name": person.name,
                    "question": policy.questions[person.question].question
                    if person.question
                    else "",
                    "answers": {id: said.value for id, said in person.answers.items()},
                    "values": _values(person, policy),
                    "gets": person.gets.value,
                },
                but=() if person.values else ("answers",),
            )
            for person in policy.people
        ],
        "stories": [
            {"text": each.text, "settles": {ids[key]: a.value for key, a in each.settles.items()}}
            for each in policy.stories
        ],
        "irrelevant_questions": list(policy.irrelevant_questions),
    }
    return _filled(found)


def _values(person: ExamplePerson, policy: Policy) -> dict[str, str]:
    return {
        fact.id: value_written(fact, person.values[fact.id])
        for fact in policy.facts
        if fact.id in person.values
    }


def _fact(fact: PolicyFact) -> dict[str, Any]:
    return _filled({**asdict(fact), "kind": fact.kind.value, "choices": list(fact.choices)})


def _value(value: RuleValue, fact: PolicyFact | None) -> dict[str, Any]:
    """The quantity that a rule compares; what its fact says is not said again."""
    written = {**asdict(value), "kind": str(value.kind)}
    if fact is not None:
        del written["kind"]
        # A plain number may not take the unit of its fact.
        return {n: v for n, v in written.items() if n != "unit" or v != fact.unit}
    return _filled(written)


def _rule(rule: PolicyRule, policy: Policy) -> dict[str, Any]:
    text = policy.rule_text.text
    return _filled(
        {
            "id": rule.id,
            "span": rule.span.of(text),
            "occurrence": occurrence_of(rule, text),
            "question": rule.question,
            "yes_means": None if rule.yes_means is State.MET else rule.yes_means.value,
            "yes": list(rule.statements.yes),
            "no": list(rule.statements.no),
            "unclear": list(rule.statements.unclear),
            "confidence": rule.confidence and asdict(rule.confidence),
            "value": rule.value and _value(rule.value, policy.fact_of(rule)),
        }
    )


def _question(question: PolicyQuestion) -> dict[str, Any]:
    return _filled(
        {
            "question": question.question,
            "yes_when": written(question.yes_when),
            "confidence": question.confidence
            and _filled(asdict(question.confidence), but=("answered", "logic")),
        }
    )


def _filled(fields: dict[str, Any], *, but: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields that are not empty, or are named."""
    return {name: value for name, value in fields.items() if value or name in but}


def as_json(policy: Policy) -> str:
    """A policy as a JSON file."""
    return json.dumps(policy_object(policy), ensure_ascii=False, indent=1) + "\n"


def as_yaml(policy: Policy) -> str:
    """A policy as a YAML file."""
    return write_yaml(policy_object(policy))
