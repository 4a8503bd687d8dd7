"""What can be done to nested groups: parts put in, taken out, moved, joined (tree surgery).

What comes out is in normal form: no "not not", no group of one, no "all of" right within another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from e3.policy.logic import And, Expression, Name, Not, Or
from e3.studio.nodes import Path

GroupKind = Literal["all", "any"]
_KINDS: Mapping[GroupKind, type[And] | type[Or]] = {"all": And, "any": Or}


def normal(expression: Expression) -> Expression:
    """The same in normal form."""
    match expression:
        case Name():
            return expression
        case Not(of=inner):
            return denied(normal(inner))
        case And(parts=parts) | Or(parts=parts):
            return grouped("all" if isinstance(expression, And) else "any", map(normal, parts))


def denied(expression: Expression) -> Expression:
    """The opposite."""
    return expression.of if isinstance(expression, Not) else Not(expression)


def grouped(kind: GroupKind, parts: Sequence[Expression] | map[Expression]) -> Expression:
    """All or any of the parts, of which there is one at least; what stands twice stands once."""
    flat: dict[Expression, None] = {}
    for part in parts:
        flat |= dict.fromkeys(part.parts if isinstance(part, _KINDS[kind]) else (part,))
    first, *others = flat
    return _KINDS[kind](tuple(flat)) if others else first


def part_at(expression: Expression, path: Path) -> Expression | None:
    """The part at a path, where there is one."""
    for place in path:
        inside = _parts(expression)
        if place >= len(inside):
            return None
        expression = inside[place]
    return expression


def changed_at(
    expression: Expression, path: Path, change: Callable[[Expression], Expression | None]
) -> Expression | None:
    """The whole with another part at a path, or without it; None where nothing is left."""
    return _rebuilt(expression, {path: change})


def with_rules(expression: Expression, rules: Mapping[str, Expression | None]) -> Expression | None:
    """The whole with other parts for some of its rules, or without them."""
    match expression:
        case Name(id=rule):
            return rules.get(rule, expression)
        case Not(of=inner):
            left = with_rules(inner, rules)
            return None if left is None else denied(left)
        case And(parts=parts) | Or(parts=parts):
            found = [with_rules(part, rules) for part in parts]
            left_over = [part for part in found if part is not None]
            return grouped(kind_of(expression), left_over) if left_over else None


def kind_of(group: And | Or) -> GroupKind:
    """What kind of a group it is."""
    return "all" if isinstance(group, And) else "any"


def put_into(
    expression: Expression, path: Path, part: Expression, at: int | None = None
) -> Expression:
    """The whole with one part more: in the group at a path, or in a new one with what is there."""
    joined = _rebuilt(expression, {path: lambda there: _joined(expression, path, there, part, at)})
    assert joined is not None
    return joined


def moved(expression: Expression, path: Path, into: Path, at: int | None = None) -> Expression:
    """The whole with a part at another place, which does not lie in it."""
    part = part_at(expression, path)
    assert part is not None
    changes: dict[Path, Callable[[Expression], Expression | None]] = {
        path: lambda _: None,
        into: lambda there: _joined(expression, into, there, part, at),
    }
    whole = _rebuilt(expression, changes)
    return part if whole is None else whole


def _joined(
    whole: Expression, path: Path, there: Expression, part: Expression, at: int | None
) -> Expression:
    kind = new_group(whole, path)
    if isinstance(there, And | Or):
        parts = list(there.parts)
        parts.insert(len(parts) if at is None else at, part)
        return type(there)(tuple(parts))
    return _KINDS[kind]((there, part))


def new_group(whole: Expression, path: Path) -> GroupKind:
    """The kind of a new group at a path: another than that around it, where there is one."""
    around = part_at(whole, path[:-1]) if path else None
    return "any" if isinstance(around, And) else "all"


def _rebuilt(
    expression: Expression,
    changes: Mapping[Path, Callable[[Expression], Expression | None]],
    here: Path = (),
) -> Expression | None:
    """The whole with changes at some paths, each made after those within it, in normal form."""
    inside = [
        _rebuilt(part, changes, (*here, place)) for place, part in enumerate(_parts(expression))
    ]
    left = tuple(part for part in inside if part is not None)
    change = changes.get(here)
    if inside and not left:
        return None
    whole: Expression
    match expression:
        case Name():
            whole = expression
        case Not():
            whole = denied(left[0])
        case And() | Or():
            # Of a group that is changed itself, one part may be all that is left so far.
            whole = type(expression)(left) if change else grouped(kind_of(expression), left)
    after = whole if change is None else change(whole)
    return None if after is None else normal(after)


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Name():
            return ()
        case Not(of=inner):
            return (inner,)
        case And(parts=parts) | Or(parts=parts):
            return parts
