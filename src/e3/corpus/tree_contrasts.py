"""Contrasts of dialogue trees, without their words: ShARC's are not ours to publish.

A file names places in the text, and questions by digests of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path

from pydantic import BaseModel

from e3.corpus.contrasts import Contrast, DoesNotApply, Edit, contrasted
from e3.corpus.policies import tree_ids
from e3.corpus.scenarios import question_name
from e3.corpus.sharc import load_json
from e3.errors import BadInput
from e3.policy.logic import And, Expression, Name, Not, Or, names, parse
from e3.policy.policy import Policy, PolicyRule
from e3.serialise import from_object
from e3.text import Span


@dataclass(frozen=True)
class TreeContrast:
    """A contrast that names everything without the words of the text."""

    of: str
    """The id of a dialogue tree."""
    text: str
    """The first digits of the version of its rule text: what the edits are for."""
    edits: tuple[Edit, ...]
    """From the last to the first."""
    yes_when: Expression
    """Over questions, each named `rule_name` of it."""
    question: str = ""
    """What the person asks; empty: the same as before."""


class _TreeContrastFields(BaseModel):
    of: str
    text: str
    edits: list[tuple[int, int, str]]
    yes_when: str
    question: str = ""


def rule_name(question: str) -> str:
    """How logic names a question whose words are not ours to publish."""
    return "q" + question_name(question)


def contrasts_of(path: Path) -> list[TreeContrast]:
    """The contrasts of a JSON file."""
    found = load_json(path)
    if not isinstance(found, list):
        raise BadInput("a JSON list is wanted", source=str(path))
    contrasts = []
    for number, value in enumerate(found, start=1):
        try:
            contrasts.append(_tree_contrast(from_object(_TreeContrastFields, value)))
        except (BadInput, ValueError) as error:
            raise BadInput(str(error), source=str(path), row=number) from None
    return contrasts


def _tree_contrast(fields: _TreeContrastFields) -> TreeContrast:
    edits = [Edit(Span(start, end), words) for start, end, words in sorted(fields.edits)]
    for one, other in pairwise(edits):
        if one.part.end > other.part.start:
            raise BadInput("edits: they may not overlap")
    return TreeContrast(
        fields.of, fields.text, tuple(reversed(edits)), parse(fields.yes_when), fields.question
    )


@dataclass(frozen=True)
class Contrasted:
    """What contrasts made of policies."""

    policies: tuple[Policy, ...]
    left_out: Mapping[str, int]
    """How many contrasts could not be applied, by why."""


def applied(contrasts: Iterable[TreeContrast], policies: Mapping[str, Policy]) -> Contrasted:
    """What contrasts make of the policies of dialogue trees, by the ids of the trees.

    Contrasts of trees that are not there are not counted: they are of other sources.
    """
    by_text: dict[str, list[Policy]] = {}
    for policy in policies.values():
        by_text.setdefault(policy.rule_text.version, []).append(policy)
    made: list[Policy] = []
    left_out: Counter[str] = Counter()
    for contrast in contrasts:
        if contrast.of not in policies:
            continue
        policy = policies[contrast.of]
        try:
            made.append(_of_tree(contrast, policy, by_text[policy.rule_text.version]))
        except DoesNotApply as why:
            left_out[str(why)] += 1
    return Contrasted(tuple(made), dict(left_out))


def _of_tree(contrast: TreeContrast, policy: Policy, of_text: Sequence[Policy]) -> Policy:
    if not policy.rule_text.version.startswith(contrast.text):
        raise DoesNotApply("it was written for another version of the text")
    rules = _rules(names(contrast.yes_when), policy, of_text)
    logic = _renamed(contrast.yes_when, {name: rule.id for name, rule in rules.items()})
    trees = tree_ids(policy)  # a tree of ShARC's has one question, and an id that is none of these
    asked = policy.questions[trees.index(contrast.of) if contrast.of in trees else 0]
    return contrasted(
        replace(policy, rules=tuple(sorted(rules.values(), key=lambda rule: rule.span))),
        Contrast(contrast.edits, logic, contrast.question or asked.question),
    )


def _rules(needed: Set[str], policy: Policy, of_text: Sequence[Policy]) -> dict[str, PolicyRule]:
    """A policy's rules by name, with those needed that only other trees of its text ask about."""
    rules = {rule_name(rule.question): rule for rule in policy.rules}
    others = {rule_name(rule.question): rule for each in of_text for rule in each.rules}
    for name in sorted(needed - rules.keys()):
        if name not in others:
            raise DoesNotApply("no tree of the text asks what its logic names")
        ids = {rule.id for rule in rules.values()}
        rules[name] = replace(
            others[name], id=next(id for n in count(1) if (id := f"r{n}") not in ids)
        )
    return rules


def _renamed(expression: Expression, to: Mapping[str, str]) -> Expression:
    """The same logic over other names."""
    match expression:
        case Name(id=name):
            return Name(to[name])
        case Not(of=inner):
            return Not(_renamed(inner, to))
        case And(parts=parts):
            return And(tuple(_renamed(part, to) for part in parts))
        case Or(parts=parts):
            return Or(tuple(_renamed(part, to) for part in parts))
