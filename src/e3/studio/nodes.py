"""The logic of an answer as nested groups, each with an address that forms and keys can name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from e3.errors import BadInput
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import Policy

Path = tuple[int, ...]
"""The places of parts within parts that lead to a node."""


class Kind(StrEnum):
    """What a node is."""

    RULE = "rule"
    ALL = "all"
    ANY = "any"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a node is: "0" is the whole logic of the first question, "0.2" its third part."""

    question: int
    path: Path = ()

    @classmethod
    def of(cls, text: str) -> Address:
        """The address that is written so."""
        parts = text.split(".")
        if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
            raise BadInput(f"{text[:80]!r} is no address of a part of the logic, such as 0.2.1")
        question, *path = map(int, parts)
        return cls(question, tuple(path))

    def __str__(self) -> str:
        return ".".join(map(str, (self.question, *self.path)))


@dataclass(frozen=True, slots=True)
class Node:
    """A rule, or a group of nodes."""

    address: Address
    kind: Kind
    rule: str | None = None
    parts: tuple[Node, ...] = ()


def tree(policy: Policy, question: int) -> Node:
    """The logic of one of a policy's questions."""
    return _node(policy.questions[question].yes_when, Address(question))


def nodes(node: Node) -> Iterator[Node]:
    """A node and all within it, outer ones before inner ones."""
    yield node
    for part in node.parts:
        yield from nodes(part)


def _node(expression: Expression, address: Address) -> Node:
    match expression:
        case Name(id=rule):
            return Node(address, Kind.RULE, rule)
        case Not(of=inner):
            return Node(address, Kind.NOT, parts=(_node(inner, _within(address, 0)),))
        case And(parts=parts) | Or(parts=parts):
            kind = Kind.ALL if isinstance(expression, And) else Kind.ANY
            inside = (_node(part, _within(address, place)) for place, part in enumerate(parts))
            return Node(address, kind, parts=tuple(inside))


def _within(address: Address, place: int) -> Address:
    return Address(address.question, (*address.path, place))
