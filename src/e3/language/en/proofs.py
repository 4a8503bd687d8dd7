"""A proof and what would change a verdict, as sentences (natural-language generation)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from e3.language.en.wording import clause_line
from e3.policy.answers import Answer, State
from e3.policy.changes import Change
from e3.policy.logic import And, Expression, Name, Not, Or, without_denials
from e3.policy.policy import Policy
from e3.policy.proof import AllOf, ByAnswer, OneOf, Proof, Whatever

_LONGEST = 160
"""Characters of a clause in a sentence: the list of rules has all of it."""


def because(policy: Policy, verdict: bool, proof: Proof) -> str:
    """The verdict and why it follows: "Yes, because “you can swim” is met." """
    return f"{'Yes' if verdict else 'No'}, because {_proven(policy, proof)}."


def would_change(policy: Policy, change: Change, verdict: bool) -> str:
    """What would turn a verdict."""
    other = "no" if verdict else "yes"
    then = (
        f", and if, of what is not known yet, {_were(policy, change.then)}" if change.then else ""
    )
    return f"The answer would be {other} if {_were(policy, change.others)}{then}."


def outline(policy: Policy, logic: Expression) -> Iterator[tuple[int, str]]:
    """A logic as an outline, each line with its depth: "all of these:" and below it the parts."""
    yield from _outlined(policy, without_denials(logic), 0)


def _outlined(policy: Policy, part: Expression, depth: int) -> Iterator[tuple[int, str]]:
    if isinstance(part, And | Or):
        yield depth, "all of these:" if isinstance(part, And) else "one of these:"
        for inner in part.parts:
            yield from _outlined(policy, inner, depth + 1)
    else:
        yield depth, _literal(policy, part)


def _literal(policy: Policy, part: Expression) -> str:
    match part:
        case Name(id=rule):
            return _stated(policy, rule, True)
        case Not(of=Name(id=rule)):
            return _stated(policy, rule, False)
    raise AssertionError("denials stand before rules alone")


def _stated(policy: Policy, rule: str, yes: bool) -> str:
    """A clause that must be so, or must not."""
    denied = "" if _state(policy, rule, yes) is State.MET else "not "
    return f"{denied}{_clause(policy, rule)}"


def _proven(policy: Policy, proof: Proof) -> str:
    match proof:
        case ByAnswer(rule=rule, yes=yes):
            return f"{_clause(policy, rule)} is {_state(policy, rule, yes).value}"
        case AllOf(parts=parts):
            return _all_proven(policy, parts)
        case OneOf(part=part, others=others):
            among = _among(policy, part, others)
            return f"of {among} one is: {_rule(policy, part)}" if among else _proven(policy, part)
        case Whatever(open=rules, answered=answered):
            whatever = f"it is so however {_listed([_clause(policy, rule) for rule in rules])} is"
            return _listed([*(_proven(policy, each) for each in answered), whatever])


def _all_proven(policy: Policy, parts: Sequence[Proof]) -> str:
    """What has the same state is said together."""
    alike: dict[State, list[str]] = {}
    said: list[str] = []
    for part in parts:
        if isinstance(part, ByAnswer):
            state = _state(policy, part.rule, part.yes)
            alike.setdefault(state, []).append(_clause(policy, part.rule))
        else:
            said.append(_proven(policy, part))
    together = [
        f"{_listed(clauses)} {'is' if len(clauses) == 1 else 'are'} {state.value}"
        for state, clauses in alike.items()
    ]
    return ", and ".join([*together, *said])


def _among(policy: Policy, part: Proof, others: Sequence[Expression]) -> str | None:
    """The rules of which one had to be met, and was; None where that is not all there is to it."""
    if not isinstance(part, ByAnswer) or _state(policy, part.rule, part.yes) is not State.MET:
        return None
    rules = [(part.rule, part.yes)]
    for other in others:
        match other:
            case Name(id=rule):
                rules.append((rule, True))
            case Not(of=Name(id=rule)):
                rules.append((rule, False))
            case _:
                return None
    if any(_state(policy, rule, yes) is not State.MET for rule, yes in rules):
        return None
    in_order = [rule.id for rule in policy.rules if rule.id in dict(rules)]
    return _listed([_clause(policy, rule) for rule in in_order])


def _rule(policy: Policy, proof: Proof) -> str:
    assert isinstance(proof, ByAnswer)
    return _clause(policy, proof.rule)


def _were(policy: Policy, answers: Mapping[str, bool]) -> str:
    """What would have to be so; what has the same state is said together."""
    alike: dict[State, list[str]] = {}
    for rule, yes in answers.items():
        alike.setdefault(_state(policy, rule, yes), []).append(_clause(policy, rule))
    said = [f"{_listed(clauses)} were {state.value}" for state, clauses in alike.items()]
    return ", and ".join(said)


def _state(policy: Policy, rule: str, yes: bool) -> State:
    return policy.rule(rule).state(Answer.YES if yes else Answer.NO)


def _clause(policy: Policy, rule: str) -> str:
    line = clause_line(policy.rule(rule).span.of(policy.rule_text.text))
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"


def _listed(items: Sequence[str], word: str = "and") -> str:
    """ "a, b and c"; nothing for no items."""
    *before, last = items or [""]
    return f"{', '.join(before)} {word} {last}" if before else last
