"""What would change a verdict: the fewest other answers that would do (counterfactuals)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from e3.policy.diagram import Branch, Diagram, Node

MOST_CHANGES = 6
"""Ways to change a verdict that are told; who has more to choose from reads none."""
_MOST_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class Change:
    """Answers that would turn a verdict."""

    others: Mapping[str, bool]
    """Answers that would have to be these, not those that were given."""
    then: Mapping[str, bool]
    """What is not known yet and would have to be so as well."""


def changes(diagram: Diagram, known: Mapping[str, bool], *, verdict: bool) -> tuple[Change, ...]:
    """The smallest changes of what is known that can turn a verdict, in the order of the logic.

    None where no answers would: the logic is then the same for everybody.
    """
    search = _Search(diagram, known, not verdict, _costs(diagram, known, wanted=not verdict))
    least = search.cost(diagram.root)
    if least is None:
        return ()
    found: dict[frozenset[str], Change] = {}
    for way in islice(search.ways(diagram.root, least[0]), _MOST_LOOKED_AT):
        others = {rule: yes for rule, yes in way.items() if known.get(rule, yes) is not yes}
        then = {rule: yes for rule, yes in way.items() if rule not in known}
        before = found.get(frozenset(others))
        if before is None or len(then) < len(before.then):
            found[frozenset(others)] = Change(others, then)
    shortest_first = sorted(found.values(), key=lambda change: len(change.then))
    return tuple(shortest_first[:MOST_CHANGES])


_Cost = tuple[int, int] | None
"""Answers to be changed and answers still to be given, on the cheapest way; None: no way."""


def _costs(diagram: Diagram, known: Mapping[str, bool], *, wanted: bool) -> dict[Branch, _Cost]:
    costs: dict[Branch, _Cost] = {}
    for branch in reversed(list(diagram.branches())):
        answer = known.get(diagram.order[branch.place])
        ways = [
            (cost[0] + (answer is not None and answer is not yes), cost[1] + (answer is None))
            for yes, node in ((False, branch.no), (True, branch.yes))
            if (cost := _cost(node, costs, wanted=wanted)) is not None
        ]
        costs[branch] = min(ways, default=None)
    return costs


def _cost(node: Node, costs: Mapping[Branch, _Cost], *, wanted: bool) -> _Cost:
    if isinstance(node, bool):
        return (0, 0) if node is wanted else None
    return costs[node]


@dataclass(frozen=True, slots=True)
class _Search:
    diagram: Diagram
    known: Mapping[str, bool]
    wanted: bool
    costs: Mapping[Branch, _Cost]

    def cost(self, node: Node) -> _Cost:
        return _cost(node, self.costs, wanted=self.wanted)

    def ways(self, node: Node, left: int) -> Iterator[dict[str, bool]]:
        """All ways to what is wanted on which no more than `left` answers are changed."""
        cost = self.cost(node)
        if cost is None or cost[0] > left:
            return
        if isinstance(node, bool):
            yield {}
            return
        rule = self.diagram.order[node.place]
        answer = self.known.get(rule)
        for yes in (answer is not False, answer is False):  # what was answered comes first
            changed = answer is not None and answer is not yes
            for way in self.ways(node.yes if yes else node.no, left - changed):
                yield {rule: yes, **way}
