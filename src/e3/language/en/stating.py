"""A logic as one sentence that says when the answer is yes (natural-language generation)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from e3.harmless import one_line
from e3.language.en.clauses import take_apart
from e3.language.en.grammar import BE, HAVE, MODALS
from e3.language.en.wording import clause_line
from e3.policy.answers import Answer, State
from e3.policy.logic import And, Expression, Name, Not, Or, without_denials
from e3.policy.policy import Policy, PolicyRule

_LONGEST = 200
"""Characters of a clause that is said as it stands; a longer one is asked for instead."""
_ASKED = re.compile(
    r"(?P<verb>do|does|is|are|was|were|have|has|had|did|will|would|can|could|must|should)\s+"
    r"(?P<subject>you|it|they|we|there|this|that)\s+(?P<rest>[\w£$€].*?)\?*",
    re.IGNORECASE | re.DOTALL,
)
# "Is the shed larger than ...?": its subject is one noun, so what follows is what it is.
_ASKED_OF_THING = re.compile(
    r"(?P<verb>is|are|was|were|has|have|will|can)\s+(?P<subject>(?:the|your|our|any) [\w’'-]+)\s+"
    r"(?P<rest>(?:at|in|on|for|from|made|less|more|over|under|up|fit|sent|paid|older|younger|larger"
    r"|smaller|longer|higher|wider|heavier|taller|shorter|been|[a-z]+ed|[a-z]+ing)\b.*?)\?*",
    re.IGNORECASE | re.DOTALL,
)
_OF_CONDITION = re.compile(
    r"(?:if|when|where|while|once|until|unless|who|whose|which|that|their|and|or|but|only)\b",
    re.IGNORECASE,
)
_BEFORE_NOT = BE | MODALS | (HAVE - {"have", "has"}) | {"must", "should"}


@dataclass(frozen=True, slots=True)
class Statement:
    """What must be so: "you" + "live in Ashby"; without a subject it stands for itself."""

    subject: str
    words: str

    @property
    def whole(self) -> str:
        return f"{self.subject} {self.words}".lstrip()


def yes_if(policy: Policy, logic: Expression) -> str:
    """A logic as a sentence: "Yes if you can swim, and either own a boat or have hired one."."""
    said = _said(policy, without_denials(logic), 0)
    return f"Yes if {said.removesuffix('.')}."  # "before 9 a.m." has its full stop


def stated(rule: PolicyRule, text: str, *, yes: bool) -> Statement:
    """What an answer to the question of a rule says, as a statement."""
    if asked := _ASKED.fullmatch(one_line(rule.question)):
        words = _behind_subject(asked["verb"].casefold(), asked["rest"], yes=yes)
        return Statement(asked["subject"].casefold(), words)
    if asked := _ASKED_OF_THING.fullmatch(one_line(rule.question)):
        words = _behind_subject(asked["verb"].casefold(), asked["rest"], yes=yes)
        return Statement(asked["subject"], words)
    clause = clause_line(rule.span.of(text))
    is_met = rule.state(Answer.YES if yes else Answer.NO) is State.MET
    if len(clause) > _LONGEST or _OF_CONDITION.match(clause) or take_apart(clause) is None:
        said = "yes" if yes else "no"
        return Statement("", f"“{one_line(rule.question)}” is answered {said}")
    clause = clause[:1].lower() + clause[1:] if clause[1:2].islower() else clause
    return Statement("", clause if is_met else _denied(clause))


def _behind_subject(verb: str, rest: str, *, yes: bool) -> str:
    if verb == "do":
        return rest if yes else f"do not {rest}"
    return f"{verb} {rest}" if yes else f"{'cannot' if verb == 'can' else f'{verb} not'} {rest}"


def _denied(clause: str) -> str:
    parts = take_apart(clause)
    if parts is None or parts.verb not in _BEFORE_NOT or "not" in parts.rest[:1]:
        return f"it is not so that {clause}"
    verb = "cannot" if parts.verb == "can" else f"{parts.verb} not"
    return " ".join([parts.subject, *parts.adverbs, verb, *parts.rest])


def _said(policy: Policy, part: Expression, depth: int) -> str:
    match part:
        case Name(id=rule):
            return _of(policy, rule, yes=True).whole
        case Not(of=Name(id=rule)):
            return _of(policy, rule, yes=False).whole
        case And(parts=parts) | Or(parts=parts):
            word = "and" if isinstance(part, And) else "or"
            said = _listed(_pieces(policy, parts, depth), word, any_group=_has_groups(parts))
            return _as_group(said, word, len(parts), depth, has_groups=_has_groups(parts))
    raise AssertionError("denials stand before rules alone")


def _as_group(said: str, word: str, count: int, depth: int, *, has_groups: bool) -> str:
    """A list within a list is marked as one."""
    if depth == 0:
        return said
    if depth > 1 or has_groups:
        return f"({said})"
    if word == "or":
        return f"either {said}"
    return f"both {said}" if count == 2 else f"({said})"


def _pieces(policy: Policy, parts: Sequence[Expression], depth: int) -> list[str]:
    """The parts, the rules without "you" where it was just said."""
    pieces: list[str] = []
    before = ""
    for part in parts:
        rule = part.of if isinstance(part, Not) else part
        if not isinstance(rule, Name):
            pieces.append(_said(policy, part, depth + 1))
            before = ""
            continue
        statement = _of(policy, rule.id, yes=rule is part)
        shared = bool(before) and before == statement.subject
        pieces.append(statement.words if shared else statement.whole)
        before = statement.subject
    return pieces


def _of(policy: Policy, rule: str, *, yes: bool) -> Statement:
    return stated(policy.rule(rule), policy.rule_text.text, yes=yes)


def _has_groups(parts: Sequence[Expression]) -> bool:
    return any(isinstance(part, And | Or) for part in parts)


def _listed(pieces: Sequence[str], word: str, *, any_group: bool) -> str:
    *before, last = pieces
    # Where groups stand in the list, or pieces have an "and" of their own, the comma tells.
    comma = any_group or any(re.search(r"\b(?:and|or)\b", piece) for piece in pieces)
    return f"{', '.join(before)}{',' if comma else ''} {word} {last}"
