"""What happens in an interview (event sourcing): all else is derived from its events.

With the rule text, whose version the first one has, they say in full what the person saw: the
policy that was followed, what was taken from their story, what they answered. A record can be read
and gone on with without a model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.serialise import explain
from e3.text import Span


@dataclass(frozen=True)
class Understood:
    """What a reader takes from the scenario, for the person to confirm."""

    rule: Span
    words: Span
    """Of the scenario."""
    answer: Answer


@dataclass(frozen=True)
class UnderstoodValue:
    """A value that the scenario tells, for the person to confirm."""

    fact: str
    """The id of the policy's fact."""
    words: Span
    """Of the scenario."""
    value: Value


@dataclass(frozen=True)
class Started:
    """A person asked a question to a policy, and perhaps told of themselves."""

    policy_version: str
    """Of the rule text, which is kept beside the events; see `RuleText.version`."""
    question: str
    scenario: str = ""
    policy: Mapping[str, Any] | None = None
    """The policy that is followed, without its text; None in what E3 0.1 kept."""
    asked: int | None = None
    """Which of the policy's questions it is; None where it is none of them."""
    understood: tuple[Understood, ...] = ()
    unread: bool = False
    """Whether the scenario was too long to be read together with the text."""
    planned: bool = False
    """Whether the rule is asked for first that leads soonest to an answer."""
    understood_values: tuple[UnderstoodValue, ...] = ()
    today: date | None = None
    """The day on which it began, since which ages and the like are counted back; None before there
    were facts."""
    kind: Literal["started"] = "started"


@dataclass(frozen=True)
class Confirmed:
    """A person was shown what their scenario was understood to say of a rule, and said what is so.

    Another answer than `understood` is a correction; unknown leaves it out.
    """

    question: str
    rule: Span
    words: Span
    """Of the scenario."""
    understood: Answer
    answer: Answer
    kind: Literal["confirmed"] = "confirmed"


@dataclass(frozen=True)
class Answered:
    """A person answered a follow-up question."""

    question: str
    rule: Span | None
    answer: Answer
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True)
class GaveValue:
    """A person said what a fact is, or that they don't know or would rather not say."""

    fact: str
    """The id of the policy's fact."""
    question: str
    rule: Span
    """The clause for which it was asked."""
    value: Value | None
    kind: Literal["gave value"] = "gave value"


@dataclass(frozen=True)
class ConfirmedValue:
    """A person was shown a value that their scenario tells, and said what is so.

    Another value than `understood` is a correction; none leaves it out.
    """

    fact: str
    question: str
    rule: Span
    words: Span
    """Of the scenario."""
    understood: Value
    value: Value | None
    kind: Literal["confirmed value"] = "confirmed value"


@dataclass(frozen=True)
class ChangedValue:
    """A person changed a value that they had told."""

    turn: int
    value: Value | None
    kind: Literal["changed value"] = "changed value"


@dataclass(frozen=True)
class Changed:
    """A person changed what they had said of a rule."""

    turn: int
    """Which of the facts, counted from 0 in the order in which they were told."""
    answer: Answer
    kind: Literal["changed"] = "changed"


@dataclass(frozen=True)
class WentBack:
    """A person went back to a turn, which is asked again; nothing that was told is lost."""

    turn: int
    kind: Literal["went back"] = "went back"


Event = (
    Started | Confirmed | ConfirmedValue | Answered | GaveValue | Changed | ChangedValue | WentBack
)

_event: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def event_object(event: Event) -> dict[str, Any]:
    """An event as an object ready for JSON."""
    found: dict[str, Any] = _event.dump_python(event, mode="json")
    return found


def event_of(value: Any) -> Event:
    """The event that such an object is; raises BadInput with the field that is wrong."""
    try:
        return _event.validate_python(value)
    except ValidationError as error:
        raise BadInput(explain(error), source="an event") from None
