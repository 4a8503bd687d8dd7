"""What tells two people apart: other answers with which one gets yes and the other no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from e3.policy.diagram import Branch, Diagram, Node


def apart(
    diagram: Diagram, one: Mapping[str, bool], other: Mapping[str, bool]
) -> dict[str, bool] | None:
    """Answers to other rules that let two people come to different ends; None if none do."""
    first, second = (diagram.given(known).root for known in (one, other))
    return _apart(diagram.order, first, second, set())


def _apart(
    order: Sequence[str], one: Node, other: Node, seen: set[tuple[Node, Node]]
) -> dict[str, bool] | None:
    """Of each pair of nodes it is found out once."""
    if isinstance(one, bool) and isinstance(other, bool):
        return {} if one is not other else None
    if (one, other) in seen:
        return None
    seen.add((one, other))
    place = min(node.place for node in (one, other) if isinstance(node, Branch))
    for answer in (True, False):
        here, there = (_side(node, place, yes=answer) for node in (one, other))
        found = _apart(order, here, there, seen)
        if found is not None:
            return {order[place]: answer, **found}
    return None


def _side(node: Node, place: int, *, yes: bool) -> Node:
    if isinstance(node, bool) or node.place != place:
        return node
    return node.yes if yes else node.no
