"""When the answer is yes (three-valued logic): an expression over rules, some still unknown.

Three-valued: a rule is met, not met or unknown, and so is what depends on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Name:
    """A rule: a yes to its question."""

    id: str


@dataclass(frozen=True)
class Not:
    """Negation."""

    of: Expression


@dataclass(frozen=True)
class And:
    """All of the parts."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Or:
    """At least one of the parts."""

    parts: tuple[Expression, ...]


Expression = Name | Not | And | Or


_DEEPEST = 100
"""Parts within parts; Python's own limit would strike here or there."""


def parse(text: str) -> Expression:
    """Reads "a and (b or not c)"; raises ValueError for anything but and, or, not and names."""
    unreadable = ValueError(f"can't be read as logic: {text[:80]!r}")
    if "\0" in text:  # not a syntax error to every Python
        raise unreadable
    try:
        return _convert(ast.parse(text.strip(), mode="eval").body, 0)
    except (SyntaxError, RecursionError, MemoryError):
        raise unreadable from None


def _convert(node: ast.expr, depth: int) -> Expression:
    if depth > _DEEPEST:
        raise ValueError(f"parts lie within parts, deeper than {_DEEPEST}: say it more simply")
    match node:
        case ast.Name(id=name):
            return Name(name)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Not(_convert(operand, depth + 1))
        case ast.BoolOp(op=ast.And(), values=values):
            return And(tuple(_convert(value, depth + 1) for value in values))
        case ast.BoolOp(values=values):
            return Or(tuple(_convert(value, depth + 1) for value in values))
    raise ValueError("only and, or, not and names of rules are logic here")


def written(expression: Expression) -> str:
    """The text of an expression, as `parse` reads it."""
    match expression:
        case Name(id=name):
            return name
        case Not(of=inner):
            return f"not {_bracketed(inner)}"
        case And(parts=parts):
            return " and ".join(map(_bracketed, parts))
        case Or(parts=parts):
            return " or ".join(map(_bracketed, parts))


def _bracketed(part: Expression) -> str:
    return f"({written(part)})" if isinstance(part, And | Or) else written(part)


def occurrences(expression: Expression) -> Iterator[str]:
    """The rules in an expression, as often as they stand there and in that order."""
    match expression:
        case Name(id=name):
            yield name
        case Not(of=inner):
            yield from occurrences(inner)
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from occurrences(part)


def names(expression: Expression) -> frozenset[str]:
    """The rules in an expression."""
    return frozenset(occurrences(expression))


def given(expression: Expression, known: Mapping[str, bool]) -> Expression | bool:
    """What is left of the expression once some rules are known: a truth value or a shorter one."""
    match expression:
        case Name(id=name):
            return known.get(name, expression)
        case Not(of=inner):
            rest = given(inner, known)
            return not rest if isinstance(rest, bool) else Not(rest)
        case And(parts=parts):
            return _given_parts(And, parts, known, neutral=True)
        case Or(parts=parts):
            return _given_parts(Or, parts, known, neutral=False)


def _given_parts(
    kind: type[And] | type[Or],
    parts: tuple[Expression, ...],
    known: Mapping[str, bool],
    *,
    neutral: bool,
) -> Expression | bool:
    rest: list[Expression] = []
    for part in parts:
        value = given(part, known)
        if isinstance(value, bool):
            if value is not neutral:
                return value
        else:
            rest.append(value)
    if not rest:
        return neutral
    return rest[0] if len(rest) == 1 else kind(tuple(rest))


def without_denials(expression: Expression, *, denied: bool = False) -> Expression:
    """The same with `not` before rules alone (negation normal form), and no "all of" in another."""
    match expression:
        case Name():
            return Not(expression) if denied else expression
        case Not(of=inner):
            return without_denials(inner, denied=not denied)
        case And(parts=parts) | Or(parts=parts):
            kind = And if isinstance(expression, And) is not denied else Or
            flat: list[Expression] = []
            for part in parts:
                inner = without_denials(part, denied=denied)
                flat += inner.parts if isinstance(inner, kind) else [inner]
            return kind(tuple(flat))
