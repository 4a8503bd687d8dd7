"""The nouns as JSON, and back, checked (serialisation and validation)."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from e3.errors import BadInput

T = TypeVar("T")

STRICT = ConfigDict(strict=True, allow_inf_nan=False)
"""The `__pydantic_config__` of what is taken as it is written: no text or truth is a number."""

_adapters: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    """The adapter of a type; building one is slow."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def to_json(value: object, *, indent: int | None = None) -> str:
    """`value`, one of the nouns, as JSON."""
    return _adapter(type(value)).dump_json(value, indent=indent).decode()


def from_json(kind: type[T], text: str | bytes, *, source: str | None = None) -> T:
    """The `kind` that `text` holds; raises BadInput with the field that is wrong."""
    try:
        return _adapter(kind).validate_json(text)
    except ValidationError as error:
        where = source or f"a {kind.__name__} in JSON"
        raise BadInput(explain(error), source=where) from None


def from_object(kind: type[T], value: Any) -> T:
    """Like `from_json`, for JSON that is already parsed."""
    try:
        return _adapter(kind).validate_python(value)
    except ValidationError as error:
        raise BadInput(explain(error)) from None


def explain(error: ValidationError) -> str:
    """The first thing that is wrong, as 'field: what is wrong with it'."""
    first = error.errors(include_url=False)[0]
    field = ""
    for part in first["loc"]:
        field += f"[{part}]" if isinstance(part, int) else f".{part}"
    message = sentence_of(first)
    return f"{field.lstrip('.')}: {message}" if field else message


def sentence_of(found: ErrorDetails) -> str:
    """What is wrong with a field."""
    match found["type"]:
        case "model_type" | "dataclass_type":
            return "should be a JSON object"
        case "union_tag_not_found":
            return f"should say its {found['ctx']['discriminator']}"
        case "union_tag_invalid":
            return f"{found['ctx']['tag']!r} is none of {found['ctx']['expected_tags']}"
    return found["msg"].removeprefix("Value error, ")
