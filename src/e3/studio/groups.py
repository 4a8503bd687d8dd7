"""What can be done to nested groups: parts put in, taken out, moved, joined (tree surgery).

What comes out is in normal form: no "not not", no group of one, no "all of" right within another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from e3.policy.logic import And, Expression, Name, Not, Or, names
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


_Change = Callable[[Expression], Expression | None]
"""What becomes of a part; None takes it out."""


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
    joined = _rebuilt(
        expression, {path: lambda there: _joined(expression, path, there, [part], at)}
    )
    assert joined is not None
    return joined


def moved(
    expression: Expression, paths: Sequence[Path], into: Path, at: int | None = None
) -> Expression:
    """The whole with parts at another place, which does not lie in any of them."""
    parts = _parts_at(expression, paths)
    changes: dict[Path, _Change] = {path: lambda _: None for path in paths}
    changes[into] = lambda there: _joined(expression, into, there, parts, at)
    whole = _rebuilt(expression, changes)
    return grouped(new_group(expression, into), parts) if whole is None else whole


def regrouped(
    expression: Expression, paths: Sequence[Path], kind: GroupKind, *, is_denied: bool = False
) -> Expression:
    """The whole with parts in a group of their own, where the first of them stood.

    Parts of several groups keep the side that they speak for.
    """
    if len({path[:-1] for path in paths}) > 1:
        marks = {f"part {place}": part for place, part in enumerate(_parts_at(expression, paths))}
        opened = _opened(_marked(expression, dict(zip(paths, marks, strict=True))), marks.keys())
        regrouping = _regrouped(opened, list(_paths_of(opened, marks.keys())), kind, is_denied)
        whole = with_rules(regrouping, marks)
        assert whole is not None
        return whole
    return _regrouped(expression, paths, kind, is_denied)


def _regrouped(
    expression: Expression, paths: Sequence[Path], kind: GroupKind, is_denied: bool
) -> Expression:
    group = grouped(kind, _parts_at(expression, paths))
    new = denied(group) if is_denied else group
    changes: dict[Path, _Change] = {path: lambda _: None for path in paths}
    changes[paths[0]] = lambda _: new
    whole = _rebuilt(expression, changes)
    assert whole is not None
    return whole


def _marked(expression: Expression, marks: Mapping[Path, str]) -> Expression:
    """The whole with names for some of its parts."""
    changes: dict[Path, _Change] = {
        path: lambda _, mark=mark: Name(mark)  # type: ignore[misc]
        for path, mark in marks.items()
    }
    whole = _rebuilt(expression, changes)
    assert whole is not None
    return whole


def _opened(expression: Expression, marks: Collection[str]) -> Expression:
    """The same, where a "not" around a group with a mark in it stands before each of its parts."""

    def opened(part: Expression) -> Expression:
        match part:
            case Not(of=And(parts=inside) | Or(parts=inside) as group) if names(group) & {*marks}:
                other: GroupKind = "any" if isinstance(group, And) else "all"
                return grouped(other, [opened(denied(each)) for each in inside])
            case And(parts=inside) | Or(parts=inside):
                return grouped(kind_of(part), [opened(each) for each in inside])
        return part

    return opened(expression)


def _paths_of(expression: Expression, marks: Collection[str], here: Path = ()) -> Iterator[Path]:
    """Where marks stand, each with the "not" that is right before it."""
    match expression:
        case Name(id=mark) | Not(of=Name(id=mark)):
            if mark in marks:
                yield here
        case _:
            for place, part in enumerate(_parts(expression)):
                yield from _paths_of(part, marks, (*here, place))


def is_denied_at(expression: Expression, path: Path) -> bool:
    """Whether a part stands within a "not", or an odd number of them: what it says is denied."""
    around = (part_at(expression, path[:depth]) for depth in range(len(path)))
    return sum(isinstance(part, Not) for part in around) % 2 == 1


def outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths in order, without any that lies within another."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not (kept and path[: len(kept[-1])] == kept[-1]):
            kept.append(path)
    return kept


def _parts_at(expression: Expression, paths: Iterable[Path]) -> list[Expression]:
    found = [part_at(expression, path) for path in paths]
    return [part for part in found if part is not None]


def _joined(
    whole: Expression, path: Path, there: Expression, more: Sequence[Expression], at: int | None
) -> Expression:
    kind = new_group(whole, path)
    if isinstance(there, And | Or):
        parts = list(there.parts)
        place = len(parts) if at is None else at
        parts[place:place] = more
        return type(there)(tuple(parts))
    return _KINDS[kind]((there, *more))


def new_group(whole: Expression, path: Path) -> GroupKind:
    """The kind of a new group at a path: another than that around it, where there is one."""
    around = part_at(whole, path[:-1]) if path else None
    return "any" if isinstance(around, And) else "all"


def _rebuilt(
    expression: Expression,
    changes: Mapping[Path, _Change],
    here: Path = (),
) -> Expression | None:
    """The whole with changes at some paths, each made after those within it, in normal form."""
    inside = [
        _rebuilt(part, changes, (*here, place)) for place, part in enumerate(_parts(expression))
    ]
    left = tuple(part for part in inside if part is not None)
    change = changes.get(here)
    if inside and not left and not (change and isinstance(expression, And | Or)):
        return None
    whole: Expression
    match expression:
        case Name():
            whole = expression
        case Not():
            whole = denied(left[0])
        case And() | Or():
            # Of a group that is changed itself, one part or none may be left so far.
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
