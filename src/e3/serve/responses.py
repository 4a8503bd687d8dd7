"""What the API answers (response schemas)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from e3.interview.course import rule_of
from e3.interview.explanation import SURE, Basis, ExplainedRule, Outcome
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.policy.answers import Answer
from e3.policy.checking import checked
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.faults import Fault
from e3.policy.units import other_units
from e3.reading.conversation import Decision
from e3.serve.policies import path
from e3.serve.service import KeptInterview
from e3.text import Span


class ToldFact(BaseModel):
    """What is known of a rule."""

    question: str
    answer: Answer
    id: str | None = Field(description="Of the policy's rule.")
    rule: Span | None = Field(description="Where the clause stands in the policy.")
    clause: str | None
    words: str | None = Field(description="The words of the scenario that tell it.")
    understood: Answer | None = Field(description="What these words were taken to say.")
    used: bool = Field(description="Whether anything depends on it now.")
    fact: str | None = Field(default=None, description="Of the policy, where it is a value.")
    value: Value | None = Field(
        default=None, description="What was told of that fact; then the answer is unknown."
    )
    understood_value: Value | None = Field(
        default=None, description="What the words of the scenario were taken to say of it."
    )


class OpenQuestion(BaseModel):
    """A question, and the clause that it is about."""

    question: str
    id: str | None = Field(description="Of the policy's rule.")
    rule: Span | None
    clause: str | None


class AskedFact(BaseModel):
    """What is asked for where it is no yes or no."""

    id: str
    kind: Kind
    unit: str
    units: list[str] = Field(description="Others that a value may be given in.")
    choices: list[str]


class AskStep(OpenQuestion):
    """A question to answer: with yes, no or unknown, or with a value where there is a fact."""

    kind: Literal["ask"] = "ask"
    before: Answer | None = Field(description="What was answered before, after going back.")
    fact: AskedFact | None = Field(
        default=None, description="Then unknown leads to the yes-or-no questions of its rules."
    )
    value_before: Value | None = None


class ConfirmStep(BaseModel):
    """What the scenario seems to tell, to confirm or correct."""

    kind: Literal["confirm"] = "confirm"
    facts: list[ToldFact]


class ConcludedStep(BaseModel):
    """The answer."""

    kind: Literal["concluded"] = "concluded"
    decision: Literal["yes", "no"]
    confidence: float | None = Field(
        description="Of the drafter in the rules it rests on; null where the policy is no draft."
    )
    sure: bool | None = Field(description="Whether the confidence is high enough to rely on.")


class CannotTellStep(BaseModel):
    """It depends on what is not known."""

    kind: Literal["cannot tell"] = "cannot tell"
    open: list[OpenQuestion]


class NotAnsweredStep(BaseModel):
    """The policy does not answer the question."""

    kind: Literal["not answered"] = "not answered"


NextStep = Annotated[
    AskStep | ConfirmStep | ConcludedStep | CannotTellStep | NotAnsweredStep,
    Field(discriminator="kind"),
]


class InterviewState(BaseModel):
    """An interview and where it stands."""

    id: str = Field(description="Can't be guessed: who has it has the interview.")
    turn: int
    question: str
    scenario: str
    unread: bool = Field(description="Whether the scenario was too long to be read.")
    outcome: Outcome
    because: str | None = Field(description="The proof of a conclusion, as a sentence.")
    would_change: list[str] = Field(description="What would turn it, each as a sentence.")
    step: NextStep = Field(description="What comes next, or how it ended.")
    facts: list[ToldFact] = Field(description="What was told, in that order.")
    rules: list[ExplainedRule] = Field(
        description="Every rule that the answer can depend on, and its state."
    )
    answers: list[str] = Field(description="The questions that the policy answers.")
    basis: Basis = Field(description="The policy, its version, and who has checked it.")


class WhyAsked(BaseModel):
    """Why a question is asked: its clause, and where each answer would lead."""

    clause: str | None
    text: str
    yes: NextStep | None = Field(description="Null where a value is asked for.")
    no: NextStep | None


class FaultFound(BaseModel):
    """Something that is wrong with a policy."""

    place: str = Field(description="The field, as rules.0.span; empty for the whole.")
    sentence: str
    fatal: bool = Field(description="Whether the policy can't be followed with it.")


class CheckedPolicy(BaseModel):
    """What is wrong with a policy."""

    faults: list[FaultFound]
    version: str | None = Field(
        description="What a review of it names; null where it can't be followed."
    )


class ModelCard(BaseModel):
    """The model that reads."""

    name: str
    system: str
    card: str | None = Field(default=None, description="The model's card, in Markdown.")
    metrics: Mapping[str, Any] | None = Field(
        default=None, description="What was measured when it was trained."
    )
    version: str = Field(description="Of E3.")
    sends_to: str | None = Field(
        default=None,
        description="The server of a language model that texts and stories are sent to, if any.",
    )


def interview_state(kept: KeptInterview) -> InterviewState:
    """An interview as the API shows it."""
    interview = kept.interview
    explanation = interview.explain()
    return InterviewState(
        id=kept.id,
        turn=kept.turn,
        question=explanation.question,
        scenario=explanation.scenario,
        unread=explanation.unread,
        outcome=explanation.outcome,
        because=explanation.because,
        would_change=list(explanation.would_change),
        step=_step(interview.step, interview),
        facts=[
            _fact(fact, interview, used=place not in interview.unused)
            for place, fact in enumerate(interview.facts)
        ],
        rules=list(explanation.rules),
        answers=list(explanation.answers),
        basis=explanation.basis,
    )


def why_asked(kept: KeptInterview) -> WhyAsked:
    """Why a question is asked, as the API shows it."""
    why, interview = kept.why(), kept.interview
    yes, no = (None if step is None else _step(step, interview) for step in (why.yes, why.no))
    return WhyAsked(clause=why.clause, text=why.text(), yes=yes, no=no)


def checked_policy(value: object) -> CheckedPolicy:
    """What is wrong with a policy, as the API shows it."""
    found = checked(value)
    version = None if found.policy is None else found.policy.version
    return CheckedPolicy(faults=faults_found(found.faults), version=version)


def faults_found(faults: Sequence[Fault]) -> list[FaultFound]:
    """Faults as the API shows them."""
    return [
        FaultFound(place=path(fault.place), sentence=fault.sentence, fatal=fault.is_fatal)
        for fault in faults
    ]


def _step(step: Step, interview: Interview) -> NextStep:
    match step:
        case Ask():
            return AskStep(
                **_question(step, interview),
                before=step.before,
                fact=None if step.fact is None else _asked_fact(step.fact),
                value_before=step.value_before,
            )
        case Confirm(facts=facts):
            return ConfirmStep(facts=[_fact(fact, interview, used=True) for fact in facts])
        case Concluded(decision=decision, confidence=confidence):
            yes_or_no: Literal["yes", "no"] = "yes" if decision is Decision.YES else "no"
            sure = None if confidence is None else confidence >= SURE
            return ConcludedStep(decision=yes_or_no, confidence=confidence, sure=sure)
        case CannotTell(open=asks):
            return CannotTellStep(open=[OpenQuestion(**_question(ask, interview)) for ask in asks])
        case NotAnswered():
            return NotAnsweredStep()


def _asked_fact(fact: PolicyFact) -> AskedFact:
    return AskedFact(
        id=fact.id,
        kind=fact.kind,
        unit=fact.unit,
        units=list(other_units(fact.unit)),
        choices=list(fact.choices),
    )


def _question(ask: Ask, interview: Interview) -> dict[str, Any]:
    return {
        "question": ask.question,
        "id": _id(Fact(ask.question, Answer.UNKNOWN, ask.rule), interview),
        "rule": ask.rule,
        "clause": _clause(ask.rule, interview),
    }


def _fact(fact: Fact, interview: Interview, *, used: bool) -> ToldFact:
    return ToldFact(
        question=fact.question,
        answer=fact.answer,
        id=_id(fact, interview),
        rule=fact.rule,
        clause=_clause(fact.rule, interview),
        words=None if fact.words is None else fact.words.of(interview.opening.scenario),
        understood=fact.understood,
        used=used,
        fact=fact.of,
        value=fact.value,
        understood_value=fact.understood_value,
    )


def _id(fact: Fact, interview: Interview) -> str | None:
    rule = rule_of(interview.policy, fact)
    return None if rule is None else rule.id


def _clause(rule: Span | None, interview: Interview) -> str | None:
    return None if rule is None else rule.of(interview.rule_text.text)
