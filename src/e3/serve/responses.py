"""What the API answers (response schemas)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from e3.interview.explanation import SURE, ExplainedRule, Outcome
from e3.interview.facts import Fact
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.policy.answers import Answer
from e3.reading.conversation import Conversation, Decision
from e3.serve.service import KeptInterview
from e3.text import Span


class ToldFact(BaseModel):
    """What is known of a rule."""

    question: str
    answer: Answer
    rule: Span | None = Field(description="Where the clause stands in the policy.")
    clause: str | None
    words: str | None = Field(description="The words of the scenario that tell it.")
    understood: Answer | None = Field(description="What these words were taken to say.")
    used: bool = Field(description="Whether anything depends on it now.")


class OpenQuestion(BaseModel):
    """A question, and the clause that it is about."""

    question: str
    rule: Span | None
    clause: str | None


class AskStep(OpenQuestion):
    """A question to answer."""

    kind: Literal["ask"] = "ask"
    before: Answer | None = Field(description="What was answered before, after going back.")


class ConfirmStep(BaseModel):
    """What the scenario seems to tell, to confirm or correct."""

    kind: Literal["confirm"] = "confirm"
    facts: list[ToldFact]


class ConcludedStep(BaseModel):
    """The answer."""

    kind: Literal["concluded"] = "concluded"
    decision: Literal["yes", "no"]
    confidence: float
    sure: bool = Field(description="Whether the confidence is high enough to rely on.")


class CannotTellStep(BaseModel):
    """It depends on what is not known."""

    kind: Literal["cannot tell"] = "cannot tell"
    open: list[OpenQuestion]


class NotAnsweredStep(BaseModel):
    """The policy does not answer the question."""

    kind: Literal["not answered"] = "not answered"
    confidence: float
    sure: bool


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
    outcome: Outcome
    step: NextStep = Field(description="What comes next, or how it ended.")
    facts: list[ToldFact] = Field(description="What was told, in that order.")
    rules: list[ExplainedRule] = Field(description="Every rule of the policy and its state.")


class WhyAsked(BaseModel):
    """Why a question is asked: its clause, and where each answer would lead."""

    clause: str | None
    text: str
    yes: NextStep
    no: NextStep


class ModelCard(BaseModel):
    """The model that reads."""

    name: str
    system: str
    card: str | None = Field(default=None, description="The model's card, in Markdown.")
    metrics: Mapping[str, Any] | None = Field(
        default=None, description="What was measured when it was trained."
    )
    version: str = Field(description="Of E3.")


def interview_state(kept: KeptInterview) -> InterviewState:
    """An interview as the API shows it."""
    interview = kept.interview
    start, explanation = interview.testimony.start, interview.explain()
    return InterviewState(
        id=kept.id,
        turn=kept.turn,
        question=start.question,
        scenario=start.scenario,
        outcome=explanation.outcome,
        step=_step(interview.step, start),
        facts=[
            _fact(fact, start, used=place not in interview.unused)
            for place, fact in enumerate(interview.facts)
        ],
        rules=list(explanation.rules),
    )


def why_asked(kept: KeptInterview) -> WhyAsked:
    """Why a question is asked, as the API shows it."""
    why, start = kept.why(), kept.interview.testimony.start
    return WhyAsked(
        clause=why.clause, text=why.text(), yes=_step(why.yes, start), no=_step(why.no, start)
    )


def _step(step: Step, start: Conversation) -> NextStep:
    match step:
        case Ask():
            return AskStep(**_question(step, start), before=step.before)
        case Confirm(facts=facts):
            return ConfirmStep(facts=[_fact(fact, start, used=True) for fact in facts])
        case Concluded(decision=decision, confidence=confidence):
            yes_or_no: Literal["yes", "no"] = "yes" if decision is Decision.YES else "no"
            return ConcludedStep(decision=yes_or_no, confidence=confidence, sure=confidence >= SURE)
        case CannotTell(open=asks):
            return CannotTellStep(open=[OpenQuestion(**_question(ask, start)) for ask in asks])
        case NotAnswered(confidence=confidence):
            return NotAnsweredStep(confidence=confidence, sure=confidence >= SURE)


def _question(ask: Ask, start: Conversation) -> dict[str, Any]:
    return {"question": ask.question, "rule": ask.rule, "clause": _clause(ask.rule, start)}


def _fact(fact: Fact, start: Conversation, *, used: bool) -> ToldFact:
    return ToldFact(
        question=fact.question,
        answer=fact.answer,
        rule=fact.rule,
        clause=_clause(fact.rule, start),
        words=None if fact.words is None else fact.words.of(start.scenario),
        understood=fact.understood,
        used=used,
    )


def _clause(rule: Span | None, start: Conversation) -> str | None:
    return None if rule is None else rule.of(start.rule_text.text)
