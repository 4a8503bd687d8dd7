"""What the API is sent, and checks (request schemas)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    Tag,
    ValidationError,
    model_validator,
)

from e3.errors import BadInput
from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack, Move
from e3.policy.amounts import read_day
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.fields import MOST_MISTAKES, MOST_QUESTIONS, PolicyFields
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.reading.reader import as_read
from e3.serve.policies import TEXT_OR_OBJECT, followed
from e3.serve.service import Beginning, ValueRefused
from e3.serve.settings import MOST_POLICY, MOST_QUESTION, MOST_SCENARIO, MOST_TURNS, MOST_VALUE

_TEXT = r"[^\x00-\x08\x0e-\x1f\x7f]*"
# Only described: the reader says better what it can't take.
_SOMETHING = {"pattern": rf"^{_TEXT}[^\s\x00-\x1f\x7f]{_TEXT}$"}
_ANYTHING = {"pattern": rf"^{_TEXT}$"}


def _readable(asked: Callable[[str], Conversation]) -> AfterValidator:
    """Refuses a text that no reader takes, where it is given."""

    def check(text: str) -> str:
        try:
            as_read(asked(text))
        except BadInput as error:
            raise ValueError(str(error)) from None
        return text

    return AfterValidator(check)


PolicyText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_POLICY,
        description="The rule text.",
        json_schema_extra={**_SOMETHING},
    ),
    _readable(lambda text: Conversation(RuleText(text), "?")),
]
Question = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_QUESTION,
        description="What the person wants to know.",
        json_schema_extra={**_SOMETHING},
    ),
    _readable(lambda text: Conversation(RuleText("?"), text)),
]
Scenario = Annotated[
    str,
    Field(
        max_length=MOST_SCENARIO,
        description="What the person tells of themselves.",
        json_schema_extra={**_ANYTHING},
    ),
    _readable(lambda text: Conversation(RuleText("?"), "?", text)),
]
PolicyGiven = Annotated[
    Annotated[PolicyText, Tag(TEXT_OR_OBJECT[0])] | Annotated[PolicyFields, Tag(TEXT_OR_OBJECT[1])],
    Discriminator(lambda given: TEXT_OR_OBJECT[isinstance(given, dict | PolicyFields)]),
    Field(description="A policy with its rules and logic, or a text, of which a draft is made."),
]


def as_written(value: object) -> object:
    """A whole number as Python has it: to JSON, and to its schemas, 1.0 is the same as 1."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _day(value: object) -> object:
    """A day as it is written: no moment, and no count of seconds."""
    return read_day(value if isinstance(value, str) else "") if value is not None else None


# Strict: neither true nor "1" is a number.
Count = Annotated[int, Field(strict=True, ge=1, le=2**31 - 1), BeforeValidator(as_written)]
_Place = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1), BeforeValidator(as_written)]
TurnNumber = Annotated[
    Count | None,
    Field(
        description="The turn that this answers, as the interview gave it. With it an answer to"
        " a question that is no longer asked is refused.",
    ),
]


class SentRequest(BaseModel):
    """A request; what it has beyond its fields is a mistake."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="wrap")
    @classmethod
    def _few_mistakes(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Tells of none where they are many: each would take as much room as a page of text."""
        try:
            return handler(value)
        except ValidationError as error:
            if (count := error.error_count()) > MOST_MISTAKES:
                raise ValueError(f"this has {count:,} mistakes, too many to be told") from None
            raise


class HistoryTurn(SentRequest):
    """A follow-up question that was asked before, and the answer."""

    question: Question
    answer: Answer


class ReadRequest(SentRequest):
    """One turn without state."""

    policy: PolicyText
    question: Question
    scenario: Scenario = ""
    history: Annotated[list[HistoryTurn], Field(max_length=MOST_TURNS)] = []

    def conversation(self) -> Conversation:
        history = tuple(Turn(turn.question, turn.answer) for turn in self.history)
        return Conversation(RuleText(self.policy), self.question, self.scenario, history)


class StartRequest(SentRequest):
    """A new interview."""

    policy: PolicyGiven
    question: Question
    scenario: Scenario = ""
    planned: Annotated[
        bool,
        Field(
            strict=True,
            description="Asks first for what leads soonest to an answer, not as the text does.",
        ),
    ] = False
    today: Annotated[
        date | None,
        BeforeValidator(_day),
        Field(
            description="The day where the person is, until which ages and the like are counted."
            " Left out, it is the day where the server is.",
        ),
    ] = None

    def beginning(self) -> Beginning:
        """What an interview is begun with; refused where the policy can't be followed."""
        given = self.policy
        policy = RuleText(given) if isinstance(given, str) else followed(given)
        return Beginning(
            policy, self.question, self.scenario, planned=self.planned, today=self.today
        )


class DraftRequest(SentRequest):
    """A text of which a policy is to be made."""

    policy: PolicyText
    questions: Annotated[
        list[Question],
        Field(
            max_length=MOST_QUESTIONS,
            description="What the policy shall answer; none for what it is found to.",
        ),
    ] = []


class CheckRequest(SentRequest):
    """A policy to look at; it may be wrong."""

    policy: dict[str, Any] = Field(description="As PolicyFields describes it.")


_Amount = Annotated[
    Annotated[str, Field(strict=True, max_length=MOST_VALUE)]
    | Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)],
    Field(description="A number, a day such as 1959-09-22, or a choice."),
]
_Unit = Annotated[
    str, Field(max_length=MOST_VALUE, description="Where it is not that of the fact.")
]


class GivenValue(SentRequest):
    """A value that was told."""

    value: _Amount
    unit: _Unit = ""

    def given(self) -> Value:
        return _value(self.value, self.unit)


_ONE_OF_BOTH: dict[str, Any] = {
    "oneOf": [
        {"required": ["answer"], "properties": {"answer": {"type": "string"}}},
        {"required": ["value"], "properties": {"value": {"type": ["string", "number"]}}},
    ]
}


class _AnswerOrValue(SentRequest):
    """Yes, no or unknown, or the value of a fact."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_ONE_OF_BOTH)

    answer: Answer | None = None
    value: _Amount | None = None
    unit: _Unit = ""

    def said(self) -> Answer | Value:
        """The one of them that is given."""
        if self.answer is not None and self.value is None:
            return self.answer
        if self.answer is None and self.value is not None:
            return _value(self.value, self.unit)
        raise ValueRefused("give an answer (yes, no or unknown), or a value", field="answer")


def _value(amount: str | float, unit: str) -> Value:
    # Without an exponent, as everybody writes numbers.
    text = amount if isinstance(amount, str) else format(Decimal(str(amount)), "f")
    return Value(text.strip(), unit.strip())


class AnswerRequest(_AnswerOrValue):
    """The answer to the question that is asked, or the value where one is asked for."""

    turn: TurnNumber = None

    def move(self) -> Move:
        return GiveAnswer(self.said())


class ConfirmRequest(SentRequest):
    """What is so of the facts to confirm, in their order; unknown leaves one out."""

    answers: Annotated[list[Answer | GivenValue], Field(min_length=1, max_length=MOST_TURNS)]
    turn: TurnNumber = None

    def move(self) -> Move:
        given = (each.given() if isinstance(each, GivenValue) else each for each in self.answers)
        return ConfirmFacts(tuple(given))


class ChangeRequest(_AnswerOrValue):
    """Another answer for a fact, or another value."""

    fact: Annotated[_Place, Field(description="Its place among the facts.")]
    turn: TurnNumber = None

    def move(self) -> Move:
        return ChangeAnswer(self.fact, self.said())


class BackRequest(SentRequest):
    """Back to the fact before."""

    turn: TurnNumber = None

    def move(self) -> Move:
        return GoBack()


MoveRequest = AnswerRequest | ConfirmRequest | ChangeRequest | BackRequest

MOVE_PATHS: Mapping[type[Move], str] = {
    GiveAnswer: "/answers",
    ConfirmFacts: "/confirmations",
    ChangeAnswer: "/changes",
    GoBack: "/back",
}
"""Where under its interview each move is sent; its fields are those of the body."""
