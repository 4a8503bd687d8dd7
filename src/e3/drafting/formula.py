"""What follows from clauses of a text: all of, any of, not (a formula whose leaves are spans)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from e3.text import Span


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the text that is so, or not, for somebody."""

    span: Span
    form: str
    """What showed that it is a rule; see `forms`."""
    lead: Span | None = None
    """What it goes on from: the sentence before its list."""


@dataclass(frozen=True, slots=True)
class All:
    """All of the parts hold."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one of the parts holds."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Deny:
    """It does not hold."""

    of: Formula


Formula = Clause | All | Any | Deny


def all_of(parts: Iterable[Formula | None]) -> Formula | None:
    """All of those that there are."""
    return _joined(All, parts)


def any_of(parts: Iterable[Formula | None]) -> Formula | None:
    """Any of those that there are."""
    return _joined(Any, parts)


def _joined(kind: type[All] | type[Any], parts: Iterable[Formula | None]) -> Formula | None:
    flat: list[Formula] = []
    for part in parts:
        if isinstance(part, kind):
            flat += part.parts
        elif part is not None:
            flat.append(part)
    if len(flat) < 2:
        return flat[0] if flat else None
    return kind(tuple(flat))


def deny(part: Formula | None) -> Formula | None:
    """The opposite, if there is a part."""
    if part is None:
        return None
    return part.of if isinstance(part, Deny) else Deny(part)


def clauses_of(formula: Formula | None) -> Iterator[Clause]:
    """The clauses in a formula, in its order."""
    match formula:
        case Clause():
            yield formula
        case Deny(of=inner):
            yield from clauses_of(inner)
        case All(parts=parts) | Any(parts=parts):
            for part in parts:
                yield from clauses_of(part)


def kept(formula: Formula | None, wanted: Callable[[Clause], bool]) -> Formula | None:
    """What is left of a formula without the clauses that are not wanted."""
    match formula:
        case Clause():
            return formula if wanted(formula) else None
        case Deny(of=inner):
            return deny(kept(inner, wanted))
        case All(parts=parts):
            return all_of(kept(part, wanted) for part in parts)
        case Any(parts=parts):
            return any_of(kept(part, wanted) for part in parts)
    return None
