"""What happens in an interview (event sourcing): all else is derived from its events.

With the rule text, whose version the first one has, they say in full what the person saw: a record
can be read without the model that asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.serialise import explain
from e3.text import Span


@dataclass(frozen=True)
class Started:
    """A person asked a question to a rule text, and perhaps told of themselves."""

    policy_version: str
    """Of the rule text, which is kept beside the events; see `RuleText.version`."""
    question: str
    scenario: str = ""
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


Event = Started | Confirmed | Answered | Changed | WentBack

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
