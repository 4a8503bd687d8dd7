"""Policies from files, JSON or YAML, checked (deserialisation)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from e3.errors import BadInput
from e3.files import parse_json, read_bytes
from e3.policy.checking import checked
from e3.policy.faults import Fault
from e3.policy.policy import Policy
from e3.policy.yaml_files import IS_YAML, lines_of, parse_yaml


def parse_policies(objects: Any, *, source: str) -> list[Policy]:
    """The policies of a parsed file that holds a list of them."""
    policies: dict[str, Policy] = {}
    for number, value in enumerate(objects, start=1):
        policy = _policy(value, source=source, row=number)
        if policy.slug in policies:
            raise BadInput("title: another policy has it already", source=source, row=number)
        policies[policy.slug] = policy
    return list(policies.values())


def parse_policy(value: Any, *, source: str | None = None) -> Policy:
    """The policy that parsed JSON or YAML stands for."""
    return _policy(value, source=source)


def read_policy(path: Path) -> Policy:
    """The policy in a file; one that is wrong is refused with the line and the first fault."""
    data = read_bytes(path)
    found = checked(parse_file(data, path=path))
    for fault in found.faults:
        if fault.is_fatal:
            line = lines_of(data).line(fault.place)
            raise BadInput(fault.sentence, source=f"{path}:{line}")
    assert found.policy is not None
    return found.policy


def parse_file(data: bytes, *, path: Path) -> Any:
    """The value that a file stands for, by its name a YAML file or else one of JSON."""
    source = str(path)
    if is_yaml(path):
        return parse_yaml(data, source=source)
    try:
        return parse_json(data, source=source)
    except BadInput:
        if not data.strip() or path.suffix.casefold() == ".json":
            raise
        why = "this is no policy in JSON (and .yaml is for YAML): e3 draft makes one of a text"
        raise BadInput(why, source=source) from None


def is_yaml(path: Path) -> bool:
    """Whether a file is YAML, by its name."""
    return path.suffix.casefold() in IS_YAML


def _policy(value: Any, *, source: str | None, row: int | None = None) -> Policy:
    found = checked(value)
    if found.policy is None:
        fault = next(fault for fault in found.faults if fault.is_fatal)
        raise BadInput(_named(fault), source=source, row=row)
    return found.policy


def _named(fault: Fault) -> str:
    """A fault after the field it is in."""
    field = ""
    for part in fault.place:
        field += f"[{part}]" if isinstance(part, int) else f".{part}"
    return f"{field.lstrip('.')}: {fault.sentence}" if field else fault.sentence
