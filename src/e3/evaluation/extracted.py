"""The rules that a system extracted, from the JSON lines that `e3 predict --explain` writes."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from e3.errors import BadInput
from e3.files import parse_json, read_bytes
from e3.serialise import from_object
from e3.text import Span


class _Rule(BaseModel):
    span: tuple[int, int]


class _Explanation(BaseModel):
    utterance_id: str
    rules: list[_Rule]


def read_extracted(path: Path) -> dict[str, tuple[Span, ...]]:
    """The spans of the rules by utterance id, one JSON object a line."""
    found = {}
    for number, line in enumerate(read_bytes(path).splitlines(), start=1):
        if not line.strip():
            continue
        value = parse_json(line, source=f"{path}, row {number}")
        try:
            explanation = from_object(_Explanation, value)
            spans = tuple(Span(*rule.span) for rule in explanation.rules)
        except (BadInput, ValueError) as error:  # ValueError: a span that ends before it starts
            raise BadInput(str(error), source=str(path), row=number) from None
        found[explanation.utterance_id] = spans
    if not found:
        raise BadInput("there is no explanation in this file", source=str(path))
    return found
