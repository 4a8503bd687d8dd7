"""What must not be so, or who is denied it: the side is read off the words.

"You must not | owe rent" speaks against, "you must | not owe rent" for: a rule may begin before the
"not" or behind it, and a network that sees both ways to cut it takes one for the other.
"""

from __future__ import annotations

import re
from dataclasses import replace

from e3.drafting.direction import ASKS_DUTY, says_plainly
from e3.language.en.leads import OPENS
from e3.language.en.sentences import sentences
from e3.policy.logic import And, Expression, Name, Not, Or, names
from e3.policy.rule_text import RuleText
from e3.reading.drafts import FoundDraft, FoundRule
from e3.text import Span

_BEHIND_NOT = re.compile(
    r"\b(?:must|should|shall|may|can)(?: not|n?[’']t|not)(?: also)?(?: be| have| have been)?\s+"
    # "Not larger than a garage, or | higher than two metres": the "not" is of both.
    r"(?:(?:(?!\b(?:must|should|may|can|will|and|but|you|they|it|we)\b)[^;:]){1,80}?,?\s(?:or|nor)\s+)?$",
    re.IGNORECASE,
)
_MUST_BEFORE = re.compile(r"\b(?:must|should|shall)\s+$", re.IGNORECASE)
_NOT_FIRST = re.compile(r"not\b(?! only\b| just\b)", re.IGNORECASE)
_MUST_NOT = re.compile(
    r"(?:[\w’'-]+ ){0,4}(?:must|should|shall)(?: not|n[’']t)\b(?! only\b| just\b)", re.IGNORECASE
)
_ANEW = re.compile(r"(?:must|should|shall|may|can|will|you|they|it|we)\b", re.IGNORECASE)
# "Sale items are not refunded": what they are speaks against.
_DENIED = re.compile(
    r"\s*(?:is|are|do|does|can|may|will|wo|must|shall)(?: never| not|n?[’']t|not)"
    r"(?: usually| normally)? (?:be )?(?:accepted|admitted|allowed|apply|claim|considered|cover"
    r"|covered|eligible|enter|entitled|exchanged|get|given|have|included|insured|join|paid|pay|qualify|qualifying|refund"
    r"|refunded|returned|take|taken)\b(?! to\b)",
    re.IGNORECASE,
)
_ASKS_OPPOSITE = re.compile(r"\b(?:break|breach|trouble|wrong|illegal|against the)", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|save|unless|not apply|n[’']t apply)\b", re.IGNORECASE)


def with_forbidden(draft: FoundDraft, rule_text: RuleText, question: str) -> FoundDraft:
    """The draft with what must not be so on the side that its words say.

    Left as it is where the question asks for the opposite: “Will I be refused?”
    """
    if draft.holds_when is None or asks_opposite(question):
        return draft
    sides = [_side(rule_text, rule.span) for rule in draft.rules]
    turned = frozenset(
        f"r{number}"
        for number, (rule, side) in enumerate(zip(draft.rules, sides, strict=True))
        if side not in (None, rule.speaks_for)
    )
    if not turned:
        return draft
    rules = (
        _on_other_side(rule) if f"r{number}" in turned else rule
        for number, rule in enumerate(draft.rules)
    )
    return replace(draft, rules=tuple(rules), holds_when=_turned(draft.holds_when, turned))


def asks_opposite(question: str) -> bool:
    """Whether a question asks for what its policy denies, or for a duty: “Will I be refused?”"""
    opposite = ASKS_DUTY.search(question) or _ASKS_OPPOSITE.search(question)
    return bool(opposite) or not says_plainly(question)


def _side(rule_text: RuleText, rule: Span) -> bool | None:
    """Whether a rule speaks for a yes; None where its words leave that open."""
    text = rule_text.text
    within = next(
        (
            sentence
            for block in rule_text.blocks
            if block.span.overlaps(rule)
            for sentence in sentences(text, block.span)
            if sentence.overlaps(rule)
        ),
        rule,
    )
    before, said = text[min(within.start, rule.start) : rule.start], rule.of(text)
    if OPENS.search(before) or _EXCEPT.search(before):
        return None  # a condition of something else
    if _BEHIND_NOT.search(before) and not _ANEW.match(said):
        return False
    if _MUST_NOT.match(said) or (_NOT_FIRST.match(said) and _MUST_BEFORE.search(before)):
        return True
    return False if _DENIED.match(text, rule.end) else None


def _on_other_side(rule: FoundRule) -> FoundRule:
    sure = max(rule.side_sure, 1.0 - rule.side_sure)
    return replace(rule, speaks_for=not rule.speaks_for, side_sure=sure)


def _turned(logic: Expression, turned: frozenset[str]) -> Expression:
    """The logic with these rules on the other side.

    Alternatives that are all turned are denied together: “not larger or higher” is neither.
    """
    match logic:
        case Name(id=name):
            return Not(logic) if name in turned else logic
        case Not(of=Name(id=name) as inner):
            return inner if name in turned else logic
        case Not(of=inner):
            return Not(_turned(inner, turned))
        case And(parts=parts):
            return And(tuple(_turned(part, turned) for part in parts))
        case Or(parts=parts):
            if names(logic) <= turned and all(isinstance(part, Name) for part in parts):
                return And(tuple(Not(part) for part in parts))
            return Or(tuple(_turned(part, turned) for part in parts))
