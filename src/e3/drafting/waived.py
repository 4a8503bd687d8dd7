"""What brackets behind a rule excuse from it: "a doctor's note (not needed if you are a nurse)".

Who is excused need not meet that rule, and must meet all others: brackets say so, wherever a
network would put what stands in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from e3.drafting.forbidden import asks_opposite
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.rule_text import RuleText
from e3.reading.drafts import FoundDraft, FoundRule

_OPENS = re.compile(
    r"[^().;\n]{0,40}\("
    r"(?:or|unless|except|waived|(?:this (?:is|does) )?not (?:needed|required|necessary|apply)"
    r"|no [\w’' -]{1,30} (?:is|are) (?:needed|required)|you do(?:n[’']t| not) need)\b[^()\n]*",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)


def with_waived(draft: FoundDraft, rule_text: RuleText, question: str) -> FoundDraft:
    """The draft with what excuses from a rule joined to that rule by "or".

    Left as it is where the question asks for the opposite.
    """
    logic = draft.holds_when
    if logic is None or asks_opposite(question):
        return draft
    rules = list(draft.rules)
    for needed, excuses in _brackets(rule_text.text, draft.rules):
        rest: Expression | None = logic
        for excuse in excuses:
            rest = rest and _without(rest, f"r{excuse}")
            rules[excuse] = replace(rules[excuse], speaks_for=True)
        if rest is not None:
            logic = _beside(rest, f"r{needed}", [Name(f"r{excuse}") for excuse in excuses])
    return replace(draft, rules=tuple(rules), holds_when=logic)


def _brackets(text: str, rules: Sequence[FoundRule]) -> Iterator[tuple[int, list[int]]]:
    """A rule, and those in the brackets behind it, if one of them is enough."""
    for place, rule in enumerate(rules[:-1]):
        opened = _OPENS.fullmatch(text, rule.span.end, rules[place + 1].span.start)
        closing = text.find(")", rules[place + 1].span.start) if opened else -1
        inside = [n for n in range(place + 1, len(rules)) if rules[n].span.end <= closing]
        between = [
            text[rules[one].span.end : rules[other].span.start] for one, other in pairwise(inside)
        ]
        if inside and all(map(_OR.search, between)):
            yield place, inside


def _without(logic: Expression, name: str) -> Expression | None:
    """The logic without a rule; None where nothing is left."""
    match logic:
        case Name(id=id):
            return None if id == name else logic
        case Not(of=inner):
            rest = _without(inner, name)
            return None if rest is None else Not(rest)
        case And(parts=parts) | Or(parts=parts):
            left = [rest for part in parts if (rest := _without(part, name)) is not None]
            if len(left) < 2:
                return left[0] if left else None
            return type(logic)(tuple(left))


def _beside(logic: Expression, name: str, excuses: Sequence[Expression]) -> Expression:
    """The logic with others that are enough in place of a rule."""
    match logic:
        case Name(id=id) | Not(of=Name(id=id)):
            return Or((logic, *excuses)) if id == name else logic
        case Not(of=inner):
            return Not(_beside(inner, name, excuses))
        case And(parts=parts) | Or(parts=parts):
            return type(logic)(tuple(_beside(part, name, excuses) for part in parts))
