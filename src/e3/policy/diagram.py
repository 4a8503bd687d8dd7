"""What a logic's value still depends on (a reduced ordered binary decision diagram).

A diagram asks for one rule after the other and leads to yes or no. It asks for nothing that makes
no difference, so the rules in it are just those that matter, and two logics that mean the same
have the same diagram. It has a node for each rule where every rule stands in the logic once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from e3.policy.logic import And, Expression, Name, Not, Or, occurrences

MOST_NODES = 5_000
"""Beyond which a logic is refused; those of real policies have a few dozen."""


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """A rule, and what follows from either answer."""

    place: int
    """In the order in which rules are asked for."""
    no: Node
    yes: Node


Node = Branch | bool


class TooTangled(ValueError):
    """A logic whose diagram has no end in sight."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A logic over rules, of which some may be known already."""

    order: tuple[str, ...]
    root: Node

    @classmethod
    def of(cls, expression: Expression) -> Diagram:
        """The diagram of an expression; raises TooTangled where it would be too large."""
        # In the order of the text of the logic, neighbours in it are neighbours in the diagram.
        order = tuple(dict.fromkeys(occurrences(expression)))
        return cls(order, _Nodes().of(expression, {name: p for p, name in enumerate(order)}))

    @property
    def value(self) -> bool | None:
        """Yes or no, where that is certain whatever the unknown rules are."""
        return self.root if isinstance(self.root, bool) else None

    @property
    def matters(self) -> frozenset[str]:
        """The rules on which the value depends: those that can change it while others stay."""
        return frozenset(self.order[branch.place] for branch in self.branches())

    def branches(self) -> Iterator[Branch]:
        """Every branch once, those that follow from it after it."""
        found: dict[Branch, None] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Branch) and node not in found:
                found[node] = None
                waiting += [node.yes, node.no]
        # A branch only leads to later rules.
        return iter(sorted(found, key=lambda branch: branch.place))

    def given(self, known: Mapping[str, bool]) -> Diagram:
        """What is left once some rules are known."""
        nodes = _Nodes()
        values = [known.get(name) for name in self.order]
        done: dict[Branch, Node] = {}

        def left(node: Node) -> Node:
            return node if isinstance(node, bool) else done[node]

        for branch in reversed(list(self.branches())):
            match values[branch.place]:
                case None:
                    done[branch] = nodes.branch(branch.place, left(branch.no), left(branch.yes))
                case value:
                    done[branch] = left(branch.yes if value else branch.no)
        return Diagram(self.order, left(self.root))

    def whatever(self, rules: Collection[str]) -> tuple[Diagram, Diagram]:
        """Where the value is yes, and where it is no, whatever these rules are."""
        values = (self.root, self._turned())
        yes, no = (Diagram(self.order, self._for_all(root, rules)) for root in values)
        return yes, no

    def _turned(self) -> Node:
        return _Nodes().turned(self.root, {})

    def _for_all(self, root: Node, rules: Collection[str]) -> Node:
        nodes = _Nodes()
        done: dict[Branch, Node] = {}

        def left(node: Node) -> Node:
            return node if isinstance(node, bool) else done[node]

        for branch in reversed(list(Diagram(self.order, root).branches())):
            no, yes = left(branch.no), left(branch.yes)
            if self.order[branch.place] in rules:
                done[branch] = nodes.join(no, yes, neutral=True)
            else:
                done[branch] = nodes.branch(branch.place, no, yes)
        return left(root)


class _Nodes:
    """Makes nodes, none of them twice."""

    def __init__(self) -> None:
        self._branches: dict[tuple[int, Node, Node], Branch] = {}
        self._joined: dict[tuple[bool, Node, Node], Node] = {}

    def branch(self, place: int, no: Node, yes: Node) -> Node:
        if no is yes:
            return no
        key = (place, no, yes)
        if key not in self._branches:
            if len(self._branches) >= MOST_NODES:
                raise TooTangled("this logic is too tangled to be followed: say it more simply")
            self._branches[key] = Branch(place, no, yes)
        return self._branches[key]

    def of(self, expression: Expression, places: Mapping[str, int]) -> Node:
        match expression:
            case Name(id=name):
                return self.branch(places[name], False, True)
            case Not(of=inner):
                return self.turned(self.of(inner, places), {})
            case And(parts=parts):
                return self._all((self.of(part, places) for part in parts), neutral=True)
            case Or(parts=parts):
                return self._all((self.of(part, places) for part in parts), neutral=False)

    def _all(self, parts: Iterator[Node], *, neutral: bool) -> Node:
        # From the last to the first: so each is joined to what lies below it.
        whole: Node = neutral
        for part in reversed(list(parts)):
            whole = self.join(part, whole, neutral=neutral)
        return whole

    def join(self, one: Node, other: Node, *, neutral: bool) -> Node:
        """And, where yes is neutral; or, where no is."""
        if isinstance(one, bool) or isinstance(other, bool):
            value, rest = (one, other) if isinstance(one, bool) else (other, one)
            return rest if value is neutral else value
        if one is other:
            return one
        key = (neutral, one, other)
        if key not in self._joined:
            place = min(one.place, other.place)

            def parts(node: Branch) -> tuple[Node, Node]:
                return (node.no, node.yes) if node.place == place else (node, node)

            sides = zip(parts(one), parts(other), strict=True)
            no, yes = (self.join(*side, neutral=neutral) for side in sides)
            self._joined[key] = self.branch(place, no, yes)
        return self._joined[key]

    def turned(self, node: Node, done: dict[Node, Node]) -> Node:
        if isinstance(node, bool):
            return not node
        if node not in done:
            no, yes = self.turned(node.no, done), self.turned(node.yes, done)
            done[node] = self.branch(node.place, no, yes)
        return done[node]
