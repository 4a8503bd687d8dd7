"""What a language model's draft is worth: its quotes found in the text, its logic read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from e3.drafting.clauses import tidied
from e3.llm.asking import Proved, Unusable
from e3.llm.quoting import Quoted, quoted
from e3.policy.diagram import Diagram, TooTangled
from e3.policy.fields import MOST_LOGIC
from e3.policy.logic import And, Expression, Name, Not, Or, names, parse, without_denials
from e3.reading.drafts import FoundDraft, FoundRule
from e3.text import Span

MOST_QUOTED = 60
"""Rules of one answer; a page has a dozen."""

SURE, LESS_SURE = 0.5, 0.4
"""What is said of a model that can't tell how sure it is: of what it quotes exactly, and nearly."""

_SIGNS = ((r"&&|∧|\bAND\b", " and "), (r"\|\||∨|\bOR\b", " or "), (r"!|¬|\bNOT\b", " not "))


class QuotedRule(BaseModel):
    """A rule, in the words of the text."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    id: Annotated[str, Field(pattern=r"^r[0-9]{1,3}$")]
    quote: Annotated[str, Field(max_length=2_000)]


class DraftAnswer(BaseModel):
    """What a language model answers when it drafts."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    answered: bool
    rules: Annotated[list[QuotedRule], Field(max_length=MOST_QUOTED)]
    yes_when: Annotated[str, Field(max_length=MOST_LOGIC)]


@dataclass(frozen=True)
class ProvedDraft:
    """What is left of an answer."""

    found: FoundDraft
    quotes: int = 0
    """Of the rules that the logic needs."""
    dropped: tuple[str, ...] = ()
    """Those that stand nowhere in the text, or in another rule."""


NOTHING = ProvedDraft(FoundDraft((), None, answered=0.0, logic_sure=SURE, right=SURE))


def proved(text: str, answer: DraftAnswer) -> Proved[ProvedDraft]:
    """The draft without what can't be proved."""
    if not answer.answered:
        return Proved(NOTHING)
    logic = _logic(answer)
    places, dropped = _places(text, answer.rules, names(logic))
    left = _left(logic, places)
    if left is None:
        raise Unusable("None of these quotes stands in the text: copy them letter by letter.")
    _check(left)
    draft = ProvedDraft(_found(left, places), len(places) + len(dropped), dropped)
    if not dropped:
        return Proved(draft)
    listed = "; ".join(repr(quote[:80]) for quote in dropped[:5])
    return Proved(draft, f"These quotes stand nowhere in the text, or in another quote: {listed}.")


def _logic(answer: DraftAnswer) -> Expression:
    said = answer.yes_when
    for sign, word in _SIGNS:
        said = re.sub(sign, word, said)
    try:
        logic = parse(said)
    except ValueError as error:
        raise Unusable(f"The logic of yes_when is wrong: {error}.") from None
    ids = [rule.id for rule in answer.rules]
    if unknown := names(logic) - set(ids):
        raise Unusable(f"There is no rule {min(unknown)!r} for yes_when.")
    if len(ids) != len(set(ids)):
        raise Unusable("Two rules have the same id.")
    return logic


def _places(
    text: str, rules: Iterable[QuotedRule], needed: frozenset[str]
) -> tuple[dict[str, Quoted], tuple[str, ...]]:
    """Where the rules stand that the logic needs, by their ids, and the quotes of the others."""
    found: dict[str, Quoted] = {}
    taken: list[Span] = []
    dropped: list[str] = []
    for rule in rules:
        if rule.id not in needed:
            continue
        place = quoted(text, rule.quote, taken)
        span = None if place is None else tidied(text, place.span)
        if place is None or span is None:
            dropped.append(rule.quote)
            continue
        taken.append(span)
        found[rule.id] = Quoted(span, place.is_exact)
    return found, tuple(dropped)


def _left(logic: Expression, places: Mapping[str, Quoted]) -> Expression | None:
    """The logic without the rules that have no place."""
    match logic:
        case Name(id=id):
            return logic if id in places else None
        case Not(of=inner):
            rest = _left(inner, places)
            return None if rest is None else Not(rest)
        case And(parts=parts) | Or(parts=parts):
            kept = tuple(rest for part in parts if (rest := _left(part, places)) is not None)
            if len(kept) < 2:
                return kept[0] if kept else None
            return type(logic)(kept)


def _check(logic: Expression) -> None:
    """Refuses what `e3 check` would: an answer that is always the same, rules without effect."""
    try:
        diagram = Diagram.of(logic)
    except TooTangled as error:
        raise Unusable(f"The logic of yes_when is wrong: {error}.") from None
    if diagram.value is not None:
        raise Unusable("By that yes_when the answer is always the same, whatever the rules are.")
    if idle := names(logic) - diagram.matters:
        raise Unusable(f"By that yes_when {min(idle)!r} makes no difference: say it more simply.")


def _found(logic: Expression, places: Mapping[str, Quoted]) -> FoundDraft:
    """The draft as the other drafters have it: rules in the order of the text."""
    order = sorted(names(logic), key=lambda id: places[id].span)
    against = _against(without_denials(logic))
    rules = tuple(
        FoundRule(
            places[id].span,
            speaks_for=id not in against,
            sure=SURE if places[id].is_exact else LESS_SURE,
            side_sure=SURE,
        )
        for id in order
    )
    renamed = _renamed(logic, {id: f"r{place}" for place, id in enumerate(order)})
    return FoundDraft(rules, renamed, answered=SURE, logic_sure=SURE, right=SURE)


def _against(logic: Expression) -> set[str]:
    match logic:
        case Not(of=Name(id=id)):
            return {id}
        case And(parts=parts) | Or(parts=parts):
            return set[str]().union(*map(_against, parts))
    return set()


def _renamed(logic: Expression, ids: Mapping[str, str]) -> Expression:
    match logic:
        case Name(id=id):
            return Name(ids[id])
        case Not(of=inner):
            return Not(_renamed(inner, ids))
        case And(parts=parts) | Or(parts=parts):
            return type(logic)(tuple(_renamed(part, ids) for part in parts))
