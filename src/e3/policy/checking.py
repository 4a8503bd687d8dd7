"""What is wrong with a policy, each fault in one sentence and with its place (a linter)."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from e3.policy.answers import Answer, State
from e3.policy.checking_facts import (
    fact_doubts,
    fact_faults,
    fact_of,
    person_faults,
    range_doubts,
    value_of,
)
from e3.policy.diagram import Diagram, TooTangled
from e3.policy.facts import PolicyFact
from e3.policy.faults import Fault, Place
from e3.policy.fields import (
    MOST_MISTAKES,
    MOST_OCCURRENCES,
    PolicyFields,
    QuestionFields,
    RuleFields,
)
from e3.policy.logic import names, parse
from e3.policy.people import said_by, values_read
from e3.policy.policy import (
    AnswerConfidence,
    ExamplePerson,
    Origin,
    Policy,
    PolicyQuestion,
    PolicyRule,
    Review,
    RuleConfidence,
    Statements,
    Story,
)
from e3.policy.rule_text import RuleText
from e3.serialise import sentence_of
from e3.text import Span, question_key

MOST_RULES = 200
"""Of one policy; a diagram over more would be as deep as Python goes."""


@dataclass(frozen=True)
class Checked:
    """A policy that was looked at; there is one where no fault is fatal."""

    policy: Policy | None
    faults: tuple[Fault, ...]


def checked(value: Any) -> Checked:
    """The policy that parsed JSON or YAML stands for, and all that is wrong with it."""
    try:
        fields = PolicyFields.model_validate(value)
    except ValidationError as error:
        if (count := error.error_count()) > MOST_MISTAKES:
            return Checked(None, (Fault((), f"this has {count:,} mistakes, too many to be told"),))
        found = error.errors(include_url=False)
        faults = tuple(Fault(tuple(each["loc"]), sentence_of(each)) for each in found)
        return Checked(None, faults)
    faults = (*_rule_faults(fields), *fact_faults(fields), *_other_faults(fields))
    if any(fault.is_fatal for fault in faults):
        return Checked(None, faults)
    policy = _policy(fields)
    return Checked(policy, (*faults, *_doubts(fields, policy)))


def _rule_faults(fields: PolicyFields) -> Iterator[Fault]:
    if len(fields.rules) > MOST_RULES:
        yield Fault(
            ("rules",), f"there are {len(fields.rules):,} rules, {MOST_RULES} can be followed"
        )
        return
    ids: set[str] = set()
    questions: set[str] = set()
    if sum(rule.occurrence for rule in fields.rules) > MOST_OCCURRENCES:
        why = f"the occurrences of all rules are more than {MOST_OCCURRENCES:,}: take longer spans"
        yield Fault(("rules",), why)
        return
    for number, rule in enumerate(fields.rules):
        here: Place = ("rules", number)
        if not rule.id.isidentifier() or keyword.iskeyword(rule.id):
            yield Fault(
                (*here, "id"), f"{rule.id!r} can't stand in logic: use letters, digits and _"
            )
        if rule.id in ids:
            yield Fault((*here, "id"), f"two rules have the id {rule.id!r}")
        if question_key(rule.question) in questions:
            yield Fault((*here, "question"), f"another rule asks the same: {rule.question!r}")
        yield from _span_faults(rule, fields.rule_text, here)
        ids.add(rule.id)
        questions.add(question_key(rule.question))


def _span_faults(rule: RuleFields, text: str, here: Place) -> Iterator[Fault]:
    times = text.count(rule.span)
    span = _short(rule.span)
    if times == 0:
        yield Fault((*here, "span"), f"the span of {rule.id!r} does not stand in the text: {span}")
    elif "occurrence" not in rule.model_fields_set and times > 1:
        why = f"the span of {rule.id!r} stands in the text {times} times: say which by `occurrence`"
        yield Fault((*here, "span"), f"{why}: {span}")
    elif rule.occurrence > times:
        why = f"the span of {rule.id!r} stands in the text {_times(times)}: {span}"
        yield Fault((*here, "occurrence"), why)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 60 else f"{line[:57]}...")


def _other_faults(fields: PolicyFields) -> Iterator[Fault]:
    ids = {rule.id for rule in fields.rules}
    asked: set[str] = set()
    for number, question in enumerate(fields.questions):
        here: Place = ("questions", number)
        if question_key(question.question) in asked:
            yield Fault((*here, "question"), f"this question stands twice: {question.question!r}")
        asked.add(question_key(question.question))
        if fault := _logic_fault(question, ids):
            yield Fault((*here, "yes_when"), fault)
    for number, story in enumerate(fields.stories):
        for unknown in sorted(story.settles.keys() - ids):
            yield Fault(("stories", number, "settles"), f"there is no rule {unknown!r}")
    facts = {fact.id: fact_of(fact) for fact in fields.facts}
    for number, person in enumerate(fields.people):
        here = ("people", number)
        for unknown in sorted(person.answers.keys() - ids):
            yield Fault((*here, "answers"), f"there is no rule {unknown!r}")
        yield from person_faults(person, facts, fields.rules, (*here, "values"))
        if not fields.questions:
            yield Fault(here, f"{person.name!r} has nothing to ask: there are no questions")
        elif person.question is not None and question_key(person.question) not in asked:
            yield Fault((*here, "question"), f"there is no question {person.question!r}")


def _logic_fault(question: QuestionFields, ids: set[str]) -> str | None:
    try:
        expression = parse(question.yes_when)
        if unknown := names(expression) - ids:
            return f"there is no rule {min(unknown)!r}"
        diagram = Diagram.of(expression)
    except TooTangled as error:
        return str(error)
    except ValueError as error:
        return str(error)
    if diagram.value is not None:
        return f"the answer is always {'yes' if diagram.value else 'no'}, whatever the rules are"
    if idle := names(expression) - diagram.matters:
        return f"rule {min(idle)!r} makes no difference"
    return None


def _policy(fields: PolicyFields) -> Policy:
    facts = tuple(map(fact_of, fields.facts))
    rules = sorted((_rule(rule, fields.rule_text, facts) for rule in fields.rules), key=_by_place)
    asked = {rule.id: question_key(rule.question) for rule in rules}
    questions = [question_key(each.question) for each in fields.questions]
    review = fields.review
    return Policy(
        title=fields.title,
        domain=fields.domain,
        rule_text=RuleText(fields.rule_text),
        rules=tuple(rules),
        questions=tuple(
            PolicyQuestion(
                each.question,
                parse(each.yes_when),
                AnswerConfidence(**sure.model_dump()) if (sure := each.confidence) else None,
            )
            for each in fields.questions
        ),
        facts=facts,
        stories=tuple(
            Story(each.text, {asked[id]: Answer(said) for id, said in each.settles.items()})
            for each in fields.stories
        ),
        irrelevant_questions=tuple(fields.irrelevant_questions),
        people=tuple(
            ExamplePerson(
                each.name,
                {id: Answer(said) for id, said in each.answers.items()},
                Answer(each.gets),
                0 if each.question is None else questions.index(question_key(each.question)),
                values_read(facts, each.values),
            )
            for each in fields.people
        ),
        origin=Origin(**fields.source.model_dump()),
        drafted_by=fields.drafted_by,
        review=Review(review.by, review.on.isoformat(), review.version) if review else None,
    )


def _rule(fields: RuleFields, text: str, facts: Sequence[PolicyFact]) -> PolicyRule:
    start = -1
    for _ in range(fields.occurrence):
        start = text.index(fields.span, start + 1)
    return PolicyRule(
        fields.id,
        Span(start, start + len(fields.span)),
        fields.question,
        Statements(tuple(fields.yes), tuple(fields.no), tuple(fields.unclear)),
        State(fields.yes_means),
        RuleConfidence(**sure.model_dump()) if (sure := fields.confidence) else None,
        value_of(fields.value, facts) if fields.value else None,
    )


def _by_place(rule: PolicyRule) -> Span:
    return rule.span


def _doubts(fields: PolicyFields, policy: Policy) -> Iterator[Fault]:
    """What a policy can be followed with, but was hardly meant."""
    logic = [question.yes_when for question in policy.questions]
    needed = frozenset[str]().union(*map(names, logic))
    for number, rule in enumerate(fields.rules):
        if rule.id not in needed:
            why = f"no answer needs the rule {rule.id!r}: use it in a `yes_when`, or take it out"
            yield Fault(("rules", number), why, is_fatal=False)
    for one, other in zip(policy.rules, policy.rules[1:], strict=False):
        if one.span.overlaps(other.span):
            number = [rule.id for rule in fields.rules].index(other.id)
            why = f"the spans of {one.id!r} and {other.id!r} overlap"
            yield Fault(("rules", number, "span"), why, is_fatal=False)
    yield from fact_doubts(fields)
    yield from range_doubts(fields, policy)
    if not logic:
        yield Fault(("questions",), "it answers no question", is_fatal=False)
    diagrams = [Diagram.of(each) for each in logic] if policy.people else []
    for number, person in enumerate(policy.people):
        got = _answer(diagrams[person.question], said_by(policy, person))
        if got is not person.gets:
            why = f"{person.name!r} gets {got.value!r} by the logic, not {person.gets.value!r}"
            yield Fault(("people", number, "gets"), why, is_fatal=False)
    if policy.review is not None and not policy.is_reviewed:
        why = f"it was changed after {policy.review.by} reviewed it: it counts as not reviewed"
        yield Fault(("review",), why, is_fatal=False)


def _answer(diagram: Diagram, answers: Mapping[str, Answer]) -> Answer:
    known = {id: said is Answer.YES for id, said in answers.items()}
    value = diagram.given(known).value
    return Answer.UNKNOWN if value is None else Answer.YES if value else Answer.NO


def occurrence_of(rule: PolicyRule, text: str) -> int | None:
    """Which of the places with its text a rule is, counted from 1; None where there is only one."""
    span = rule.span.of(text)
    if text.count(span) == 1:
        return None
    number, start = 0, -1
    while start < rule.span.start:
        start = text.index(span, start + 1)
        number += 1
    return number
