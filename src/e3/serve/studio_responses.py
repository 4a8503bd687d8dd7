"""What the studio's API answers (response schemas)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from pydantic import BaseModel, Field

from e3.interview.explanation import Outcome, outcome_of
from e3.interview.interview import Interview
from e3.language.en.said_tests import range_in_words
from e3.policy.answers import Answer, State
from e3.policy.facts import PolicyFact, Value
from e3.policy.fields import PolicyFields
from e3.policy.policy import Policy
from e3.policy.ranges import ranges
from e3.policy.writing import policy_object
from e3.serve.responses import FaultFound, faults_found
from e3.studio import cases, review
from e3.studio.boundaries import boundary_cases
from e3.studio.cases import CaseResult
from e3.studio.differences import differences, other_words
from e3.studio.edits import edit_object
from e3.studio.nodes import Kind, Node, tree
from e3.studio.publishing import Version, Visit, Words
from e3.studio.review import Part, Speaks
from e3.studio.stored import Draft, Revision, RevisionSummary
from e3.text import Span


class LogicNode(BaseModel):
    """A part of the logic of an answer."""

    address: str = Field(description="What edits name it by, such as 0.2.1.")
    kind: Kind
    rule: str | None
    parts: list[LogicNode]


class AnswerState(BaseModel):
    """A question that the text answers, and when with yes."""

    question: str
    formula: str
    sentence: str = Field(description="When the answer is yes, in words.")
    logic: LogicNode


class RuleState(BaseModel):
    """A rule."""

    id: str
    span: Span
    clause: str
    question: str
    yes_means: State
    speaks: list[Speaks] = Field(description="What a yes speaks for, question by question.")
    compares: str | None = Field(description="The fact and the test, in words; null of yes or no.")


class RangeState(BaseModel):
    """Values of a fact for which the same rules hold."""

    values: str = Field(description="In words: 16 to 18.")
    rules: list[str]


class FactState(BaseModel):
    """Something that people are asked for once, and that rules compare."""

    id: str
    question: str
    since: str | None = Field(description="The date that it is computed from.")
    rules: list[str] = Field(description="Those that compare it.")
    ranges: list[RangeState] = Field(description="All its values, the lowest first.")


class UnsurePart(BaseModel):
    """Something that the drafter is not sure of."""

    sure: float
    part: Part
    rule: str | None
    question: int | None
    sentence: str


class CaseState(BaseModel):
    """A person, and what they get."""

    name: str
    question: int
    answers: dict[str, Answer]
    expected: Answer
    gets: Answer
    as_expected: bool
    because: str | None
    would_change: list[str]
    rests_on: list[str] = Field(description="The rules that the proof needs.")
    open: list[str] = Field(description="The rules on which it still depends.")


class BoundaryState(BaseModel):
    """Somebody with a value at a boundary of a fact, or next to it."""

    value: Value
    told: Value = Field(description="What they say: the day, where the value is computed from one.")
    case: CaseState


class FactBoundaries(BaseModel):
    """People who differ in one fact alone."""

    fact: str
    cases: list[BoundaryState]


class DraftState(BaseModel):
    """A policy that is edited, as it is now, and all there is to say of it."""

    id: str
    revision: int = Field(description="The base of the next change.")
    policy: PolicyFields
    rules: list[RuleState]
    facts: list[FactState]
    answers: list[AnswerState]
    unsure: list[UnsurePart] = Field(description="What to look at, the least sure first.")
    doubts: list[FaultFound] = Field(description="What it can be followed with, but hardly meant.")
    cases: list[CaseState] = Field(description="The cases that are kept with it, tried now.")
    created: datetime
    changed: datetime
    changed_by: str
    what: str = Field(description="What was done last.")
    can_undo: bool
    can_redo: bool
    address: str | None
    published: int | None = Field(description="The version that people are interviewed by.")


class RevisionState(BaseModel):
    """A draft as it was."""

    summary: RevisionSummary
    policy: PolicyFields
    edit: dict[str, object] | None = Field(description="What made it, to be made again.")


class Differences(BaseModel):
    """What differs, each in a sentence."""

    sentences: list[str]


class MadeCases(BaseModel):
    """People made up to try the logic of an answer."""

    deciding: list[CaseState] = Field(description="For whom, together, every rule decides.")
    table: list[CaseState] | None = Field(description="All people; null where they are too many.")
    boundaries: list[FactBoundaries] = Field(
        description="For each fact, people at the ends of its tests and next to them."
    )


class TakenFor(BaseModel):
    """The question that somebody's words are taken for."""

    number: int | None = Field(description="Counted from 0; null for none.")
    question: str | None


class VersionState(BaseModel):
    """What was published once."""

    number: int
    revision: int
    words: Words
    by: str
    time: datetime
    policy_version: str
    differences: list[str] = Field(description="From the version before it.")
    failing: list[str] = Field(description="The cases that do not get what they should by it.")


class PublishedPolicy(BaseModel):
    """What people see at a published address."""

    words: Words
    version: int
    questions: list[str]
    is_draft: bool = Field(description="Whether nobody has checked what a program made.")


class PublishedVersion(BaseModel):
    """What an interview was begun with, and whether there is something newer."""

    version: int
    newest: int | None = Field(description="Null where it is not published any more.")
    outdated: bool
    now_at: str | None = Field(description="The address of the newest.")
    outcome: Outcome
    says: str | None = Field(description="What the result says, in Markdown.")


def draft_state(draft: Draft) -> DraftState:
    """A draft as the API shows it."""
    policy = draft.policy
    return DraftState(
        id=draft.id,
        revision=draft.revision,
        policy=fields_of(policy),
        rules=_rules(policy),
        facts=[_fact(policy, fact) for fact in policy.facts],
        answers=[_answer(policy, number) for number in range(len(policy.questions))],
        unsure=[
            UnsurePart(
                sure=each.sure,
                part=each.part,
                rule=each.rule,
                question=each.question,
                sentence=each.sentence(policy),
            )
            for each in review.unsure(policy)
        ],
        doubts=faults_found(review.doubts(policy)),
        cases=[case_state(each) for each in cases.kept(policy)],
        created=draft.created,
        changed=draft.changed,
        changed_by=draft.changed_by,
        what=draft.what,
        can_undo=draft.can_undo,
        can_redo=draft.can_redo,
        address=draft.address,
        published=draft.published,
    )


def fields_of(policy: Policy) -> PolicyFields:
    """A policy as the API shows it."""
    return PolicyFields.model_validate(policy_object(policy))


def _rules(policy: Policy) -> list[RuleState]:
    asked = range(len(policy.questions))
    return [
        RuleState(
            id=rule.id,
            span=rule.span,
            clause=rule.span.of(policy.rule_text.text),
            question=rule.question,
            yes_means=rule.yes_means,
            speaks=[review.speaks(policy, rule.id, number) for number in asked],
            compares=review.compares(policy, rule),
        )
        for rule in policy.rules
    ]


def _fact(policy: Policy, fact: PolicyFact) -> FactState:
    return FactState(
        id=fact.id,
        question=fact.question,
        since=fact.since,
        rules=[rule.id for rule in policy.rules if policy.fact_of(rule) is fact],
        ranges=[
            RangeState(values=range_in_words(fact, each), rules=sorted(each.rules))
            for each in ranges(policy, fact)
        ],
    )


def _answer(policy: Policy, number: int) -> AnswerState:
    return AnswerState(
        question=policy.questions[number].question,
        formula=review.formula(policy, number),
        sentence=review.sentence(policy, number),
        logic=_node(tree(policy, number)),
    )


def _node(node: Node) -> LogicNode:
    parts = [_node(part) for part in node.parts]
    return LogicNode(address=str(node.address), kind=node.kind, rule=node.rule, parts=parts)


def case_state(result: CaseResult) -> CaseState:
    """A case as the API shows it."""
    person = result.person
    return CaseState(
        name=person.name,
        question=person.question,
        answers=dict(person.answers),
        expected=person.gets,
        gets=result.gets,
        as_expected=result.as_expected,
        because=result.because,
        would_change=list(result.would_change),
        rests_on=list(result.rests_on),
        open=list(result.open),
    )


def revision_state(revision: Revision) -> RevisionState:
    """A revision as the API shows it."""
    edit = None if revision.edit is None else edit_object(revision.edit)
    return RevisionState(summary=revision.summary, policy=fields_of(revision.policy), edit=edit)


def made_cases(policy: Policy, question: int) -> MadeCases:
    """The people made up for an answer, as the API shows them."""
    every = cases.table(policy, question)
    return MadeCases(
        deciding=[case_state(each) for each in cases.generated(policy, question)],
        table=None if every is None else [case_state(each) for each in every],
        boundaries=[
            FactBoundaries(
                fact=each.fact.id,
                cases=[
                    BoundaryState(value=one.value, told=one.told, case=case_state(one.result))
                    for one in each.cases
                ],
            )
            for each in boundary_cases(policy, question, date.today())
        ],
    )


def version_states(versions: Sequence[Version]) -> list[VersionState]:
    """What was published, newest first, each with what differs from the one before it."""
    older: list[Version | None] = [*versions[1:], None]
    return [
        VersionState(
            number=version.number,
            revision=version.revision,
            words=version.words,
            by=version.by,
            time=version.time,
            policy_version=version.policy.version,
            differences=[
                *differences(before.policy, version.policy),
                *other_words(before.words, version.words),
            ]
            if before
            else [],
            failing=[
                case.person.name for case in cases.kept(version.policy) if not case.as_expected
            ],
        )
        for version, before in zip(versions, older, strict=False)
    ]


def published_policy(version: Version) -> PublishedPolicy:
    """What people see, as the API shows it."""
    return PublishedPolicy(
        words=version.words,
        version=version.number,
        questions=[asked.question for asked in version.policy.questions],
        is_draft=version.policy.is_draft,
    )


def published_version(visit: Visit, interview: Interview) -> PublishedVersion:
    """What an interview was begun with, as the API shows it."""
    outcome = outcome_of(interview.step)
    words = visit.version.words
    says = {Outcome.YES: words.yes, Outcome.NO: words.no}.get(outcome)
    return PublishedVersion(
        version=visit.version.number,
        newest=visit.newest,
        outdated=visit.is_outdated,
        now_at=visit.now_at,
        outcome=outcome,
        says=says or None,
    )
