"""Edits of the logic of an answer: parts moved, grouped, denied; or written as a formula."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.errors import BadInput
from e3.policy.fields import MOST_LOGIC, Few
from e3.policy.logic import And, Expression, Name, Not, Or, names
from e3.policy.policy import Policy, PolicyRule
from e3.studio.editing import (
    EditRefused,
    check_question,
    clause_met,
    logic_of,
    rule_of,
    with_logic,
    with_rules_for,
)
from e3.studio.groups import (
    GroupKind,
    changed_at,
    denied,
    grouped,
    is_denied_at,
    moved,
    outermost,
    part_at,
    put_into,
    regrouped,
)
from e3.studio.nodes import Address, Path

NodeAddress = Annotated[str, Field(min_length=1, max_length=1_000)]
Place = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
Formula = Annotated[str, Field(min_length=1, max_length=MOST_LOGIC)]


@dataclass(frozen=True)
class PutRule:
    """Puts a rule into the logic: into a group, or into a new one with what is there.

    Its clause speaks for a yes, however it is asked; see `DenyNode`.
    """

    rule: Annotated[str, Field(min_length=1, max_length=200)]
    into: NodeAddress
    kind: Literal["put rule"] = "put rule"

    def made(self, policy: Policy) -> Policy:
        at, logic = _found(policy, self.into, "into")
        rule = rule_of(policy, self.rule)
        if rule.id in names(logic):
            raise EditRefused(f"rule {rule.id!r} is in this logic already: move it", "rule")
        place = _place_in(policy, part_at(logic, at.path), rule)
        return with_logic(policy, at.question, put_into(logic, at.path, clause_met(rule), place))


@dataclass(frozen=True)
class MoveNodes:
    """Moves parts of the logic into a group, or into a new one with what is there."""

    nodes: Annotated[tuple[NodeAddress, ...], Field(min_length=1, max_length=200), Few]
    into: NodeAddress
    at: Place | None = None
    """Their place among the other parts of the group; none for the last."""
    kind: Literal["move nodes"] = "move nodes"

    def made(self, policy: Policy) -> Policy:
        question, paths, logic = _several(policy, self.nodes)
        into, _ = _found(policy, self.into, "into")
        if into.question != question:
            raise EditRefused("a part can only be moved within the logic of one question", "into")
        if any(into.path[: len(path)] == path for path in paths):
            raise EditRefused("a part can't be moved into itself", "into")
        if isinstance(part_at(logic, into.path), Not) and (*into.path, 0) in paths:
            raise EditRefused("it is in there already", "into")
        return with_logic(policy, question, moved(logic, paths, into.path, self.at))


@dataclass(frozen=True)
class GroupNodes:
    """Makes a group of parts, where the first of them stood."""

    nodes: Annotated[tuple[NodeAddress, ...], Field(min_length=2, max_length=200), Few]
    group: GroupKind
    denied: bool = False
    """Puts "not" before the group: not all of them together, or none of them."""
    kind: Literal["group nodes"] = "group nodes"

    def made(self, policy: Policy) -> Policy:
        question, paths, logic = _several(policy, self.nodes)
        if len(paths) < 2:
            raise EditRefused("choose two parts or more, none of which lies in another", "nodes")
        after = regrouped(logic, paths, self.group, is_denied=self.denied)
        return with_logic(policy, question, after)


@dataclass(frozen=True)
class SetApart:
    """Takes a part out and joins it to all the rest: needed in any case, or enough by itself."""

    node: NodeAddress
    group: GroupKind
    kind: Literal["set apart"] = "set apart"

    def made(self, policy: Policy) -> Policy:
        address, logic = _found(policy, self.node)
        rest = changed_at(logic, address.path, lambda _: None)
        part = part_at(logic, address.path)
        if rest is None or part is None:
            raise EditRefused("there is nothing else that it could be joined to", "node")
        if is_denied_at(logic, address.path):  # it keeps the side that it speaks for
            part = denied(part)
        return with_logic(policy, address.question, grouped(self.group, [rest, part]))


@dataclass(frozen=True)
class ChangeGroup:
    """Makes "any of" of "all of", or the other way round."""

    node: NodeAddress
    group: GroupKind
    kind: Literal["change group"] = "change group"

    def made(self, policy: Policy) -> Policy:
        def other(there: Expression) -> Expression:
            if not isinstance(there, And | Or):
                raise EditRefused("this is no group", "node")
            return grouped(self.group, there.parts)

        return _at(policy, self.node, other)


@dataclass(frozen=True)
class DenyNode:
    """Puts "not" before a part, or takes it away: so a yes speaks for the other side."""

    node: NodeAddress
    kind: Literal["deny node"] = "deny node"

    def made(self, policy: Policy) -> Policy:
        address, logic = _found(policy, self.node)
        return _side_chosen(_at(policy, self.node, denied), part_at(logic, address.path))


@dataclass(frozen=True)
class Ungroup:
    """Has the parts of a group join the group around it; of "not", what it denies.

    Where a "not" stands before the group, it stands before each of them.
    """

    node: NodeAddress
    kind: Literal["ungroup"] = "ungroup"

    def made(self, policy: Policy) -> Policy:
        address, logic = _found(policy, self.node)
        here = part_at(logic, address.path)
        if isinstance(here, Not):
            return _at(policy, self.node, denied)
        path = address.path
        parts = here.parts if isinstance(here, And | Or) else ()
        if path and isinstance(part_at(logic, path[:-1]), Not):
            path, parts = path[:-1], tuple(denied(part) for part in parts)
        around = part_at(logic, path[:-1]) if path else None
        if not parts or not isinstance(around, And | Or):
            raise EditRefused("only a group within another group can be dissolved", "node")
        place = path[-1]

        def joined(there: Expression) -> Expression:
            assert isinstance(there, And | Or)
            return type(there)((*there.parts[:place], *parts, *there.parts[place + 1 :]))

        return _at(policy, str(Address(address.question, path[:-1])), joined)


@dataclass(frozen=True)
class RemoveNode:
    """Takes a part out of the logic; its rules stay in the policy."""

    node: NodeAddress
    kind: Literal["remove node"] = "remove node"

    def made(self, policy: Policy) -> Policy:
        address, logic = _found(policy, self.node)
        left = changed_at(logic, address.path, lambda _: None)
        if left is None:
            raise EditRefused("nothing would be left: delete the question instead", "node")
        return with_logic(policy, address.question, left)


@dataclass(frozen=True)
class SetFormula:
    """The logic of an answer as a text: a and (b or not c)."""

    question: Place
    formula: Formula
    kind: Literal["set formula"] = "set formula"

    def made(self, policy: Policy) -> Policy:
        check_question(policy, self.question)
        return with_logic(policy, self.question, logic_of(policy, self.formula))


@dataclass(frozen=True)
class AcceptLogic:
    """Says that the logic of a draft's answer is right: it is not the drafter's any more."""

    question: Place
    kind: Literal["accept logic"] = "accept logic"

    def made(self, policy: Policy) -> Policy:
        check_question(policy, self.question)
        asked = list(policy.questions)
        sure = asked[self.question].confidence
        if sure is not None:
            sure = replace(sure, answered=1.0, logic=1.0, right=None)
            asked[self.question] = replace(asked[self.question], confidence=sure)
        return replace(policy, questions=tuple(asked))


LogicEdit = (
    PutRule
    | MoveNodes
    | GroupNodes
    | SetApart
    | ChangeGroup
    | DenyNode
    | Ungroup
    | RemoveNode
    | SetFormula
    | AcceptLogic
)


def _place_in(policy: Policy, group: Expression | None, rule: PolicyRule) -> int | None:
    """Where a rule stands in a group that is in the order of the text; None where it is not."""
    if not isinstance(group, And | Or):
        return None
    starts = {each.id: each.span.start for each in policy.rules}
    firsts = [min(starts[id] for id in names(part)) for part in group.parts]
    return bisect(firsts, rule.span.start) if firsts == sorted(firsts) else None


def _side_chosen(policy: Policy, part: Expression | None) -> Policy:
    """The policy where a person has said for which side a part speaks, if it is a rule."""
    rule = part.of if isinstance(part, Not) else part
    if not isinstance(rule, Name):
        return policy
    found = rule_of(policy, rule.id)
    if found.confidence is None:
        return policy
    sure = replace(found.confidence, polarity=1.0)
    return with_rules_for(policy, {found.id: (replace(found, confidence=sure),)})


def _found(policy: Policy, text: str, field: str = "node") -> tuple[Address, Expression]:
    """The address of a part, and the whole logic that it lies in."""
    try:
        address = Address.of(text)
    except BadInput as error:
        raise EditRefused(str(error), field) from None
    check_question(policy, address.question, field)
    logic = policy.questions[address.question].yes_when
    if part_at(logic, address.path) is None:
        raise EditRefused(f"there is no part {text!r} of the logic", field)
    return address, logic


def _several(policy: Policy, texts: Sequence[str]) -> tuple[int, list[Path], Expression]:
    """The question of several parts, their paths without those within others, and its logic."""
    found = [_found(policy, text, "nodes") for text in texts]
    (first, logic), *_ = found
    if any(address.question != first.question for address, _ in found):
        raise EditRefused("choose parts of the logic of one question", "nodes")
    return first.question, outermost(address.path for address, _ in found), logic


def _at(policy: Policy, node: str, change: Callable[[Expression], Expression]) -> Policy:
    """The policy with another part of the logic at an address."""
    at, whole = _found(policy, node)
    logic = changed_at(whole, at.path, change)
    assert logic is not None
    return with_logic(policy, at.question, logic)
