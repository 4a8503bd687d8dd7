"""The description of the API as a page shows it, made from its OpenAPI form."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A part of what a field can be: words, or the name of something that is described."""

    text: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a body, or a part of a request."""

    name: str
    kind: tuple[Word, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A request that can be made."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parts: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """Something that is in a body."""

    name: str
    description: str
    fields: tuple[FieldView, ...]


def operations(spec: Schema) -> Iterator[Operation]:
    """All requests, in the order of the description."""
    for path, methods in spec["paths"].items():
        for method, found in methods.items():
            yield Operation(
                found["operationId"],
                method.upper(),
                path,
                found["summary"],
                found.get("description", ""),
                tuple(_parts(found)),
            )


def described(spec: Schema) -> Iterator[Described]:
    """All that bodies are made of."""
    for name, schema in spec["components"]["schemas"].items():
        fields = [
            FieldView(field, tuple(_kind(part)), _note(part, field in schema.get("required", ())))
            for field, part in schema.get("properties", {}).items()
        ]
        if "enum" in schema:
            fields.append(FieldView("one of", tuple(_kind(schema))))
        yield Described(name, schema.get("description", ""), tuple(fields))


def _parts(operation: Schema) -> Iterator[FieldView]:
    if body := operation.get("requestBody"):
        note = "" if body.get("required") else "may be left out"
        yield FieldView("body", tuple(_kind(_json(body))), note)
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "query":
            yield FieldView(f"?{parameter['name']}", tuple(_kind(parameter["schema"])))
    answers = operation["responses"]
    good = next(status for status in answers if status.startswith("2"))
    yield FieldView("answer", (Word(f"{good} "), *_kind(_json(answers[good]))))
    if refused := [status for status in answers if not status.startswith("2")]:
        yield FieldView("or", (Word(f"{', '.join(sorted(refused))} "), *_named("ErrorBody")))


def _json(body: Schema) -> Schema:
    found: Schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    return found


def _kind(schema: Schema) -> Iterator[Word]:
    match schema:
        case {"$ref": str(name)}:
            yield from _named(name.rsplit("/", 1)[-1])
        case {"anyOf": choices} | {"oneOf": choices}:
            for place, choice in enumerate(choices):
                if place:
                    yield Word(" or ")
                yield from _kind(choice)
        case {"type": "array", "items": one}:
            yield Word("list of ")
            yield from _kind(one)
        case {"const": value}:
            yield Word(json.dumps(value))
        case {"enum": values}:
            yield Word(", ".join(json.dumps(value) for value in values))
        case {"type": kind}:
            yield Word(str(kind))


def _named(name: str) -> Iterator[Word]:
    yield Word(name, is_name=True)


def _note(part: Schema, required: bool) -> str:
    notes = [part.get("description", "")]
    if "maxLength" in part:
        notes.append(f"At most {part['maxLength']:,} characters.")
    if "maxItems" in part:
        notes.append(f"At most {part['maxItems']:,}.")
    if not required:
        notes.append("May be left out.")
    return " ".join(note for note in notes if note)
