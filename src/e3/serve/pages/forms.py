"""Forms as browsers send them."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from fastapi import Request

from e3.policy.answers import Answer
from e3.policy.checking import MOST_RULES
from e3.policy.facts import Value
from e3.serve.refusals import Refusal

_MOST_FIELDS = 4 * MOST_RULES + 10
_FACT = re.compile(r"fact-(\d{1,4})")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; line breaks are \\n as in texts."""
    try:
        text = (await request.body()).decode("ascii")
        fields = parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        raise Refusal(400, "The form can't be read: go back and send it again.") from None
    return {name: value.replace("\r\n", "\n") for name, value in fields}


def answer_of(fields: dict[str, str], name: str = "answer") -> Answer:
    """The answer in a form."""
    try:
        return Answer(fields.get(name, ""))
    except ValueError:
        raise Refusal(422, "Choose one of the answers.", field=name) from None


def said_in(fields: dict[str, str]) -> Answer | Value:
    """The answer in a form, or the value where one was asked for."""
    if "answer" in fields or "value" not in fields:
        return answer_of(fields)
    return _value(fields, "value")


def answers_of(fields: dict[str, str]) -> dict[str, Answer | Value]:
    """The answers to all facts that were to be confirmed, or their values, by their fields."""
    places = sorted(int(found[1]) for name in fields if (found := _FACT.fullmatch(name)))
    if not places or places != list(range(len(places))):
        raise Refusal(422, "Choose an answer for each of them.", field="facts")
    return {name: _confirmed(fields, name) for name in (f"fact-{place}" for place in places)}


def _confirmed(fields: dict[str, str], name: str) -> Answer | Value:
    if f"{name}-is" not in fields:
        return answer_of(fields, name)
    return Answer.UNKNOWN if f"{name}-out" in fields else _value(fields, name)


def _value(fields: dict[str, str], name: str) -> Value:
    return Value(fields[name].strip(), fields.get(f"{name}-unit", ""))


def turn_of(fields: dict[str, str], name: str = "turn") -> int | None:
    """The turn that the person saw, or another number."""
    turn = fields.get(name, "")
    return int(turn) if turn.isascii() and turn.isdecimal() and len(turn) < 10 else None
